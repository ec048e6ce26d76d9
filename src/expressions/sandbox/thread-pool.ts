import { LRUCache } from 'lru-cache';
import { TimeLimit, timeLimitReached } from '../time-limit.ts';
import { type Asker, UnfinishedText } from '../unfinished-text.ts';
import { FairQueue } from './fair-queue.ts';
import type { SandboxReply, SandboxRequest } from './protocol.ts';
import { ALLOWANCE_MS, TextAllowance } from './text-allowance.ts';
import { Thread } from './thread.ts';

/** What a thread may take beyond the time limit to report that itself, before it is ended. */
const GRACE_MS = 150;
/** Texts of which it is known whether they take long. Units: texts; characters of all of them. */
const MAX_KNOWN_TEXTS = 2000;
const MAX_KNOWN_LENGTH = 8 * 1024 * 1024;
/** How long a text may use the thread for short ones that is not known to take long. Unit: ms. */
const TRIAL_MS = 100;
/** A text that took so long in a thread is not worth a thread of its own the next time. Unit: ms. */
const SHORT_MS = 5;
/** What a quick text may always hold up the event loop. Unit: ms. */
const QUICK_MS = 2;

/** How an evaluation that was not waited for has ended. */
export type LongOutcome = 'finished' | 'timed_out' | 'died';

/** The threads at this moment. `waiting`: evaluations that wait for one. */
export interface ThreadCounts {
  readonly busy: number;
  readonly waiting: number;
}

export interface ThreadPoolOptions {
  readonly memoryMb: number;
  /** threads for what takes long; one more is kept for what does not. 0: everything is waited for, in one thread */
  readonly threads: number;
  /** how long texts may hold up one turn of the event loop; 0: none is waited for. Unit: ms */
  readonly allowanceMs?: number | undefined;
  readonly onLongEnded?: (outcome: LongOutcome) => void;
}

/** An evaluation that nobody blocks for. */
interface LongWork {
  readonly request: SandboxRequest;
  readonly limitMs: number;
  readonly resolve: (reply: SandboxReply) => void;
  readonly reject: (error: Error) => void;
}

/** An evaluation that nobody blocks for, in work. `trial`: runs until it is known to take long, and does not count before. */
interface Running {
  readonly key: string;
  readonly work: LongWork;
  deadline: NodeJS.Timeout;
  trial: NodeJS.Timeout | undefined;
}

/**
 * Threads for texts that must be killable. A short evaluation is waited for; one that uses up its allowance of the event loop's turn goes on by
 * itself, or waits for a thread, and its asker comes back for the outcome. Keys share the threads: none has more than half of them.
 */
