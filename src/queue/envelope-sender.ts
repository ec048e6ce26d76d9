import { sizeOfCommand } from '../messages/command-size.ts';
import type { Command, CommandKind, Reply } from '../messages/commands.ts';
import { type Announcement, ENVELOPE_VERSION, type Envelope } from '../messages/envelope.ts';
import type { FaultsInARow } from '../platform/faults-in-a-row.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { backoffMs, sleep } from '../platform/retry.ts';
import { currentTrace, type TraceContext, writeTraceparent } from '../platform/telemetry/trace-context.ts';
import { errorType, type OpenSpan, type Tracing } from '../platform/telemetry/tracing.ts';
import type { CommandSender, SendOutcome } from './command-sender.ts';
import { EnvelopeGatherer } from './envelope-gatherer.ts';
import { isAdministrative } from './lanes.ts';
import type { QueueBackend } from './queue-backend.ts';
import { WaitingRoom } from './waiting-room.ts';

/** A reply on record, read when an announcement is missing. */
export interface RecordedReply {
  readonly commandId: string;
  readonly fingerprint: string | null;
  /** of the command, where the record names it */
  readonly kind?: CommandKind;
  readonly reply: Reply;
  /** how long it has been on record, on the database's clock alone; where it is not known, the reply counts as that of this sending. Unit: ms */
  readonly ageMs?: number;
}

export interface EnvelopeSenderOptions {
  /** unit: ms; after it the outcome counts as unknown (docs/contributing/spec/http.md#command-timeout) */
  readonly timeoutMs: number;
  /** replies in the inbox for these command ids */
  readonly readInbox: (commandIds: readonly string[]) => Promise<readonly RecordedReply[]>;
  readonly log: Logger;
  /** commands that may wait in this replica at once; beyond it a new one is refused (docs/contributing/spec/http/errors.md#overloaded) */
  readonly maxWaiting?: number;
  /** the same for what they carry: about as many characters of JSON */
  readonly maxWaitingSize?: number;
  readonly tracing?: Tracing | undefined;
  /** counts what the queue does not take, for the readiness */
  readonly faults?: Pick<FaultsInARow, 'failed' | 'succeeded'> | undefined;
}

interface Waiting {
  readonly kind: CommandKind;
  readonly fingerprint: string | undefined;
  /** of the request behind the command */
  readonly trace: TraceContext | undefined;
  /** lasts until the command is handed over */
  readonly span: OpenSpan | undefined;
  /** on the monotonic clock: a jump of the system clock must neither end a wait early nor keep it from ending; unit: ms */
  readonly deadline: number;
  /** about how long the JSON text of the command is; unit: characters */
  readonly size: number;
  readonly room: WaitingRoom;
  /** flag of the announcement, if it came without the text of the reply */
  isReplayed: boolean | undefined;
  readonly resolvers: ((outcome: SendOutcome<CommandKind>) => void)[];
}

/**
 * Poll interval of the inbox, and minimum age of the waiting commands. A small value costs queries, a large one latency after a
 * lost announcement. Unit: ms.
 */
const INBOX_POLL_MS = 500;
/** After so many polls a reply of uncertain age counts as the reply to this sending. */
const LOOKS = 4;
/** How long a failed hand-over waits for its repeat. Short: the client is waiting too. */
const AGAIN = { firstDelayMs: 100, maxDelayMs: 500 };
const MAX_WAITING = 20_000;
/** Until a command is answered it is kept in memory, as text in the queue's client, and in the queue itself. Unit: characters of JSON. */
const MAX_WAITING_SIZE = 67_108_864;
/** The same for administrative commands, which have room of their own: a flood of others must not keep an operator out. */
const ADMINISTRATION_ROOM = { maxWaiting: 1000, maxWaitingSize: 33_554_432 };

/** Opens the sender of this replica: gathers commands into envelopes, waits for the announcements, and reads the inbox where one is missing. */
export async function openEnvelopeSender(backend: QueueBackend, options: EnvelopeSenderOptions): Promise<CommandSender> {
  const sender = new EnvelopeSender(backend, options);
  await sender.open();
  return sender;
}

class EnvelopeSender implements CommandSender {
  private readonly backend: QueueBackend;
  private readonly options: EnvelopeSenderOptions;
  private readonly replyTo = newId();
  /** by command id; in order of deadline, because every command waits equally long */
  private readonly waiting = new Map<string, Waiting>();
  /** commands answered from the inbox, whose announcement may still come; with when. Unit: ms on the monotonic clock */
  private readonly unannounced = new Map<string, number>();
  private readonly administration: WaitingRoom;
  private readonly others: WaitingRoom;
  private readonly timer: NodeJS.Timeout;
  private isPolling = false;

  constructor(backend: QueueBackend, options: EnvelopeSenderOptions) {
    this.backend = backend;
    this.options = options;
    const { maxWaiting = MAX_WAITING, maxWaitingSize = MAX_WAITING_SIZE } = options;
    const openRoom = (limits: { maxWaiting: number; maxWaitingSize: number }) =>
      new WaitingRoom(new EnvelopeGatherer((commands) => this.handOver(commands)), limits);
    this.administration = openRoom(ADMINISTRATION_ROOM);
    this.others = openRoom({ maxWaiting, maxWaitingSize });
    this.timer = setInterval(() => this.poll(), INBOX_POLL_MS);
    this.timer.unref();
  }

  open(): Promise<void> {
    return this.backend.listen(this.replyTo, (announcements) => this.onAnnouncements(announcements));
  }

