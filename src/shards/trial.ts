import type { MadeBatch } from '../messages/batches.ts';
import type { Command, CommandOf, Reply } from '../messages/commands.ts';
import type { HandledLetters } from '../messages/dead-letters.ts';
import { MAX_NAMED_INSTANCES } from '../messages/instance-changes.ts';
import { nameBasedId } from '../platform/ids.ts';
import { inOrderOfParking } from './sum-of-replies.ts';

type Trying = CommandOf<'CreateBatch' | 'EraseInstances' | 'RetryDeadLetters' | 'DropDeadLetters'>;

/**
 * Dry run for commands whose limits apply to all shards together (docs/contributing/spec/shards.md#limits). Its id depends on that of the command: a repeated
 * request gets the same counts as long as the replies are kept. Undefined: the command needs none.
 */
export function trialOf(command: Command): Command | undefined {
  if (!isTrying(command) || !needsTrial(command)) return undefined;
  const { audit: _, ...unaudited } = command;
  return { ...unaudited, id: nameBasedId(command.id, 'trial'), isDryRun: true };
}

function isTrying(command: Command): command is Trying & Command {
  return ['CreateBatch', 'EraseInstances', 'RetryDeadLetters', 'DropDeadLetters'].includes(command.kind);
}

function needsTrial(command: Trying): boolean {
  switch (command.kind) {
    case 'CreateBatch':
      return !command.isDryRun;
    case 'EraseInstances':
      return !command.cancelsRunning;
    default:
      return !('letterId' in command.selection);
  }
}

/** Rejection if the replies exceed a limit together, or one of them is a rejection. `replies`: of dry runs, by number of the shard. */
export function refusalOfTrial(replies: readonly Reply[]): Reply | undefined {
  const refusals = replies.flatMap((reply) => (reply.ok ? [] : [reply]));
  const running = refusals.flatMap(({ rejection }) => (rejection.code === 'INSTANCES_RUNNING' ? [rejection] : []));
  if (running.length > 0) {
    const instanceIds = running.flatMap((rejection) => rejection.instanceIds).slice(0, MAX_NAMED_INSTANCES);
    const count = running.reduce((sum, rejection) => sum + rejection.count, 0);
    return { ok: false, rejection: { code: 'INSTANCES_RUNNING', instanceIds, count } };
  }
  return refusals[0] ?? tooLarge(replies);
}

function tooLarge(replies: readonly Reply[]): Reply | undefined {
  const counts = replies.flatMap((reply) => (reply.ok && isCount(reply.result) ? [reply.result] : []));
  const most = Math.min(...counts.map((count) => count.most ?? Number.POSITIVE_INFINITY));
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return total > most ? { ok: false, rejection: { code: 'BATCH_TOO_LARGE', most } } : undefined;
}

function isCount(result: object): result is MadeBatch {
  return 'batchId' in result && 'total' in result;
}

/** Command for each shard, by number, after its dry runs. */
export function plannedCommands(command: Command, replies: readonly Reply[]): readonly Command[] {
  const results = replies.map((reply) => (reply.ok ? reply.result : undefined));
  if (command.kind === 'CreateBatch') {
    // the rights to see a batch depend on the keys of all its items
    const keys = (results as readonly (MadeBatch | undefined)[]).flatMap((result) => result?.keys.map(({ key }) => key) ?? []);
    return results.map((_, number) => auditedIn({ ...command, otherKeys: [...new Set(keys)] }, number));
  }
  if ((command.kind !== 'RetryDeadLetters' && command.kind !== 'DropDeadLetters') || 'letterId' in command.selection)
    return results.map((_, number) => auditedIn(command, number));
  const { selection } = command;
  const found = (results as readonly (HandledLetters | undefined)[]).flatMap((result, number) =>
    (result?.letters ?? []).map((letter) => ({ ...letter, number })),
  );
  const oldest = inOrderOfParking(found).slice(0, selection.limit);
  const otherKeys = [...new Set(oldest.map(({ processKey }) => processKey))];
  return results.map((_, number) => {
    const limit = oldest.filter((letter) => letter.number === number).length;
    return auditedIn({ ...command, otherKeys, selection: { ...selection, limit } }, number);
  });
}

/** Only the first shard records a command that all accept. A command about one letter or instance is recorded in its shard, which alone accepts it. */
export function auditedIn(command: Command, number: number): Command {
  const isAboutOne =
    ('selection' in command && 'letterId' in command.selection) ||
    (command.kind === 'SteerWebhook' && command.instanceId !== null);
  if (number === 0 || isAboutOne) return command;
  const { audit: _, ...unaudited } = command;
  return unaudited as Command;
}
