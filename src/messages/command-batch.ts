import type { Command, Reply } from './commands.ts';

/** Version of the format. A worker leaves a batch of an unknown version to a newer worker. */
export const COMMAND_BATCH_VERSION = 1;

/**
 * One job of the queue and one transaction (docs/contributing/architecture.md#the-way-of-a-write). `replyTo`: reply channel of the sending replica; null: no
 * client waits.
 */
export interface CommandBatch {
  readonly v: number;
  readonly id: string;
  readonly replyTo: string | null;
  readonly commands: readonly Command[];
  /** digest of the request by command id, if a client can repeat the id (docs/contributing/spec/http.md#same-content) */
  readonly fingerprints?: Readonly<Record<string, string>>;
  /** W3C trace context of the request by command id (docs/contributing/spec/observability.md#trace-context) */
  readonly traceparents?: Readonly<Record<string, string>>;
  /** source of an outgoing command, and of a command with long-running scripts */
  readonly source?: FollowUpSource;
  /** turn of a follow-up whose source exceeds its share, or of a command with slow scripts: lead of the source; lower ones run first. Unit: s */
  readonly turn?: number;
  /** the only command has a long-running script and waits for a thread */
  readonly waitsForTexts?: true;
  /** attempts in earlier jobs of these commands */
  readonly tried?: number;
  /** last command that a worker has tried alone */
  readonly trial?: AloneTrial;
}

/** A command that is tried alone, because a worker has died. `deaths`: in earlier trials. `worker`: tries it now. */
export interface AloneTrial {
  readonly commandId: string;
  readonly deaths: number;
  readonly worker: string;
}

/** Sources share the workers fairly (docs/contributing/adr/0041-priority-classes-and-fair-shares.md). */
export interface FollowUpSource {
  /** first command or due timer of the causation */
  readonly root: string;
  /** process that threw or called; absent: unknown */
  readonly key?: string;
}

/**
 * - `replayed`: the reply was recorded by an earlier delivery or request.
 * - `conflict`: another request with other fingerprint or kind has this command id.
 * - `reply`: absent for a conflict, or if it is too large for the channel. The receiver then reads the inbox.
 * - `fingerprint`: digest of the answered request, if it had one.
 */
export interface Announcement {
  readonly commandId: string;
  readonly fingerprint?: string;
  readonly outcome: 'done' | 'replayed' | 'conflict';
  readonly reply?: Reply;
}

/** Returns undefined if the data is damaged or has another version. */
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