  send<K extends CommandKind>(command: Command, { fingerprint }: { fingerprint?: string } = {}): Promise<SendOutcome<K>> {
    const known = this.waiting.get(command.id);
    if (known !== undefined && isOther(known, { kind: command.kind, fingerprint })) return Promise.resolve({ kind: 'conflict' });
    const size = known?.size ?? sizeOfCommand(command);
    const room = isAdministrative(command) ? this.administration : this.others;
    if (known === undefined) {
      if (!room.hasPlaceFor(size)) return Promise.resolve({ kind: 'overloaded' });
      if (!this.backend.isReachable) return Promise.resolve({ kind: 'queue-unreachable' });
    }
    return new Promise((resolve) => {
      const resolver = resolve as (outcome: SendOutcome<CommandKind>) => void;
      if (known !== undefined) {
        known.resolvers.push(resolver);
        return;
      }
      const deadline = performance.now() + this.options.timeoutMs;
      const span = this.beginSpan(command);
      const trace = span?.context ?? currentTrace();
      const { kind } = command;
      this.waiting.set(command.id, {
        kind,
        fingerprint,
        trace,
        span,
        deadline,
        size,
        room,
        isReplayed: undefined,
        resolvers: [resolver],
      });
      room.enter(command, size);
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

  /** After a failed hand-over the batch may have arrived or not. Its commands keep waiting, and it is sent again. */
  private async handOver(commands: readonly Command[]): Promise<void> {
    const senders = commands.map(({ id }) => this.waiting.get(id));
    const fingerprints = byCommand(commands, (index) => senders[index]?.fingerprint);
    const traceparents = byCommand(commands, (index) => {
      const trace = senders[index]?.trace;
      return trace && writeTraceparent(trace);
    });
    const envelope: Envelope = {
      v: ENVELOPE_VERSION,
      id: newId(),
      replyTo: this.replyTo,
      commands,
      ...(fingerprints === undefined ? {} : { fingerprints }),
      ...(traceparents === undefined ? {} : { traceparents }),
    };
    try {
      await this.backend.add(envelope);
      this.options.faults?.succeeded();
    } catch (error) {
      this.options.faults?.failed();
      this.options.log.event('queue-unreachable', { Operation: 'send', ErrorMessage: (error as Error).message });
      for (const sender of senders) sender?.span?.fail(errorType(error));
      void this.handOverAgain(envelope);
    }
    for (const sender of senders) sender?.span?.end();
  }

  /**
   * Repeats until the queue accepts it or no client waits. A batch that had arrived already is answered from the record. Other
   * batches do not wait for it, because the queue may reject it permanently.
   */
  private async handOverAgain(envelope: Envelope): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await sleep(backoffMs(AGAIN, attempt));
      const commands = envelope.commands.filter(({ id }) => this.waiting.has(id));
      if (commands.length === 0) return;
      try {
        await this.backend.add({ ...envelope, commands });
        this.options.faults?.succeeded();
        return;
      } catch {
        this.options.faults?.failed(); // still away
      }
    }
  }

  private beginSpan({ id, kind }: Command): OpenSpan | undefined {
    const lane = isAdministrative({ kind }) ? 'administration' : 'commands';
    const attributes = { 'messaging.system': 'bullmq', 'messaging.destination.name': lane, 'messaging.message.id': id };
    return this.options.tracing?.begin(`send ${kind}`, { kind: 'producer', parent: currentTrace(), attributes });
  }

  private onAnnouncements(announcements: readonly Announcement[]): void {
    const [first] = announcements;
    const { room = this.others } = (first && this.waiting.get(first.commandId)) ?? {};
    room.answered();
    let unread: string[] | undefined;
    for (const { commandId, fingerprint, outcome, reply } of announcements) {
      const { kind, fingerprint: own } = this.waiting.get(commandId) ?? {};
      // A repeated delivery answers an earlier request that had the same key: this one waits for its own answer.
      if (kind !== undefined && isOther({ kind, fingerprint }, { kind, fingerprint: own })) continue;
      if (this.unannounced.delete(commandId) && outcome === 'done') continue; // this announcement belongs to an earlier request that is already answered
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
    waiting.room.leave(waiting.size);
    for (const resolve of waiting.resolvers) resolve(outcome);
  }

  /** Reads the inbox for commands that wait longer than an announcement takes, and ends those past their deadline. */
  private async poll(): Promise<void> {
    if (this.isPolling) {
      this.expire(); // a database that hangs must not keep anyone waiting beyond the deadline
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
      // The database is away: the deadline decides.
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
   * Whether a reply was recorded before its command was sent. Undefined if the duration of the read makes it uncertain; the
   * announcement or the next poll may decide.
   */
  private isOlder({ deadline }: Waiting, ageMs: number, askedAt: number): boolean | undefined {
    const sentAt = deadline - this.options.timeoutMs;
    if (ageMs > performance.now() - sentAt) return true;
    const isOpen = ageMs > askedAt - sentAt && askedAt - sentAt < LOOKS * INBOX_POLL_MS;
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

/** Texts by command id; undefined when no command has one. */
function byCommand(
  commands: readonly Command[],
  textOf: (index: number) => string | undefined,
): Readonly<Record<string, string>> | undefined {
  let texts: Record<string, string> | undefined;
  for (const [index, { id }] of commands.entries()) {
    const text = textOf(index);
    if (text === undefined) continue;
    texts ??= {};
    texts[id] = text;
  }
  return texts;
}

/** What distinguishes two requests for one command id. */
type Content = Pick<Waiting, 'kind' | 'fingerprint'>;

/** A command that was sent without a fingerprint matches every other sending of its id, as long as it is of the same kind. */
function isOther(a: Content, b: Content): boolean {
  return a.kind !== b.kind || (a.fingerprint !== undefined && b.fingerprint !== undefined && a.fingerprint !== b.fingerprint);
}
