import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { NEXT_PART, type ReaderItem, type ReaderPart, type ReaderRequest, type ReaderSetup } from './protocol.ts';

/** Why a thread gave no answer. `memory`, `time`: the file was too much for it. */
export class ReaderEnded extends Error {
  readonly reason: 'memory' | 'time' | 'fault';

  constructor(reason: ReaderEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Bounds of a reader thread. */
export interface ReaderLimits {
  /** heap of the thread */
  readonly memoryMb: number;
  /** longest time for one file */
  readonly timeoutMs: number;
}

/** One reader thread, seen from outside. It never keeps the process alive, and after a failure it is of no more use. */
export class ReaderThreadLink {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #ended: Promise<never>;
  readonly #limits: ReaderLimits;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = newWorker({
      workerData: { port: port2 } satisfies ReaderSetup,
      transferList: [port2],
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    this.#ended = new Promise((_, reject) => {
      this.#worker.once('error', (error) => reject(endedBy(error)));
      this.#worker.once('exit', () => reject(new ReaderEnded('fault', 'the reader of models has ended')));
    });
    this.#ended.catch(() => {});
    this.#worker.unref();
    port1.unref();
  }

  /** Gives every item of the answer to `take`, in parts; others have their turn between two of them. Rejects with {@link ReaderEnded}. */
  async ask(request: ReaderRequest, take: (item: ReaderItem) => void): Promise<void> {
    const overdue = new AbortController();
    const timer = setTimeout(() => overdue.abort(), this.#limits.timeoutMs);
    this.#port.ref();
    try {
      let message: ReaderRequest | typeof NEXT_PART = request;
      for (;;) {
        const answered = once(this.#port, 'message', { signal: overdue.signal });
        this.#port.postMessage(message);
        const [part] = (await Promise.race([answered, this.#ended])) as [ReaderPart];
        if ('error' in part) throw new ReaderEnded('fault', part.error);
        for (const item of part.items) take(item);
        if (part.isLast) return;
        message = NEXT_PART;
      }
    } catch (error) {
      if (overdue.signal.aborted) throw new ReaderEnded('time', 'the file takes too long to read');
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

function endedBy(error: Error): ReaderEnded {
  const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return new ReaderEnded(isMemory ? 'memory' : 'fault', error.message);
}

/** The compiled entry, or from source the one that registers the TypeScript loader first. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './reader-thread-from-source.mjs' : './reader-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}
