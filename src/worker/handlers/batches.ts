import type { CommandOf, Reply } from '../../messages/commands.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { CommandHandler } from './command-handler.ts';

/** Creates a batch of the current matches (docs/contributing/spec/batches.md#create-a-batch). */
export const createBatch: CommandHandler<'CreateBatch'> = {
  kind: 'CreateBatch',
  needs: () => ({}),
  handle(unit, command) {
    const reply = replyTo<'CreateBatch'>(unit, command);
    if (!reply.ok || reply.result.batchId === null) return reply;
    const { operation: Operation, actor, batchId: BatchId } = command;
    unit.log(command, 'batch-created', {
      BatchId,
      Operation,
      Total: reply.result.total,
      ...(actor !== undefined && { Actor: actor }),
    });
    return reply;
  },
};

/** Pauses, resumes or stops a batch (docs/contributing/spec/batches.md#pause-resume-stop). */
export const steerBatch: CommandHandler<'SteerBatch'> = {
  kind: 'SteerBatch',
  needs: () => ({}),
  handle(unit, command) {
    const reply = replyTo<'SteerBatch'>(unit, command);
    const { actor, batchId: BatchId } = command;
    if (reply.ok)
      unit.log(command, 'batch-steered', { BatchId, Status: reply.result.state, ...(actor !== undefined && { Actor: actor }) });
    return reply;
  },
};

/** Returns the reply that the loading phase stored: batch rows belong to no instance, so they are changed before other commands are decided. */
function replyTo<K extends 'CreateBatch' | 'SteerBatch'>(
  unit: UnitOfWork,
  { id, kind }: CommandOf<'CreateBatch' | 'SteerBatch'>,
): Reply<K> {
  const reply = unit.loaded.batches.get(id);
  if (reply === undefined) throw new Error(`command ${id} of kind '${kind}' was not carried out`);
  return reply as Reply<K>;
}