export class ThreadPool {
  private readonly options: ThreadPoolOptions;
  private readonly threads = new Set<Thread>();
  private readonly waiting = new FairQueue<LongWork>();
  /** not known to take long, and not waited for: no thread was free, or the event loop had been held up enough */
  private readonly untried = new FairQueue<LongWork>();
  /** were short the last time, and found no thread */
  private readonly quick = new FairQueue<LongWork>();
  private readonly running = new Map<Thread, Running>();
  /** what texts were the last time; a quick one does not wait for the trials of others */
  private readonly known = new LRUCache<string, 'slow' | 'quick'>({ max: MAX_KNOWN_TEXTS, maxSize: MAX_KNOWN_LENGTH });
  /** for quick texts alone; started when all threads have work */
  private reserve: Thread | undefined;
  private readonly turn: TextAllowance;
  private isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.options = options;
    this.turn = new TextAllowance(options.allowanceMs ?? ALLOWANCE_MS);
  }

  get counts(): ThreadCounts {
    return { busy: this.running.size, waiting: this.waitingCount };
  }

  private get waitingCount(): number {
    return this.quick.size + this.untried.size + this.waiting.size;
  }

  /** How long a text may hold up the event loop now; 0: it is known to take long, or the turn has been held up enough. Unit: ms. */
  allowanceFor(source: string): number {
    const known = this.known.peek(source);
    if (known === 'slow') return 0;
    return known === 'quick' ? Math.max(this.turn.allowanceMs, QUICK_MS) : this.turn.allowanceMs;
  }

  /** Counts what a text has taken of the turn. `isTooLong`: it was not at its end. */
  spend(source: string, ms: number, isTooLong: boolean): void {
    this.turn.spend(ms);
    if (isTooLong) this.note(source, 'slow');
  }

  /**
   * Evaluates and blocks until that is done, `limitMs` and a little more at most. Throws when a thread cannot be started, which no text can cause.
   */
  askAndBlock(request: SandboxRequest, limitMs: number): SandboxReply {
    this.checkOpen();
    const thread = this.freeThread() ?? this.start();
    try {
      thread.waitUntilLoaded();
    } catch (error) {
      this.discard(thread);
      throw error;
    }
    thread.begin(request);
    const limit = this.limitOf(thread, limitMs);
    let reply = thread.waitFor(GRACE_MS);
    while (reply === undefined && !limit.isReached) reply = thread.waitFor(GRACE_MS);
    if (reply === undefined || reply.recycle === true) this.renew(thread);
    return reply ?? timedOut(limitMs);
  }

  /** Evaluates what is done within the allowance; throws {@link UnfinishedText} for what is not. */
  ask(request: SandboxRequest, limitMs: number, asker: Asker): SandboxReply {
    this.checkOpen();
    const { source } = request;
    const allowanceMs = this.allowanceFor(source);
    const thread = allowanceMs > 0 ? (this.idleThread() ?? this.reserveFor(source)) : undefined;
    if (thread === undefined) throw this.unfinished(request, limitMs, asker);
    const began = performance.now();
    thread.begin(request);
    const reply = thread.waitFor(Math.min(allowanceMs, limitMs + GRACE_MS));
    this.spend(source, performance.now() - began, reply === undefined);
    if (reply !== undefined) {
      if (reply.recycle === true) this.renew(thread);
      this.noteTime(source, reply);
      return reply;
    }
    if (asker.outcomes !== undefined) {
      const isTrial = !this.mayRun(asker.key);
      throw this.promised(request, limitMs, asker, (work) => this.watch(thread, asker.key, work, isTrial));
    }
    this.renew(thread); // nobody comes back for the outcome
    throw new UnfinishedText(asker);
  }

  /** What does not run yet: waits for its thread if the asker may wait. */
  unfinished(request: SandboxRequest, limitMs: number, asker: Asker): UnfinishedText {
    if (asker.outcomes === undefined) return new UnfinishedText(asker);
    return this.promised(request, limitMs, asker, (work) => {
      this.queueFor(request.source).add(asker.key, work);
      this.runWaiting();
    });
  }

  /** Stops the threads; what is in work or waits is rejected, and so is every later call. */
  async close(): Promise<void> {
    this.isClosed = true;
    const unfinished = [...this.takeWaiting(), ...[...this.running.values()].map(({ work }) => work)];
    for (const running of this.running.values()) clearTimers(running);
    this.running.clear();
    for (const { reject } of unfinished) reject(new Error('the script sandbox is closed'));
    const stopping = [...this.threads].map((thread) => thread.stop());
    this.threads.clear();
    await Promise.all(stopping);
  }

  private promised(request: SandboxRequest, limitMs: number, asker: Asker, begin: (work: LongWork) => void): UnfinishedText {
    const outcome = new Promise<void>((resolve, reject) => {
      const take = (reply: SandboxReply) => {
        asker.outcomes?.add(request, reply);
        resolve();
      };
      begin({ request, limitMs, resolve: take, reject });
    });
    return new UnfinishedText(asker, outcome);
  }

  /** One key has at most half of the threads: the others are for those who come later. */
  private mayRun(key: string): boolean {
    const { threads } = this.options;
    const counted = [...this.running.values()].filter(({ trial }) => trial === undefined);
    const ofKey = counted.filter((running) => running.key === key).length;
    return counted.length < threads && ofKey < Math.max(1, Math.floor(threads / 2));
  }

  private queueFor(source: string): FairQueue<LongWork> {
    const known = this.known.peek(source);
    if (known === 'slow') return this.waiting;
    return known === 'quick' ? this.quick : this.untried;
  }

  private takeWaiting(): readonly LongWork[] {
    return [this.waiting, this.untried, this.quick].flatMap((queue) => queue.takeAll());
  }

  private runWaiting(): void {
    while (this.waitingCount > 0 && !this.isClosed) {
      const thread = this.idleThread();
      if (thread === undefined) return;
      const untried = this.quick.take(() => true) ?? this.untried.take(() => true);
      const next = untried ?? this.waiting.take((key) => this.mayRun(key));
      if (next === undefined) return;
      thread.begin(next.item.request);
      this.watch(thread, next.key, next.item, untried !== undefined);
    }
  }

  /** What it tried takes long, or the machine has other work: it keeps the thread where it may have one, and while no other text is to be tried. */
  private endTrial(thread: Thread): void {
    const running = this.running.get(thread);
    if (running === undefined) return;
    const { key, work } = running;
    this.note(work.request.source, 'slow');
    const mayGoOn = this.mayRun(key);
    running.trial = undefined;
    if (mayGoOn) return;
    if (this.quick.size + this.untried.size === 0) {
      running.trial = setTimeout(() => this.endTrial(thread), TRIAL_MS);
      return;
    }
    this.running.delete(thread);
    clearTimers(running);
    this.renew(thread);
    this.waiting.add(key, work);
    this.runWaiting();
  }

  /** Lets a thread go on by itself. */
  private watch(thread: Thread, key: string, work: LongWork, isTrial = false): void {
    const limit = this.limitOf(thread, work.limitMs);
    const check = () => {
      const running = this.running.get(thread);
      if (running !== undefined && !limit.isReached) {
        running.deadline = setTimeout(check, work.limitMs);
        return;
      }
      this.renew(thread);
      this.ended(thread, 'timed_out', timedOut(work.limitMs));
    };
    const deadline = setTimeout(check, work.limitMs + GRACE_MS);
    const trial = isTrial ? setTimeout(() => this.endTrial(thread), TRIAL_MS) : undefined;
    this.running.set(thread, { key, work, deadline, trial });
    thread.onReply((reply) => {
      if (reply.recycle === true) this.renew(thread);
      this.noteTime(work.request.source, reply);
      this.ended(thread, outcomeOf(reply), reply);
    });
  }

  /** For a process that does not end its evaluation itself. */
  private limitOf(thread: Thread, limitMs: number): TimeLimit {
    const limit = new TimeLimit(limitMs + GRACE_MS, () => thread.processorMs);
    limit.start();
    return limit;
  }

  private ended(thread: Thread, outcome: LongOutcome, reply: SandboxReply): void {
    const running = this.running.get(thread);
    if (running === undefined) return;
    this.running.delete(thread);
    clearTimers(running);
    this.options.onLongEnded?.(outcome);
    running.work.resolve(reply);
    this.runWaiting();
  }

  /** A loaded thread without work. When there is none and there may be more, one more begins to load. */
  private idleThread(): Thread | undefined {
    let isLoading = false;
    for (const thread of this.threads) {
      if (thread.hasEnded || thread.hasFailed || thread === this.reserve) continue;
      if (thread.isLoaded && !thread.isBusy) return thread;
      isLoading ||= !thread.isLoaded;
    }
    const count = this.threads.size - (this.reserve === undefined ? 0 : 1);
    if (!isLoading && this.options.threads > 0 && count <= this.options.threads) this.start();
    return undefined;
  }

  /** The thread for quick texts, when it is loaded and has no work. */
  private reserveFor(source: string): Thread | undefined {
    if (this.options.threads === 0 || this.known.peek(source) !== 'quick') return undefined;
    this.reserve ??= this.start();
    const { hasEnded, hasFailed, isLoaded, isBusy } = this.reserve;
    return !hasEnded && !hasFailed && isLoaded && !isBusy ? this.reserve : undefined;
  }

  private freeThread(): Thread | undefined {
    return [...this.threads].find(({ hasEnded, hasFailed, isBusy }) => !hasEnded && !hasFailed && !isBusy);
  }

  private start(): Thread {
    const thread: Thread = new Thread(
      this.options.memoryMb,
      () => this.loaded(thread),
      () => this.died(thread),
    );
    this.threads.add(thread);
    return thread;
  }

  private loaded(thread: Thread): void {
    if (!thread.hasFailed) {
      this.runWaiting();
      return;
    }
    const failure = thread.startFailure();
    this.discard(thread);
    for (const { reject } of this.takeWaiting()) reject(failure);
  }

  /** Only what it evaluated fails; the others have threads of their own. */
  private died(thread: Thread): void {
    this.renew(thread);
    const reason = 'the evaluation ended its thread';
    this.ended(thread, 'died', { evaluation: { ok: false, code: '500', reason }, tookMs: 0 });
  }

  /** The next thread loads while the caller goes on. */
  private renew(thread: Thread): void {
    if (!this.threads.has(thread)) return;
    const isReserve = thread === this.reserve;
    this.discard(thread);
    if (this.isClosed) return;
    const next = this.start();
    if (isReserve) this.reserve = next;
  }

  private discard(thread: Thread): void {
    this.threads.delete(thread);
    if (thread === this.reserve) this.reserve = undefined;
    thread.stop().catch(() => {});
  }

  private noteTime(source: string, { tookMs }: SandboxReply): void {
    if (tookMs < SHORT_MS) this.note(source, 'quick');
  }

  private note(source: string, speed: 'slow' | 'quick'): void {
    this.known.set(source, speed, { size: source.length + 1 });
  }

  private checkOpen(): void {
    if (this.isClosed) throw new Error('the script sandbox is closed');
  }
}

function outcomeOf({ evaluation, hasDied }: SandboxReply): LongOutcome {
  if (hasDied === true) return 'died';
  return !evaluation.ok && evaluation.limitMs !== undefined ? 'timed_out' : 'finished';
}

function clearTimers({ deadline, trial }: Running): void {
  clearTimeout(deadline);
  clearTimeout(trial);
}

function timedOut(limitMs: number): SandboxReply {
  return { evaluation: timeLimitReached(limitMs), tookMs: limitMs };
}
