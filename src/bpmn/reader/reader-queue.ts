import { lengthOf, type ReaderItem, type ReaderRequest } from './protocol.ts';
import { type ReaderLimits, ReaderThreadLink } from './reader-thread-link.ts';

/** An idle thread ends, to release its memory. */
const IDLE_MS = 30_000;

interface Job {
  readonly request: ReaderRequest;
  readonly take: (item: ReaderItem) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Queue for one thread, started on demand, which answers one by one. */
export class ReaderQueue {
  readonly #limits: ReaderLimits;
  readonly #jobs: Job[] = [];
  #waiting = 0;
  #thread: ReaderThreadLink | undefined;
  #isBusy = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  /** Characters, with those of the file that is read. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Stored models and decisions first, the latest first. Rejects with `ReaderEnded`; the next request gets a new thread. */
  answer(request: ReaderRequest, take: (item: ReaderItem) => void): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the reader of models is closed'));
    return new Promise((resolve, reject) => {
      const job = { request, take, resolve, reject };
      // for running instances: before deployments
      if (request.kind === 'model' || request.kind === 'decision') this.#jobs.unshift(job);
      else this.#jobs.push(job);
      this.#waiting += lengthOf(request);
      this.#work();
    });
  }

  /** Rejects queued requests. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const job of this.#jobs.splice(0)) job.reject(new Error('the reader of models is closed'));
    await this.#discard();
  }

  #work(): void {
    if (this.#isBusy) return;
    const job = this.#jobs.shift();
    if (job === undefined) {
      this.#rest();
      return;
    }
    clearTimeout(this.#idle);
    this.#isBusy = true;
    this.#thread ??= new ReaderThreadLink(this.#limits);
    this.#thread
      .send(job.request, job.take)
      .then(job.resolve, async (error: unknown) => {
        await this.#discard();
        job.reject(error);
      })
      .finally(() => {
        this.#waiting -= lengthOf(job.request);
        this.#isBusy = false;
        this.#work();
      });
  }

  #rest(): void {
    if (this.#thread === undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#discard(), IDLE_MS);
    this.#idle.unref();
  }

  async #discard(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }
}
