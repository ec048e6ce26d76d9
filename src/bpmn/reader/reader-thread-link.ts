import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { NEXT_PART, type ReaderItem, type ReaderPart, type ReaderRequest, type ReaderSetup } from './protocol.ts';

/** `memory`, `time`: the file exceeds a limit. */
export class ReaderEnded extends Error {
  readonly reason: 'memory' | 'time' | 'fault';

  constructor(reason: ReaderEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Limits; beyond them the thread ends, and the request rejects. */
export interface ReaderLimits {
  /** Heap of the thread. */
  readonly memoryMb: number;
  /** Limit per file. */
  readonly timeoutMs: number;
}

/** Does not keep the process alive. Discard it after a failure. */
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

  /** Sends a request. Other work runs between two parts. Rejects with {@link ReaderEnded}. */
  async send(request: ReaderRequest, take: (item: ReaderItem) => void): Promise<void> {
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

/** Starts, from sources, the entry that registers the TypeScript loader. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './reader-thread-from-source.mjs' : './reader-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}
