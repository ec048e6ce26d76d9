import { COMMAND_BATCH_VERSION, type CommandBatch } from '../messages/command-batch.ts';
import { factsOf } from '../messages/command-facts.ts';
import type { Command } from '../messages/commands.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { FaultsInARow } from '../platform/loops.ts';
import { backoffMs, sleep } from '../platform/retry.ts';
import { errorType, type OpenSpan, type TraceContext, writeTraceparent } from '../platform/telemetry/tracing.ts';
import type { QueueBackend } from './queue-backend.ts';

/**
 * Batches without a reply from which new commands are collected. More make smaller batches, which cost more for each command; fewer leave workers idle, which
 * shows where the worker is in the same process (docs/contributing/measurements.md#size-of-command-batches).
 */
const BUSY_COMMAND_BATCHES: Readonly<Record<QueueBackend['kind'], number>> = { redis: 1, postgres: 2 };
/** Time for collecting commands while workers are busy. */
const LINGER_MS = 8;
/** Limit of a batch: larger ones hold row locks longer and make a repeated delivery more expensive. */
const MAX_COMMANDS = 128;
/**
 * Limit of a batch: a worker must finish it well within the queue's lock on its job (5 s). A larger command gets a separate batch. Unit: characters of JSON.
 */
const MAX_SIZE = 2_097_152;
/** Short, because the client is waiting. */
const RESEND_BACKOFF = { firstDelayMs: 100, maxDelayMs: 500 };

export interface OutgoingCommand {
  readonly command: Command;
  /** approximate characters of the command as JSON */
  readonly size: number;
  readonly fingerprint?: string | undefined;
  readonly trace?: TraceContext | undefined;
  /** ends when the command is queued */
  readonly span?: OpenSpan | undefined;
}

export interface OutgoingTools {
  readonly backend: Pick<QueueBackend, 'add' | 'kind'>;
  readonly replyTo: string;
  readonly log: Logger;
  /** failures of the queue, for the readiness check */
  readonly faults?: Pick<FaultsInARow, 'failed' | 'succeeded'> | undefined;
  readonly isWaiting: (commandId: string) => boolean;
}

/**
 * Limits the waiting commands for one queue, and sends them in batches (docs/contributing/architecture.md#the-way-of-a-write). At low load it sends a command
 * without delay. While earlier batches are being sent or processed, the next one grows.
 */
export class OutgoingQueue {
  private readonly tools: OutgoingTools;
  private readonly limits: { readonly maxWaiting: number; readonly maxWaitingSize: number };
  private waiting = 0;
  /** size of the waiting commands; unit: characters of JSON */
  private waitingSize = 0;
  private gathered: OutgoingCommand[] = [];
  private unanswered = 0;
  private isHandingOver = false;
  private isScheduled = false;
  private linger: NodeJS.Timeout | undefined;

  constructor(tools: OutgoingTools, limits: { readonly maxWaiting: number; readonly maxWaitingSize: number }) {
    this.tools = tools;
    this.limits = limits;
  }

  /** Always true if none waits, so that a limit below the largest request does not reject that permanently. */
  hasCapacityFor(size: number): boolean {
    const { maxWaiting, maxWaitingSize } = this.limits;
    return this.waiting === 0 || (this.waiting < maxWaiting && this.waitingSize + size <= maxWaitingSize);
  }

  /** Adds a command. It counts as waiting until {@link leave}. */
  enter(outgoing: OutgoingCommand): void {
    this.waiting += 1;
    this.waitingSize += outgoing.size;
    this.gathered.push(outgoing);
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Requests that were read in the same turn of the event loop share a batch.
    setImmediate(() => {
      this.isScheduled = false;
      this.next();
    });
  }

  leave(size: number): void {
    this.waiting -= 1;
    this.waitingSize -= size;
    // resets the count, because replies may have been lost
    if (this.waiting === 0) this.unanswered = 0;
  }

  /** Called when a worker has replied to a batch. */
  answered(): void {
    if (this.unanswered > 0) this.unanswered -= 1;
    this.next();
  }

  private next(): void {
    if (this.isHandingOver || this.gathered.length === 0) return;
    if (this.unanswered >= BUSY_COMMAND_BATCHES[this.tools.backend.kind] && this.gathered.length < MAX_COMMANDS) {
      this.linger ??= setTimeout(() => this.send(), LINGER_MS);
      return;
    }
    this.send();
  }

  private send(): void {
    clearTimeout(this.linger);
    this.linger = undefined;
    if (this.isHandingOver || this.gathered.length === 0) return;
    const outgoing = this.takeNext();
    this.isHandingOver = true;
    this.unanswered += 1;
    this.handOver(outgoing).finally(() => {
      this.isHandingOver = false;
      this.next();
    });
  }

  private takeNext(): readonly OutgoingCommand[] {
    let count = 0;
    let size = 0;
    for (const next of this.gathered.slice(0, MAX_COMMANDS)) {
      const { isAlone } = factsOf(next.command);
      if (count > 0 && (isAlone || size + next.size > MAX_SIZE)) break;
      count += 1;
      size += next.size;
      if (isAlone) break;
    }
    return this.gathered.splice(0, count);
  }

  /** Sends the batch again after a failure: it may have arrived or not. */
  private async handOver(outgoing: readonly OutgoingCommand[]): Promise<void> {
    const { backend, replyTo, faults, log } = this.tools;
    const commandBatch = commandBatchOf(outgoing, replyTo);
    try {
      await backend.add(commandBatch);
      faults?.succeeded();
    } catch (error) {
      faults?.failed();
      log.event('queue-unreachable', { Operation: 'send', ErrorMessage: (error as Error).message });
      for (const { span } of outgoing) span?.fail(errorType(error));
      void this.resend(commandBatch);
    }
    for (const { span } of outgoing) span?.end();
  }

  /**
   * Retries until the queue accepts the batch or no client waits. If it had arrived before, the inbox has the replies. Other batches do not wait for it,
   * because the queue may reject it permanently.
   */
  private async resend(commandBatch: CommandBatch): Promise<void> {
    const { backend, faults, isWaiting } = this.tools;
    for (let attempt = 1; ; attempt++) {
      await sleep(backoffMs(RESEND_BACKOFF, attempt));
      const commands = commandBatch.commands.filter(({ id }) => isWaiting(id));
      if (commands.length === 0) return;
      try {
        await backend.add({ ...commandBatch, commands });
        faults?.succeeded();
        return;
      } catch {
        faults?.failed();
      }
    }
  }
}

function commandBatchOf(outgoing: readonly OutgoingCommand[], replyTo: string): CommandBatch {
  const fingerprints = byCommand(outgoing, ({ fingerprint }) => fingerprint);
  const traceparents = byCommand(outgoing, ({ trace }) => trace && writeTraceparent(trace));
  return {
    v: COMMAND_BATCH_VERSION,
    id: newId(),
    replyTo,
    commands: outgoing.map(({ command }) => command),
    ...(fingerprints !== undefined && { fingerprints }),
    ...(traceparents !== undefined && { traceparents }),
  };
}

/** Returns undefined if no command has a text. */
function byCommand(
  outgoing: readonly OutgoingCommand[],
  textOf: (one: OutgoingCommand) => string | undefined,
): Readonly<Record<string, string>> | undefined {
  let texts: Record<string, string> | undefined;
  for (const one of outgoing) {
    const text = textOf(one);
    if (text === undefined) continue;
    texts ??= {};
    texts[one.command.id] = text;
  }
  return texts;
}
