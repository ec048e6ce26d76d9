import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { FairQueue } from '../expressions/sandbox/fair-queue.ts';
import {
  LIMITS,
  type SimulationOutcome,
  type SimulationReply,
  type SimulationRequest,
  type SimulationSettings,
  type SimulationSetup,
} from './protocol.ts';

/** The time excludes the start of the thread. */
export interface ThreadLimits {
  readonly memoryMb: number;
  readonly timeMs: number;
}

/** No answer of the thread. `memory`, `time`: exceeded limit. */
export class SimulationEnded extends Error {
  readonly reason: 'memory' | 'time' | 'fault';

  constructor(reason: SimulationEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export class SimulationThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #ended: Promise<never>;
  readonly #online: Promise<unknown>;
  readonly #timeMs: number;

  constructor(settings: SimulationSettings, { memoryMb, timeMs }: ThreadLimits) {
    this.#timeMs = timeMs;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = newWorker({
      workerData: { port: port2, settings } satisfies SimulationSetup,
      transferList: [port2],
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    this.#ended = new Promise((_, reject) => {
      this.#worker.once('error', (error) => reject(endedBy(error)));
      this.#worker.once('exit', () => reject(new SimulationEnded('fault', 'the simulation thread has ended')));
    });
    this.#ended.catch(() => {});
    this.#online = once(this.#port, 'message');
    this.#online.catch(() => {});
    this.#worker.unref();
    port1.unref();
  }

  /** One at a time. After {@link SimulationEnded}, the thread is unusable. */
  async run(request: SimulationRequest): Promise<SimulationOutcome> {
    const overdue = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    this.#port.ref();
    try {
      await Promise.race([this.#online, this.#ended]);
      timer = setTimeout(() => overdue.abort(), this.#timeMs);
      const answered = once(this.#port, 'message', { signal: overdue.signal });
      this.#port.postMessage(request);
      const [reply] = (await Promise.race([answered, this.#ended])) as [SimulationReply];
      if ('error' in reply) throw new SimulationEnded('fault', reply.error);
      return reply.outcome;
    } catch (error) {
      if (overdue.signal.aborted) throw new SimulationEnded('time', 'the simulation takes too long');
      throw error;
    } finally {
      clearTimeout(timer);
      this.#port.unref();
      overdue.abort();
    }
  }

  async close(): Promise<void> {
    this.#port.close();
    await this.#worker.terminate();
  }
}

function endedBy(error: Error): SimulationEnded {
  const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new SimulationEnded(isMemory ? 'memory' : 'fault', error.message);
}

/** The compiled entry; for sources, the one that registers the TypeScript loader. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './simulation-thread-from-source.mjs' : './simulation-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}

/** A thread ends afterwards, to free its memory. */
const IDLE_MS = 60_000;

/** Running and waiting simulations in one process, in total and per owner. */
interface Places {
  readonly running: number;
  readonly runningOfOne: number;
  readonly waiting: number;
  readonly waitingOfOne: number;
}
const PLACES: Places = { running: 2, runningOfOne: 1, waiting: 16, waitingOfOne: 4 };

interface Job {
  readonly request: SimulationRequest;
  readonly resolve: (outcome: SimulationOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** Runs models that are not deployed, in threads with limits of memory and time. Frequent callers wait for others. Threads are created on demand. */
export class Simulator {
  readonly #settings: SimulationSettings;
  readonly #limits: ThreadLimits;
  readonly #places: Places;
  readonly #waiting = new FairQueue<Job>();
  readonly #waitingOf = new Map<string, number>();
  readonly #runningOf = new Map<string, number>();
  readonly #idle: SimulationThread[] = [];
  readonly #threads = new Set<SimulationThread>();
  #running = 0;
  #isClosed = false;
  #rest: NodeJS.Timeout | undefined;

  constructor(settings: SimulationSettings, bounds: Partial<ThreadLimits & Places> = {}) {
    const { engine, plugins, scripting } = settings;
    const { timeoutMs, memoryMb, maxOutputBytes } = scripting;
    // the start data of a thread is a copy: no other configuration belongs there
    this.#settings = { engine, plugins: onlyRetries(plugins), scripting: { timeoutMs, memoryMb, maxOutputBytes } };
    this.#limits = { memoryMb: bounds.memoryMb ?? LIMITS.memoryMb, timeMs: bounds.timeMs ?? LIMITS.timeMs };
    this.#places = { ...PLACES, ...bounds };
  }

  /** Another simulation of this owner may wait. `simulate` does not check it. */
  hasPlaceFor(owner: string): boolean {
    const { waiting, waitingOfOne } = this.#places;
    return this.#waiting.size < waiting && (this.#waitingOf.get(owner) ?? 0) < waitingOfOne;
  }

  /**
   * Waits for a thread. Too much time or memory gives `ok: false`. Rejects if the simulator is closed, or for a defect of Sluice.
   * @param owner user: one simulation per user runs at a time
   */
  simulate(owner: string, request: SimulationRequest): Promise<SimulationOutcome> {
    if (this.#isClosed) return Promise.reject(new Error('the simulator is closed'));
    return new Promise((resolve, reject) => {
      this.#waiting.add(owner, { request, resolve, reject });
      count(this.#waitingOf, owner, 1);
      this.#work();
    });
  }

  /** Rejects waiting requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    for (const job of this.#waiting.takeAll()) job.reject(new Error('the simulator is closed'));
    await Promise.all([...this.#threads].map((thread) => this.#discard(thread)));
  }

  #work(): void {
    const { running, runningOfOne } = this.#places;
    while (this.#running < running && !this.#isClosed) {
      const taken = this.#waiting.take((owner) => (this.#runningOf.get(owner) ?? 0) < runningOfOne);
      if (taken === undefined) break;
      count(this.#waitingOf, taken.key, -1);
      void this.#run(taken.key, taken.item);
    }
  }

  async #run(owner: string, { request, resolve, reject }: Job): Promise<void> {
    clearTimeout(this.#rest);
    this.#running += 1;
    count(this.#runningOf, owner, 1);
    const thread = this.#idle.pop() ?? this.#open();
    try {
      resolve(await thread.run(request));
      this.#idle.push(thread);
    } catch (error) {
      await this.#discard(thread);
      const text = error instanceof SimulationEnded ? this.#tooMuch(error) : undefined;
      if (text === undefined) reject(error);
      else resolve({ ok: false, why: 'limit', text });
    } finally {
      this.#running -= 1;
      count(this.#runningOf, owner, -1);
      this.#work();
      this.#restLater();
    }
  }

  #open(): SimulationThread {
    const thread = new SimulationThread(this.#settings, this.#limits);
    this.#threads.add(thread);
    return thread;
  }

  #tooMuch({ reason }: SimulationEnded): string | undefined {
    if (reason === 'fault') return undefined;
    const { memoryMb, timeMs } = this.#limits;
    return reason === 'memory' ? `it takes more than ${memoryMb} MB of memory` : `it takes more than ${timeMs / 1000} seconds`;
  }

  #restLater(): void {
    if (this.#running > 0 || this.#isClosed) return;
    this.#rest = setTimeout(() => {
      for (const thread of this.#idle.splice(0)) void this.#discard(thread);
    }, IDLE_MS);
    this.#rest.unref();
  }

  async #discard(thread: SimulationThread): Promise<void> {
    this.#threads.delete(thread);
    await thread.close();
  }
}

function count(counts: Map<string, number>, key: string, by: number): void {
  const next = (counts.get(key) ?? 0) + by;
  if (next === 0) counts.delete(key);
  else counts.set(key, next);
}

function onlyRetries({
  attempts,
  backoffSeconds,
  maxBackoffSeconds,
}: SimulationSettings['plugins']): SimulationSettings['plugins'] {
  return { attempts, backoffSeconds, maxBackoffSeconds };
}
