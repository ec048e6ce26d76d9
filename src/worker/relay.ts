import type { Command } from '../messages/commands.ts';
import { ENVELOPE_VERSION, type Envelope } from '../messages/envelope.ts';
import { newId } from '../platform/ids.ts';
import { type TraceContext, writeTraceparent } from '../platform/telemetry/trace-context.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import type { TraceOf } from './trace-delivery.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Hands what a committed unit left in the outbox to the queue. Best effort: the sweep finds what gets lost. */
export function relay(unit: UnitOfWork, backend: QueueBackend, traceOf?: TraceOf): void {
  const traceOfFollowUp = (id: string) => {
    const origin = unit.originOf(id);
    return origin === undefined ? undefined : traceOf?.(origin);
  };
  for (const command of unit.followUps) nudge(backend, command, traceOfFollowUp(command.id));
  const nudged = new Map(unit.mailbox.map(({ targetId, id }) => [targetId, id]));
  for (const [targetId, id] of nudged) nudge(backend, drain(targetId), traceOfFollowUp(id));
}

/** The command that lets an instance read its mailbox. */
export function drain(instanceId: string): Command {
  return { kind: 'DrainMailbox', id: newId(), instanceId };
}

function nudge(backend: QueueBackend, command: Command, trace: TraceContext | undefined): void {
  backend.add(followUpEnvelope(command, trace)).catch(() => {});
}

/** An envelope that nobody waits for. `trace`: what the command follows from. */
export function followUpEnvelope(command: Command, trace?: TraceContext): Envelope {
  const envelope = { v: ENVELOPE_VERSION, id: newId(), replyTo: null, commands: [command] };
  return trace === undefined ? envelope : { ...envelope, traceparents: { [command.id]: writeTraceparent(trace) } };
}
