import type { JobsOptions, Queue } from 'bullmq';
import type { CommandBatch } from '../messages/command-batch.ts';
import { factsOf } from '../messages/command-facts.ts';

/** Each has a queue and separate slots in every worker, so a full one does not delay the others. */
export const PRIORITY_CLASSES = ['administration', 'commands', 'follow-ups', 'bulk-follow-ups'] as const;
/**
 * `administration`: actions of operators against a flood. `commands`: all others of clients. `follow-ups`: commands without a waiting client.
 * `bulk-follow-ups`: those of sources above their share, and all commands with slow scripts.
 */
export type PriorityClass = (typeof PRIORITY_CLASSES)[number];

/** Parallel command batches of a worker. */
export type Slots = Readonly<Record<PriorityClass, number>>;

/** Few, because these slots are additional, and an operator sends one command at a time. */
const ADMINISTRATION_SLOTS = 2;
/** Minimum of slots for outgoing commands: if one source has a long-running command, one remains for others. */
const LEAST_FOLLOW_UP_SLOTS = 2;

/** @param workerConcurrency maximum parallel batches of client commands */
export function slotsFor(workerConcurrency: number): Slots {
  const followUps = Math.max(LEAST_FOLLOW_UP_SLOTS, Math.ceil(workerConcurrency / 4));
  return {
    administration: ADMINISTRATION_SLOTS,
    commands: workerConcurrency,
    'follow-ups': followUps,
    'bulk-follow-ups': followUps,
  };
}

export function priorityClassOf({ replyTo, turn, commands }: CommandBatch): PriorityClass {
  if (turn !== undefined) return 'bulk-follow-ups';
  if (replyTo === null) return 'follow-ups';
  return commands.every((command) => factsOf(command).isAdministrative) ? 'administration' : 'commands';
}

/** Ended jobs are deleted: replies are in the inbox, failures in dead_letter. */
export const JOB_SETTINGS = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

export function jobSettingsOf(commandBatch: CommandBatch, delayMs = 0): JobsOptions {
  const { turn } = commandBatch;
  const id = subjectOf(commandBatch);
  return {
    ...JOB_SETTINGS,
    ...(turn !== undefined && { priority: turn }),
    ...(delayMs > 0 && { delay: delayMs }),
    ...(id !== undefined && { deduplication: { id, keepLastIfActive: true } }),
  };
}

/**
 * Deduplication key of a follow-up. While a job with this key waits, another one is not added. While one runs, one more is kept, because the running one may
 * have polled already. Undefined: each batch is a job.
 */
function subjectOf({ replyTo, commands: [command] }: CommandBatch): string | undefined {
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

/** Whether a job with the same deduplication key exists. False for batches without one, which are never duplicates. */
export async function isQueued(queue: Pick<Queue, 'getDeduplicationJobId'>, commandBatch: CommandBatch): Promise<boolean> {
  const id = subjectOf(commandBatch);
  return id !== undefined && (await queue.getDeduplicationJobId(id)) !== null;
}
