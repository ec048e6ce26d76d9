import type { Announcement } from '../messages/command-batch.ts';
import { factsOf, sizeOfCommand } from '../messages/command-facts.ts';
import type { Command, CommandKind, Reply } from '../messages/commands.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { FaultsInARow } from '../platform/loops.ts';
import { currentTrace, type OpenSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { CommandSender, SendOutcome } from './command-sender.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import type { QueueBackend } from './queue-backend.ts';

/** Reply that is read from the inbox if an announcement is missing. */
export interface RecordedReply {
  readonly commandId: string;
  readonly fingerprint: string | null;
  readonly kind?: CommandKind;
  readonly reply: Reply;
  /** age by the clock of the database; absent: the reply counts as a reply to this request */
  readonly ageMs?: number;
}

export interface CommandBatchSenderOptions {
  /** limit, after which the outcome is unknown (docs/contributing/spec/http.md#command-timeout) */
  readonly timeoutMs: number;
  readonly readInbox: (commandIds: readonly string[]) => Promise<readonly RecordedReply[]>;
  readonly log: Logger;
  /** except administrative commands; further ones are rejected (docs/contributing/spec/http/errors.md#overloaded) */
  readonly maxWaiting?: number;
  /** maximum size of the waiting commands; approximate characters of JSON */
  readonly maxWaitingSize?: number;
  readonly tracing?: Tracing | undefined;
  /** failures of the queue, for the readiness check */
  readonly faults?: Pick<FaultsInARow, 'failed' | 'succeeded'> | undefined;
}

type Resolver = (outcome: SendOutcome<CommandKind>) => void;

interface Waiting {
  readonly kind: CommandKind;
  readonly fingerprint: string | undefined;
  /** monotonic clock, so that changes of the system clock have no effect; unit: ms */
  readonly deadline: number;
  /** approximate characters of the command as JSON */
  readonly size: number;
  readonly queue: OutgoingQueue;
  /** `replayed` of an announcement without the text of the reply */
  isReplayed: boolean | undefined;
  readonly resolvers: Resolver[];
}

/** Poll interval of the inbox, and minimum age of waiting commands. A small value costs queries, a large one latency after a lost announcement. */
const INBOX_POLL_MS = 500;
/** Polls after which a reply of uncertain age counts as the reply to this request. */
const MAX_POLLS = 4;
const MAX_WAITING = 20_000;
/** Limit of waiting commands: each is in memory, in the queue client and in the queue. Unit: characters of JSON. */
const MAX_WAITING_SIZE = 67_108_864;
/** Limits for administration: a flood of other commands must not block an operator. */
const ADMINISTRATION_LIMITS = { maxWaiting: 1000, maxWaitingSize: 33_554_432 };

/** Sends command batches, waits for announcements, and reads the inbox if one is missing. */
export async function openCommandBatchSender(backend: QueueBackend, options: CommandBatchSenderOptions): Promise<CommandSender> {
  const sender = new CommandBatchSender(backend, options);
  await sender.open();
  return sender;
}

class CommandBatchSender implements CommandSender {
  private readonly backend: QueueBackend;
  private readonly options: CommandBatchSenderOptions;
  private readonly replyTo = newId();
  /** key: command id; in order of deadline, because all commands have the same time limit */
  private readonly waiting = new Map<string, Waiting>();
  /** answered from the inbox before their announcement, with the time on the monotonic clock */
  private readonly unannounced = new Map<string, number>();
  private readonly administration: OutgoingQueue;
  private readonly others: OutgoingQueue;
  private readonly timer: NodeJS.Timeout;
  private isPolling = false;

  constructor(backend: QueueBackend, options: CommandBatchSenderOptions) {
    this.backend = backend;
    this.options = options;
    const { maxWaiting = MAX_WAITING, maxWaitingSize = MAX_WAITING_SIZE, log, faults } = options;
    const isWaiting = (id: string) => this.waiting.has(id);
    const tools = { backend, replyTo: this.replyTo, log, faults, isWaiting };
    this.administration = new OutgoingQueue(tools, ADMINISTRATION_LIMITS);
    this.others = new OutgoingQueue(tools, { maxWaiting, maxWaitingSize });
    this.timer = setInterval(() => this.poll(), INBOX_POLL_MS);
    this.timer.unref();
  }

  open(): Promise<void> {
    return this.backend.listen(this.replyTo, (announcements) => this.onAnnouncements(announcements));
  }

  send<K extends CommandKind>(command: Command, { fingerprint }: { fingerprint?: string } = {}): Promise<SendOutcome<K>> {
    const known = this.waiting.get(command.id);
    if (known !== undefined && isOther(known, { kind: command.kind, fingerprint })) return Promise.resolve({ kind: 'conflict' });
    if (known !== undefined) return new Promise((resolve) => known.resolvers.push(resolve as Resolver));
    const size = sizeOfCommand(command);
    const queue = factsOf(command).isAdministrative ? this.administration : this.others;
    if (!queue.hasCapacityFor(size)) return Promise.resolve({ kind: 'overloaded' });
    if (!this.backend.isReachable) return Promise.resolve({ kind: 'queue-unreachable' });
    return new Promise((resolve) => {
      const deadline = performance.now() + this.options.timeoutMs;
      const span = this.beginSpan(command);
      const resolvers = [resolve as Resolver];
      this.waiting.set(command.id, { kind: command.kind, fingerprint, deadline, size, queue, isReplayed: undefined, resolvers });
      queue.enter({ command, size, fingerprint, trace: span?.context ?? currentTrace(), span });
    });
  }

  async ping(): Promise<boolean> {
    try {
      await this.backend.ping();
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    for (const id of [...this.waiting.keys()]) this.finish(id, { kind: 'timeout' });
  }

  private beginSpan({ id, kind }: Command): OpenSpan | undefined {
    const priorityClass = factsOf({ kind }).isAdministrative ? 'administration' : 'commands';
    const attributes = { 'messaging.system': 'bullmq', 'messaging.destination.name': priorityClass, 'messaging.message.id': id };
    return this.options.tracing?.begin(`send ${kind}`, { kind: 'producer', parent: currentTrace(), attributes });
  }

  private onAnnouncements(announcements: readonly Announcement[]): void {
    const [first] = announcements;
    const { queue = this.others } = (first && this.waiting.get(first.commandId)) ?? {};
    queue.answered();
    let unread: string[] | undefined;
    for (const { commandId, fingerprint, outcome, reply } of announcements) {
      const { kind, fingerprint: own } = this.waiting.get(commandId) ?? {};
      // a repeated delivery of an earlier request with the same key
      if (kind !== undefined && isOther({ kind, fingerprint }, { kind, fingerprint: own })) continue;
      if (this.unannounced.delete(commandId) && outcome === 'done') continue; // it belongs to an earlier request that is already answered
      if (outcome === 'conflict') this.finish(commandId, { kind: 'conflict' });
      else if (reply !== undefined) this.finish(commandId, { kind: 'reply', reply, replayed: outcome === 'replayed' });
      else {
        const waiting = this.waiting.get(commandId);
        if (waiting !== undefined) waiting.isReplayed = outcome === 'replayed';
        unread ??= [];
        unread.push(commandId);
      }
    }
    if (unread !== undefined) this.readInbox(unread).catch(() => {});
  }

  private finish(commandId: string, outcome: SendOutcome<CommandKind>): void {
    const waiting = this.waiting.get(commandId);
    if (waiting === undefined) return;
    this.waiting.delete(commandId);
    waiting.queue.leave(waiting.size);
    for (const resolve of waiting.resolvers) resolve(outcome);
  }

  /** Reads the inbox for commands that wait longer than an announcement takes, and ends those past their deadline. */
  private async poll(): Promise<void> {
    if (this.isPolling) {
      this.expire(); // a blocked database must not delay requests beyond their deadline
      return;
    }
    this.isPolling = true;
    try {
      const now = performance.now();
      const late: string[] = [];
      for (const [id, { deadline }] of this.waiting) {
        if (deadline - this.options.timeoutMs + INBOX_POLL_MS > now) break;
        late.push(id);
      }
      for (let from = 0; from < late.length; from += 500) await this.readInbox(late.slice(from, from + 500));
    } catch {
      // the database is not reachable: the deadline applies
    } finally {
      this.expire();
      this.isPolling = false;
    }
  }

  private async readInbox(commandIds: readonly string[]): Promise<void> {
    const askedAt = performance.now();
    for (const { commandId, fingerprint, kind, reply, ageMs = 0 } of await this.options.readInbox(commandIds)) {
      const waiting = this.waiting.get(commandId);
      if (waiting === undefined) continue;
      const recorded = { kind: kind ?? waiting.kind, fingerprint: fingerprint ?? undefined };
      const replayed = waiting.isReplayed ?? this.isOlder(waiting, ageMs, askedAt);
      if (isOther(recorded, waiting)) this.finish(commandId, { kind: 'conflict' });
      else if (replayed !== undefined) {
        if (waiting.isReplayed === undefined && !replayed) this.unannounced.set(commandId, askedAt);
        this.finish(commandId, { kind: 'reply', reply, replayed });
      }
    }
  }

  /**
   * The reply was recorded before the command was sent. Undefined: the duration of the read makes that uncertain; the announcement or the next poll may
   * decide.
   */
  private isOlder({ deadline }: Waiting, ageMs: number, askedAt: number): boolean | undefined {
    const sentAt = deadline - this.options.timeoutMs;
    if (ageMs > performance.now() - sentAt) return true;
    const isOpen = ageMs > askedAt - sentAt && askedAt - sentAt < MAX_POLLS * INBOX_POLL_MS;
    return isOpen ? undefined : false;
  }

  private expire(): void {
    const now = performance.now();
    for (const [id, { deadline }] of this.waiting) {
      if (deadline > now) break;
      this.finish(id, { kind: 'timeout' });
    }
    for (const [id, answeredAt] of this.unannounced) {
      if (answeredAt + this.options.timeoutMs > now) break;
      this.unannounced.delete(id);
    }
  }
}

/** Distinguishes two requests with one command id. */
type Content = Pick<Waiting, 'kind' | 'fingerprint'>;

/** A request without a fingerprint matches every request of its kind. */
function isOther(a: Content, b: Content): boolean {
  return a.kind !== b.kind || (a.fingerprint !== undefined && b.fingerprint !== undefined && a.fingerprint !== b.fingerprint);
}
