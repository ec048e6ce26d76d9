import { backoffMs } from '../platform/retry.ts';
import { withoutTrace } from '../platform/telemetry/tracing.ts';
import type { RegisteredPlugin } from '../plugins/registry.ts';
import { fetchAndLock, type LockedTask } from '../store/custom-task-locks.ts';
import type { HostTools } from './announcement.ts';
import type { RunningTask } from './running-task.ts';

/** Limits of the next statement that locks tasks. */
export interface Claimable {
  /** tasks of all process keys */
  readonly limit: number;
  /** process keys that use their whole share: their tasks are skipped */
  readonly without: readonly string[];
}

/**
 * Each process key leaves a quarter of the free slots of a task type to other keys, so that hanging calls of one key do not block them
 * (docs/contributing/spec/http/custom-tasks.md#shared-slots). Fewer than four slots are not shared.
 */
export class SlotShares {
  readonly #slots: number;
  readonly #running = new Map<string, number>();
  #total = 0;

  constructor(slots: number) {
    this.#slots = slots;
  }

  get free(): number {
    return this.#slots - this.#total;
  }

  begin(key: string): void {
    this.#total += 1;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  end(key: string): void {
    const left = (this.#running.get(key) ?? 0) - 1;
    this.#total -= 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }

  /** Returns at most the free share of one process key, to which all of the tasks could belong. */
  claimable(most: number): Claimable {
    const without: string[] = [];
    let limit = Math.min(most, shareOf(this.free));
    for (const [key, running] of this.#running) {
      const room = shareOf(this.#slots - (this.#total - running)) - running;
      if (room <= 0) without.push(key);
      else limit = Math.min(limit, room);
    }
    return { limit, without };
  }
}

/** Three quarters for one process key, rounded up. */
function shareOf(slots: number): number {
  return Math.ceil((slots * 3) / 4);
}

/** Number of results without a reply at which no further tasks are locked. More than the size of a command batch. */
const MAX_UNANSWERED = 512;
const MAX_CLAIM = 128;
/** A poll that skips the tasks of some keys can be slow. The next one starts after this multiple of its duration. */
const PAUSE_AFTER_POLL = 10;
/** Delays after a failed statement that locks tasks. The regular poll is every second. */
const OUTAGE = { firstDelayMs: 1000, maxDelayMs: 10_000 };

export type Begin = (task: LockedTask, plugin: RegisteredPlugin) => RunningTask;

/**
 * Locks as many tasks of one type as it has free slots, and repeats that while all are filled. A slot is free when the plugin has ended, also if its result
 * is not sent yet.
 */
export class TypeRunner {
  readonly #tools: HostTools;
  readonly #plugin: RegisteredPlugin;
  readonly #begin: Begin;
  readonly #now: () => number;
  readonly #slots: SlotShares;
  #pollAgainAt = 0;
  #nextPoll: NodeJS.Timeout | undefined;
  #unanswered = 0;
  #mayHaveMore = false;
  /** keys below their share may have more tasks */
  #othersMayHaveMore = false;
  #isClaiming = false;
  /** consecutive statements that failed to lock tasks */
  #failures = 0;
  #claimAgainAt = 0;
  #isStopped = false;
  #claiming: Promise<void> = Promise.resolve();

  constructor(tools: HostTools, plugin: RegisteredPlugin, begin: Begin, now: () => number = () => performance.now()) {
    this.#tools = tools;
    this.#plugin = plugin;
    this.#begin = begin;
    this.#now = now;
    this.#slots = new SlotShares(plugin.plugin.concurrency ?? tools.settings.concurrency);
  }

  /** Tasks that this runner can start now, of any process key; 0 if a key uses its whole share. */
  get room(): number {
    if (this.#isStopped || this.#free <= 0 || this.#isAway) return 0;
    const { limit, without } = this.#slots.claimable(this.#free);
    return without.length > 0 ? 0 : limit;
  }

  /** Locks and starts tasks, because there may be new ones. */
  wake(): void {
    this.#mayHaveMore = true;
    this.#othersMayHaveMore = true;
    // the caller may be in a trace; the claimed tasks belong to others
    withoutTrace(() => this.#fetchNext());
  }

  /** Locks no more tasks. Resolves when the running statement has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#nextPoll);
    await this.#claiming;
  }

  get #free(): number {
    return Math.min(this.#slots.free, MAX_UNANSWERED - this.#unanswered, MAX_CLAIM);
  }

  /** True during the pause after a failed statement. */
  get #isAway(): boolean {
    return this.#failures > 0 && this.#now() < this.#claimAgainAt;
  }

  #fetchNext(): void {
    if (this.#isClaiming || this.#isStopped || !this.#mayHaveMore || this.#free <= 0 || this.#isAway) return;
    const claimable = this.#slots.claimable(this.#free);
    if (claimable.without.length > 0 && !this.#mayPollOtherKeys()) return;
    this.#isClaiming = true;
    this.#claiming = this.#claim(claimable).finally(() => {
      this.#isClaiming = false;
      this.#fetchNext();
    });
  }

  /** Whether a poll for other process keys is useful and due. If it is only useful, schedules it. */
  #mayPollOtherKeys(): boolean {
    if (!this.#othersMayHaveMore) return false;
    const waitMs = this.#pollAgainAt - performance.now();
    if (waitMs <= 0) return true;
    this.#nextPoll ??= setTimeout(() => {
      this.#nextPoll = undefined;
      this.#fetchNext();
    }, waitMs).unref();
    return false;
  }

  async #claim({ limit, without }: Claimable): Promise<void> {
    // skipped tasks may be locked when their process key has a free slot
    this.#mayHaveMore = without.length > 0;
    this.#othersMayHaveMore = false;
    const begunAt = performance.now();
    const { connection, host, settings, log } = this.#tools;
    try {
      const { typeKey } = this.#plugin;
      const tasks = await fetchAndLock(connection, { typeKey, holder: host, limit, lockSeconds: settings.lockSeconds, without });
      this.#failures = 0;
      if (tasks.length === limit) {
        this.#mayHaveMore = true;
        this.#othersMayHaveMore = true;
      }
      if (without.length > 0) this.#pollAgainAt = performance.now() + PAUSE_AFTER_POLL * (performance.now() - begunAt);
      for (const task of tasks) this.#run(task);
    } catch (error) {
      this.#failures += 1;
      this.#claimAgainAt = this.#now() + backoffMs(OUTAGE, this.#failures);
      log.event('database-unreachable', { Operation: 'lock-custom-tasks', ErrorMessage: (error as Error).message });
    }
  }

  #run(task: LockedTask): void {
    const { ended, answered } = this.#begin(task, this.#plugin);
    this.#slots.begin(task.processKey);
    this.#unanswered += 1;
    void ended.then(() => {
      this.#slots.end(task.processKey);
      // the process key of the task may have more tasks, and has a free slot now
      this.#othersMayHaveMore = this.#mayHaveMore;
      // Slots that become free in one turn of the event loop are filled by one claim.
      setImmediate(() => this.#fetchNext());
    });
    void answered.then((retryAt) => {
      this.#unanswered -= 1;
      if (retryAt === undefined) this.#fetchNext();
      else this.#wakeAt(retryAt);
    });
  }

  /** Wakes after a short delay; the regular poll finds tasks after longer ones. */
  #wakeAt(retryAt: number): void {
    const delayMs = retryAt - Date.now();
    if (delayMs < 60_000) setTimeout(() => this.wake(), Math.max(0, delayMs) + 5).unref();
  }
}
