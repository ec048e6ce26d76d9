import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import type { SimulationOutcome, SimulationReply, SimulationRequest, SimulationSettings, SimulationSetup } from './protocol.ts';

/** Bounds of a simulation. The time does not count what the thread takes to begin. */
export interface ThreadLimits {
  readonly memoryMb: number;
  readonly timeMs: number;
}

/** Why a thread gave no answer. `memory`, `time`: the simulation was too much for it. */
export class SimulationEnded extends Error {
  readonly reason: 'memory' | 'time' | 'fault';

  constructor(reason: SimulationEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A thread in which models are run. */
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

  /** Rejects with {@link SimulationEnded}; the thread is of no use then. */
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

/** The compiled entry, or from source the one that registers the TypeScript loader first. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './simulation-thread-from-source.mjs' : './simulation-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}
