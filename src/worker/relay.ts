import type { Command } from '../messages/commands.ts';
import { ENVELOPE_VERSION, type Envelope } from '../messages/envelope.ts';
import { newId } from '../platform/ids.ts';
import type { QueueBackend } from '../queue/queue-backend.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Hands what a committed unit left in the outbox to the queue. Best effort: the sweep finds what gets lost. */
export function relay(unit: UnitOfWork, backend: QueueBackend): void {
  for (const command of unit.followUps) nudge(backend, command);
  for (const targetId of new Set(unit.mailbox.map((m) => m.targetId))) nudge(backend, drain(targetId));
}

/** The command that lets an instance read its mailbox. */
export function drain(instanceId: string): Command {
  return { kind: 'DrainMailbox', id: newId(), instanceId };
}

function nudge(backend: QueueBackend, command: Command): void {
  backend.add(followUpEnvelope(command)).catch(() => {});
}

/** An envelope that nobody waits for. */
export function followUpEnvelope(command: Command): Envelope {
  return { v: ENVELOPE_VERSION, id: newId(), replyTo: null, commands: [command] };
}
