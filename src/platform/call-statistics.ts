import { cutText } from './cut-text.ts';

interface RecentNames {
  note(name: string): void;
  /** Returns names in the order of their last use, the latest last. */
  read(): readonly string[];
}

/** Keeps each name until `keepMs` after its last use, at most the `most` latest names. `now`: ms since any fixed moment. */
export function openRecentNames(keepMs: number, most: number, now: () => number = () => performance.now()): RecentNames {
  /** name → time of the last use, oldest first */
  const noted = new Map<string, number>();
  const forget = () => {
    const oldest = now() - keepMs;
    for (const [name, at] of noted) {
      if (at > oldest && noted.size <= most) return;
      noted.delete(name);
    }
  };
  return {
    note(name) {
      noted.delete(name);
      noted.set(name, now());
      forget();
    },
    read() {
      forget();
      return [...noted.keys()];
    },
  };
}

/** One command or query within WINDOW_MS. `totalMs`: sum of the durations. */
export interface MethodStatistics {
  readonly name: string;
  readonly calls: number;
  readonly failures: number;
  readonly totalMs: number;
  /** calls of at most {@link DURATION_BOUNDS_MS}[n]; the last number counts longer calls */
  readonly durations: readonly number[];
}

/** Data that a process reports with its heartbeat. */
export interface Statistics {
  readonly methods: readonly MethodStatistics[];
  /** command batches that workers of this process run now */
  readonly jobsActive: number;
  readonly pluginRunsActive: number;
  /** task types (in lower case) that external workers have fetched recently; absent in reports of earlier releases */
  readonly fetchedTypes?: readonly string[];
  /** external workers that have fetched recently; their names may be shortened */
  readonly fetchedBy?: readonly TypeFetch[];
  /** attempts of custom tasks that ended within WINDOW_MS */
  readonly taskRuns?: readonly TaskRuns[];
}

/** `typeKey`: type in lower case. */
interface TypeFetch {
  readonly typeKey: string;
  readonly workerId: string;
}

/** Successful (`done`) and failed attempts of custom tasks. `typeKey`: type in lower case. */
interface TaskRuns {
  readonly typeKey: string;
  readonly done: number;
  readonly failed: number;
}

/** Statistics of the last minutes in this process. */
export interface CallStatistics {
  called(name: string, durationMs: number, hasFailed: boolean): void;
  /** Records the start of a call. The returned function records its end. */
  began(what: 'job' | 'pluginRun'): () => void;
  /** An external worker fetches tasks. Call it again at the end of a long poll. `typeKey`: type in lower case. */
  fetched(typeKey: string, workerId: string): void;
  /** Records the end of an attempt of a custom task. The caller must limit the number of types. */
  taskEnded(typeKey: string, hasFailed: boolean): void;
  read(): Statistics;
}

/** Length of the window (docs/contributing/spec/pages.md#dashboard). */
export const WINDOW_MS = 300_000;
const SLOTS = 10;
const SLOT_MS = WINDOW_MS / SLOTS;

/** Bounds from 0.5 ms to 65 s. Each is 1.41 times the previous one, so the error of a percentile is at most 41 %. */
const DURATION_BOUNDS_MS: readonly number[] = Array.from({ length: 35 }, (_, n) => 0.5 * 2 ** (n / 2));

/** Time for which a type counts as fetched: longer than an external worker may wait in one request. */
const FETCHED_MS = 120_000;

/** Task types, because clients can send any type. */
const MAX_FETCHED = 500;
const MAX_TYPE_LENGTH = 256;
const MAX_FETCHERS = 200;
const MAX_WORKER_LENGTH = 64;

interface Counted {
  calls: number;
  failures: number;
  totalMs: number;
  durations: number[];
}
interface Slot {
  readonly number: number;
  readonly methods: Map<string, Counted>;
  readonly tasks: Map<string, { done: number; failed: number }>;
}

