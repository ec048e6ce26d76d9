import { LRUCache } from 'lru-cache';
import { TimeLimit, timeLimitReached } from '../time-limit.ts';
import { type EvaluationCaller, UnfinishedText } from '../unfinished-text.ts';
import { FairQueue } from './fair-queue.ts';
import type { SandboxReply, SandboxRequest } from './protocol.ts';
import { ALLOWANCE_MS, TextAllowance } from './text-allowance.ts';
import { Thread } from './thread.ts';

/** Time for a thread to report the time limit, before it is terminated. */
const GRACE_MS = 150;
/** Limits of the cache of speeds: texts, total characters. */
const MAX_KNOWN_TEXTS = 2000;
const MAX_KNOWN_LENGTH = 8 * 1024 * 1024;
/** Time for a text of unknown speed in the additional thread. */
const TRIAL_MS = 100;
/** A text below it in a thread is quick. */
const SHORT_MS = 5;
/** Guaranteed to a quick text on the main thread. */
const QUICK_MS = 2;

/** Outcome of an asynchronous evaluation. */
export type LongOutcome = 'finished' | 'timed_out' | 'died';

/** `waiting`: queued evaluations. */
export interface ThreadCounts {
  readonly busy: number;
  readonly waiting: number;
}

/** `memoryMb`: per script. */
export interface ThreadPoolOptions {
  readonly memoryMb: number;
  /** Threads for long evaluations; an additional one is for short ones. 0: all block, in a single thread. */
  readonly threads: number;
  /** Time slice per turn of the event loop; 0: none blocks. */
  readonly allowanceMs?: number | undefined;
  readonly onLongEnded?: (outcome: LongOutcome) => void;
}

interface LongWork {
  readonly request: SandboxRequest;
  readonly limitMs: number;
  readonly resolve: (reply: SandboxReply) => void;
  readonly reject: (error: Error) => void;
}

/** `trial`: timer until it is classified as slow; not counted against the limits before. */
interface Running {
  readonly key: string;
  readonly work: LongWork;
  deadline: NodeJS.Timeout;
  trial: NodeJS.Timeout | undefined;
}

/**
 * Threads for evaluations that must be killable. A short evaluation blocks the caller. One that exceeds the time slice continues asynchronously or is
 * queued, and the caller retries with the cached result. A key (process) uses at most half of the threads.
 */
