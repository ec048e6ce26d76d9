import type { Command, Reply } from './commands.ts';

/** Version of what crosses the queue. A worker leaves command batches of a version it does not know to a newer worker. */
export const COMMAND_BATCH_VERSION = 1;

/**
 * 1..N commands that travel as one job and commit as one transaction (docs/contributing/architecture.md#the-way-of-a-write).
 * `replyTo` names the reply channel of the sending replica; null when no client waits.
 */
export interface CommandBatch {
  readonly v: number;
  readonly id: string;
  readonly replyTo: string | null;
  readonly commands: readonly Command[];
  /** digest of the client's request by command id, for commands whose id a client can choose again (docs/contributing/spec/http.md#same-content) */
  readonly fingerprints?: Readonly<Record<string, string>>;
  /** W3C trace context of the request behind a command, by command id (docs/contributing/spec/observability.md#trace-context) */
  readonly traceparents?: Readonly<Record<string, string>>;
  /** source of an outgoing command, and of a command with long-running scripts */
  readonly source?: FollowUpSource;
  /** turn of a follow-up whose source exceeds its share, or of a command with slow scripts: how far its source is ahead; lower ones run first. Unit: s */
  readonly turn?: number;
  /** its command has a text that takes long, and waits for a thread */
  readonly waitsForTexts?: true;
  /** attempts at its commands before it was handed over; absent: none */
  readonly tried?: number;
  /** the last command of it that a worker has begun to try alone; absent: none */
  readonly trial?: AloneTrial;
}

/** A command that is tried alone because a worker has died. `deaths`: of workers in earlier trials. `worker`: who tries it now. */
export interface AloneTrial {
  readonly commandId: string;
  readonly deaths: number;
  readonly worker: string;
}

/** Source of an outgoing command. Sources share the workers fairly (docs/contributing/adr/0041-priority-classes-and-fair-shares.md). */
export interface FollowUpSource {
  /** id of the command, or of the due timer, that it all began with */
  readonly root: string;
  /** key of the process that threw or called; absent: unknown */
  readonly key?: string;
}

/**
 * The outcome of one command, as the worker announces it. `replayed`: answered from the record of an earlier delivery or sending.
 * `conflict`: the id is on record with another fingerprint or for another kind of command. `reply` is absent on a conflict, and when it was too large for the channel:
 * then the receiver reads the inbox. `fingerprint`: of the sending that this answers, where it had one.
 */
export interface Announcement {
  readonly commandId: string;
  readonly fingerprint?: string;
  readonly outcome: 'done' | 'replayed' | 'conflict';
  readonly reply?: Reply;
}

/** The command batch in a job's data, or undefined when this replica cannot read it (another version, damaged). */
export function parseCommandBatch(data: unknown): CommandBatch | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { v, id, replyTo, commands, fingerprints, traceparents, source, turn, waitsForTexts, tried, trial } =
    data as Partial<CommandBatch>;
  if (v !== COMMAND_BATCH_VERSION || typeof id !== 'string' || !Array.isArray(commands)) return undefined;
  if (replyTo !== null && typeof replyTo !== 'string') return undefined;
  if (!commands.every((c) => typeof c?.id === 'string' && typeof c?.kind === 'string')) return undefined;
  return {
    v,
    id,
    replyTo,
    commands,
    ...(fingerprints === undefined ? {} : { fingerprints }),
    ...(typeof traceparents === 'object' && traceparents !== null ? { traceparents } : {}),
    ...(typeof source?.root === 'string' ? { source } : {}),
    ...(isCount(turn) ? { turn } : {}),
    ...(waitsForTexts === true ? { waitsForTexts } : {}),
    ...(isCount(tried) ? { tried } : {}),
    ...(isTrial(trial) ? { trial } : {}),
  };
}

function isTrial(value: Partial<AloneTrial> | undefined): value is AloneTrial {
  return typeof value?.commandId === 'string' && Number.isInteger(value.deaths) && typeof value.worker === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}