/** `now`: ms since any fixed moment. */
export function openCallStatistics(now: () => number = () => performance.now()): CallStatistics {
  let slots: Slot[] = [];
  const active = { job: 0, pluginRun: 0 };
  const fetchedTypes = openRecentNames(FETCHED_MS, MAX_FETCHED, now);
  /** type and worker as JSON */
  const fetchers = openRecentNames(FETCHED_MS, MAX_FETCHERS, now);

  /** Removes slots older than WINDOW_MS. The current slot is the last one. */
  function currentSlots(): Slot[] {
    const number = Math.floor(now() / SLOT_MS);
    if (slots.at(-1)?.number !== number) {
      slots = slots.filter((slot) => slot.number > number - SLOTS);
      slots.push({ number, methods: new Map(), tasks: new Map() });
    }
    return slots;
  }

  return {
    called(name, durationMs, hasFailed) {
      const methods = currentSlots().at(-1)?.methods;
      const counted = methods?.get(name) ?? emptyCount();
      methods?.set(name, counted);
      add(counted, { calls: 1, failures: hasFailed ? 1 : 0, totalMs: durationMs, durations: [] });
      const place = bucketOf(durationMs);
      counted.durations[place] = (counted.durations[place] ?? 0) + 1;
    },
    began(what) {
      active[what] += 1;
      let hasEnded = false;
      return () => {
        if (!hasEnded) active[what] -= 1;
        hasEnded = true;
      };
    },
    fetched(typeKey, workerId) {
      if (typeKey.length > MAX_TYPE_LENGTH) return;
      fetchedTypes.note(typeKey);
      fetchers.note(JSON.stringify([typeKey, cutText(workerId, MAX_WORKER_LENGTH)]));
    },
    taskEnded(typeKey, hasFailed) {
      const tasks = currentSlots().at(-1)?.tasks;
      const { done, failed } = tasks?.get(typeKey) ?? { done: 0, failed: 0 };
      tasks?.set(typeKey, { done: done + Number(!hasFailed), failed: failed + Number(hasFailed) });
    },
    read() {
      const methods = methodsOf(currentSlots());
      const fetched = { fetchedTypes: fetchedTypes.read(), fetchedBy: fetchers.read().map(fetchOf) };
      return {
        methods,
        jobsActive: active.job,
        pluginRunsActive: active.pluginRun,
        ...fetched,
        taskRuns: runsOf(currentSlots()),
      };
    },
  };
}

function methodsOf(slots: readonly Slot[]): readonly MethodStatistics[] {
  return sumOfMethods(slots.flatMap(({ methods }) => [...methods].map(([name, counted]) => ({ name, ...counted }))));
}

function runsOf(slots: readonly Slot[]): readonly TaskRuns[] {
  return sumOfRuns(slots.flatMap(({ tasks }) => [...tasks].map(([typeKey, runs]) => ({ typeKey, ...runs }))));
}

function fetchOf(text: string): TypeFetch {
  const [typeKey, workerId] = JSON.parse(text) as readonly [string, string];
  return { typeKey, workerId };
}

/** Adds up several slots or processes by type. */
export function sumOfRuns(all: readonly TaskRuns[]): readonly TaskRuns[] {
  const sums = new Map<string, TaskRuns>();
  for (const { typeKey, done, failed } of all) {
    const sum = sums.get(typeKey);
    sums.set(typeKey, { typeKey, done: done + (sum?.done ?? 0), failed: failed + (sum?.failed ?? 0) });
  }
  return [...sums.values()];
}

/** Adds up several processes by name. Sorted by name. */
export function sumOfMethods(all: readonly MethodStatistics[]): readonly MethodStatistics[] {
  const sums = new Map<string, Counted>();
  for (const { name, ...counted } of all) {
    const sum = sums.get(name) ?? emptyCount();
    sums.set(name, sum);
    add(sum, counted);
  }
  return [...sums].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Percentile in ms, rounded up to a bound. 0 without calls. */
export function percentileMs({ calls, durations }: Pick<MethodStatistics, 'calls' | 'durations'>, percent: number): number {
  const wanted = Math.ceil((calls * percent) / 100);
  let passed = 0;
  for (const [place, count] of durations.entries()) {
    passed += count;
    if (passed >= wanted && wanted > 0) return DURATION_BOUNDS_MS[place] ?? DURATION_BOUNDS_MS.at(-1) ?? 0;
  }
  return 0;
}

function emptyCount(): Counted {
  return { calls: 0, failures: 0, totalMs: 0, durations: new Array<number>(DURATION_BOUNDS_MS.length + 1).fill(0) };
}

function add(sum: Counted, more: Omit<MethodStatistics, 'name'>): void {
  sum.calls += more.calls;
  sum.failures += more.failures;
  sum.totalMs += more.totalMs;
  for (const [place, count] of more.durations.entries()) sum.durations[place] = (sum.durations[place] ?? 0) + count;
}

function bucketOf(durationMs: number): number {
  const place = DURATION_BOUNDS_MS.findIndex((bound) => durationMs <= bound);
  return place < 0 ? DURATION_BOUNDS_MS.length : place;
}
