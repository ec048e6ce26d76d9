import type { JobsOptions, Queue } from 'bullmq';
import type { Command, CommandKind } from '../messages/commands.ts';
import type { Envelope } from '../messages/envelope.ts';

/** The queues that workers take envelopes from. Each has slots of its own in every worker, so a full one keeps no other waiting. */
export const LANES = ['administration', 'commands', 'follow-ups', 'bulk-follow-ups'] as const;
/**
 * Priority classes. `administration`: actions of operators against a flood of commands. `commands`: all others of clients.
 * `follow-ups`: commands without a waiting client. `bulk-follow-ups`: those of sources above their share, and all commands with
 * slow scripts.
 */
export type Lane = (typeof LANES)[number];

/** How many envelopes a worker works on at once, by lane. */
export type Slots = Readonly<Record<Lane, number>>;

/** Few, because they run in addition to the other commands, and an operator sends one at a time. */
const ADMINISTRATION_SLOTS = 2;
/** One of them is for the other sources when a source has long follow-ups. */
const LEAST_FOLLOW_UP_SLOTS = 2;

/** The slots of a worker that works on so many commands of clients at once. */
export function slotsFor(workerConcurrency: number): Slots {
  const followUps = Math.max(LEAST_FOLLOW_UP_SLOTS, Math.ceil(workerConcurrency / 4));
  return {
    administration: ADMINISTRATION_SLOTS,
    commands: workerConcurrency,
    'follow-ups': followUps,
    'bulk-follow-ups': followUps,
  };
}

/** Commands that overtake all others. They change nothing that an order of commands is promised for: each of them may come at any time. */
const ADMINISTRATIVE: ReadonlySet<CommandKind> = new Set<CommandKind>([
  'DeleteDefinition',
  'DeleteInstance',
  'EraseInstances',
  'DisableProcess',
  'EnableProcess',
  'SuspendProcess',
  'ResumeProcess',
  'CancelInstance',
  'DeployDefinition',
  'DeployDecisions',
  'DeleteDecision',
  'RetryDeadLetters',
  'DropDeadLetters',
  'CreateBatch',
  'SteerBatch',
  'SteerWebhook',
]);

/** Whether a command of a client overtakes the others. */
export function isAdministrative({ kind }: Pick<Command, 'kind'>): boolean {
  return ADMINISTRATIVE.has(kind);
}

/** The lane an envelope waits in. */
export function laneOf({ replyTo, turn, commands }: Envelope): Lane {
  if (turn !== undefined) return 'bulk-follow-ups';
  if (replyTo === null) return 'follow-ups';
  return commands.every(isAdministrative) ? 'administration' : 'commands';
}

/** Jobs that ended are not kept: replies are in the inbox, failures in dead_letter. */
export const JOB_SETTINGS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** How the job of an envelope is added. */
export function jobSettingsOf(envelope: Envelope, delayMs = 0): JobsOptions {
  const { turn } = envelope;
  const id = subjectOf(envelope);
  return {
    ...JOB_SETTINGS,
    ...(turn !== undefined && { priority: turn }),
    ...(delayMs > 0 && { delay: delayMs }),
    ...(id !== undefined && { deduplication: { id, keepLastIfActive: true } }),
  };
}

/**
 * Deduplication key of a follow-up. While a job with this key waits, another one is redundant and is not added. While one runs,
 * one more is kept, because the running one may have polled already. Undefined: each batch is a job.
 */
function subjectOf({ replyTo, commands: [command] }: Envelope): string | undefined {
  if (replyTo !== null || command === undefined) return undefined;
  switch (command.kind) {
    case 'DrainSender':
      return command.only === undefined ? `sender-${command.senderId}` : undefined;
    case 'DrainMailbox':
      return command.only === undefined ? `mailbox-${command.instanceId}` : undefined;
    default:
      return `command-${command.id}`;
  }
}

/** Whether a job about the same waits or is in work in a queue. */
export async function isQueued(queue: Pick<Queue, 'getDeduplicationJobId'>, envelope: Envelope): Promise<boolean> {
  const id = subjectOf(envelope);
  return id !== undefined && (await queue.getDeduplicationJobId(id)) !== null;
}
