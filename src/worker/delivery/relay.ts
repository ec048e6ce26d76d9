import { COMMAND_BATCH_VERSION, type CommandBatch, type FollowUpSource } from '../../messages/command-batch.ts';
import type { Command, CommandKind, CommandOf } from '../../messages/commands.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { errorMessage } from '../../platform/redact.ts';
import { type TraceContext, withTrace, writeTraceparent } from '../../platform/telemetry/tracing.ts';
import type { QueueBackend } from '../../queue/queue-backend.ts';
import type { BufferedAddress } from '../../store/buffered-messages.ts';
import type { TraceOf } from '../unit-of-work/change-origin.ts';
import type { UnitOfWork } from '../unit-of-work/unit-of-work.ts';
import type { FairShares } from './fair-shares.ts';

export interface RelayTools {
  readonly backend: QueueBackend;
  readonly log: Logger;
  readonly shares: FairShares;
}

/**
 * Queues outgoing commands of a committed unit, deliveries of messages that wait for its new receivers, and the rest of command queues that it has begun to
 * apply. Best effort: the recovery scan finds lost ones.
 */
export function relay(tools: RelayTools, unit: UnitOfWork, traceOf?: TraceOf): void {
  const queue = (command: Command, kind: CommandKind, id: string, source = unit.followUps.sourceOf(id)) => {
    const origin = unit.followUps.originOf(id);
    const trace = origin === undefined ? undefined : traceOf?.(origin);
    handOver(tools, { command, kind, trace, source }).catch(() => {});
  };
  const senders = new Map<string, Command>();
  for (const { command, place } of unit.followUps.commands) {
    if (place === undefined) queue(command, command.kind, command.id);
    // the sender of a new message delivers it to all shards; the recovery scan does so if the sender has stopped
    else if (command.kind !== 'PlaceMessage' || command.shard !== undefined) senders.set(place.senderId, command);
  }
  for (const [senderId, { kind, id }] of senders) queue({ ...drainSender(senderId), about: kind }, kind, id);
  for (const address of unit.bufferedAt)
    handOver(tools, { command: deliverBuffered(address), source: { root: address.id } }).catch(() => {});
  const targets = new Map(unit.followUps.instanceCommands.map(({ targetId, id }) => [targetId, id]));
  for (const [targetId, id] of targets) {
    if (unit.suspensions.isQueueSetAside(targetId)) continue;
    queue(drain(targetId), 'DrainMailbox', id);
  }
  for (const targetId of unit.leftInQueue) {
    if (targets.has(targetId)) continue;
    const key = unit.instance(targetId)?.state.key;
    queue(drain(targetId), 'DrainMailbox', targetId, { root: targetId, ...(key !== undefined && { key }) });
  }
}

export type Drain = CommandOf<'DrainSender' | 'DrainMailbox'>;

export function isDrain(command: Command): command is Drain {
  return command.kind === 'DrainSender' || command.kind === 'DrainMailbox';
}

/** `only`: process only this command of the queue, and only if it is the next. */
export function drain(instanceId: string, only?: string): CommandOf<'DrainMailbox'> {
  return { kind: 'DrainMailbox', id: newId(), instanceId, ...(only !== undefined && { only }) };
}

/** Runs the commands of a sender. `only`: as for {@link drain}. */
export function drainSender(senderId: string, only?: string): CommandOf<'DrainSender'> {
  return { kind: 'DrainSender', id: newId(), senderId, ...(only !== undefined && { only }) };
}

/** Delivers the messages that wait at an address. */
export function deliverBuffered({ id, name, key }: BufferedAddress): CommandOf<'DeliverBuffered'> {
  return { kind: 'DeliverBuffered', id, name, correlationKey: key };
}

export interface QueuedFollowUp {
  readonly command: Command;
  /** command kind for the log: of a sender, that of its command; absent: that of `command` */
  readonly kind?: CommandKind;
  readonly trace?: TraceContext | undefined;
  readonly source: FollowUpSource;
  /** turn in the bulk queue; absent: by the share of its source */
  readonly turn?: number;
}

/** Queues a command at the turn of its source. Logs a failure and rejects: the command stays in the outbox. */
export async function handOver(
  { backend, log, shares }: RelayTools,
  { command, kind: EffectKind = command.kind, trace, source, turn = shares.turnOf(source) }: QueuedFollowUp,
): Promise<void> {
  try {
    await backend.add({ ...followUpCommandBatch(command, trace), source, ...(turn !== undefined && { turn }) });
  } catch (error) {
    const properties = { EffectKind, ErrorMessage: errorMessage(error) };
    withTrace(trace, () => log.event('effect-stays-in-outbox', properties));
    throw error;
  }
  if (log.isEnabled('effect-handed-to-queue')) withTrace(trace, () => log.event('effect-handed-to-queue', { EffectKind }));
}

/** `trace`: of the command that caused it. */
export function followUpCommandBatch(command: Command, trace?: TraceContext): CommandBatch {
  const commandBatch = { v: COMMAND_BATCH_VERSION, id: newId(), replyTo: null, commands: [command] };
  return trace === undefined ? commandBatch : { ...commandBatch, traceparents: { [command.id]: writeTraceparent(trace) } };
}