export class ThreadPool {
  private readonly options: ThreadPoolOptions;
  private readonly threads = new Set<Thread>();
  private readonly waiting = new FairQueue<LongWork>();
  /** Unknown speed; no thread was free or the time slice was used. */
  private readonly untried = new FairQueue<LongWork>();
  /** Quick last time; no thread was free. */
  private readonly quick = new FairQueue<LongWork>();
  private readonly running = new Map<Thread, Running>();
  /** Last speed of texts; quick ones do not wait for trials of others. */
  private readonly known = new LRUCache<string, 'slow' | 'quick'>({ max: MAX_KNOWN_TEXTS, maxSize: MAX_KNOWN_LENGTH });
  /** Thread for quick texts only, started when all others are busy. */
  private reserve: Thread | undefined;
  private readonly allowance: TextAllowance;
  private isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.options = options;
    this.allowance = new TextAllowance(options.allowanceMs ?? ALLOWANCE_MS);
  }

  get counts(): ThreadCounts {
    return { busy: this.running.size, waiting: this.waitingCount };
  }

  private get waitingCount(): number {
    return this.quick.size + this.untried.size + this.waiting.size;
  }

  /** Ms that a text may block the event loop; 0 if it is known to be slow, or the time slice is used. */
  allowanceFor(source: string): number {
    const known = this.known.peek(source);
    if (known === 'slow') return 0;
    return known === 'quick' ? Math.max(this.allowance.allowanceMs, QUICK_MS) : this.allowance.allowanceMs;
  }

  /** `isTooLong`: not finished. */
  spend(source: string, ms: number, isTooLong: boolean): void {
    this.allowance.spend(ms);
    if (isTooLong) this.recordSpeed(source, 'slow');
  }

  /** Blocks at most `limitMs` plus a grace period. Throws if a thread cannot be started: an infrastructure error. */
  evaluateBlocking(request: SandboxRequest, limitMs: number): SandboxReply {
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

  /** Throws {@link UnfinishedText} beyond the time slice. The evaluation then continues or is queued if the caller has `outcomes`, else it is discarded. */
  evaluate(request: SandboxRequest, limitMs: number, caller: EvaluationCaller): SandboxReply {
    this.checkOpen();
    const { source } = request;
    const allowanceMs = this.allowanceFor(source);
    const thread = allowanceMs > 0 ? (this.idleThread() ?? this.reserveFor(source)) : undefined;
    if (thread === undefined) throw this.unfinished(request, limitMs, caller);
    const began = performance.now();
    thread.begin(request);
    const reply = thread.waitFor(Math.min(allowanceMs, limitMs + GRACE_MS));
    this.spend(source, performance.now() - began, reply === undefined);
    if (reply !== undefined) {
      if (reply.recycle === true) this.renew(thread);
      this.recordTime(source, reply);
      return reply;
    }
    if (caller.outcomes !== undefined) {
      const isTrial = !this.mayRun(caller.key);
      throw this.startUnfinished(request, limitMs, caller, (work) => this.watch(thread, caller.key, work, isTrial));
    }
    this.renew(thread); // the caller will not retry
    throw new UnfinishedText(caller);
  }

  /** Queues the evaluation if the caller has `outcomes`. Returns the error for the caller to throw. */
  unfinished(request: SandboxRequest, limitMs: number, caller: EvaluationCaller): UnfinishedText {
    if (caller.outcomes === undefined) return new UnfinishedText(caller);
    return this.startUnfinished(request, limitMs, caller, (work) => {
      this.queueFor(request.source).add(caller.key, work);
      this.runWaiting();
    });
  }

  /** Rejects running, queued and later evaluations. */
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

  private startUnfinished(
    request: SandboxRequest,
    limitMs: number,
    caller: EvaluationCaller,
    begin: (work: LongWork) => void,
  ): UnfinishedText {
    const outcome = new Promise<void>((resolve, reject) => {
      const take = (reply: SandboxReply) => {
        caller.outcomes?.add(request, reply);
        resolve();
      };
      begin({ request, limitMs, resolve: take, reject });
    });
    return new UnfinishedText(caller, outcome);
  }

  /** Allows half of the threads per key, to keep the others free. */
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

  /** Ends it for a slow text, or on a busy machine. The text keeps the thread if its key may have one, or no other text waits for a trial. */
  private endTrial(thread: Thread): void {
    const running = this.running.get(thread);
    if (running === undefined) return;
    const { key, work } = running;
    this.recordSpeed(work.request.source, 'slow');
    const mayContinue = this.mayRun(key);
    running.trial = undefined;
    if (mayContinue) return;
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

  /** Continues the evaluation asynchronously. */
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
      this.recordTime(work.request.source, reply);
      this.ended(thread, outcomeOf(reply), reply);
    });
  }

  /** Limit for a process that does not enforce it. */
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

  /** Thread that is loaded and idle; starts one more within the limit. */
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

  /** Thread for quick texts, if loaded and idle. */
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

  /** Fails only the evaluation of this thread. */
  private died(thread: Thread): void {
    this.renew(thread);
    const reason = 'the evaluation ended its thread';
    this.ended(thread, 'died', { evaluation: { ok: false, code: '500', reason }, tookMs: 0 });
  }

  /** Replaces a thread; the new one loads in the background. */
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

  private recordTime(source: string, { tookMs }: SandboxReply): void {
    if (tookMs < SHORT_MS) this.recordSpeed(source, 'quick');
  }

  private recordSpeed(source: string, speed: 'slow' | 'quick'): void {
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
