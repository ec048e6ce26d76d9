import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, type WorkerOptions } from 'node:worker_threads';
import {
  ANSWER_INDEX,
  PID_INDEX,
  type SandboxReply,
  type SandboxRequest,
  type SandboxSetup,
  START_INDEX,
  STARTED,
  STARTING,
  STATE_LENGTH,
  STOP_INDEX,
  type StartFailure,
} from './protocol.ts';

/** Processor time in `/proc/<pid>/stat` counts in these. Unit: ms. */
const TICK_MS = 10;
/** How long a thread may take to load before the host is considered broken. */
const START_TIMEOUT_MS = 15_000;

/**
 * One thread with a process of its own that evaluates one request at a time. A text may end that process. The thread never keeps the service alive while
 * nobody waits for it.
 */
export class Thread {
  isBusy = false;
  hasEnded = false;
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly signals: Int32Array;
  /** evaluations begun: the thread counts its answers alike */
  private begun = 0;

  /**
   * @param onLoaded called from the event loop once it has loaded, or failed to
   * @param onEnded called when it ends by itself
   */
  constructor(memoryMb: number, onLoaded: () => void, onEnded: () => void) {
    const state = new SharedArrayBuffer(STATE_LENGTH * Int32Array.BYTES_PER_ELEMENT);
    const { port1, port2 } = new MessageChannel();
    const setup: SandboxSetup = { state, port: port2, memoryMb };
    this.port = port1;
    this.signals = new Int32Array(state);
    this.worker = newWorker({
      workerData: setup,
      transferList: [port2],
      env: {},
      execArgv: [],
    });
    this.worker.on('message', onLoaded);
    this.worker.on('error', () => {}); // it ends, and that is told
    this.worker.on('exit', () => {
      const isStopped = this.hasEnded;
      this.hasEnded = true;
      if (!isStopped) onEnded();
    });
    this.worker.unref();
    port1.unref();
  }

  get isLoaded(): boolean {
    return Atomics.load(this.signals, START_INDEX) === STARTED;
  }

  get hasFailed(): boolean {
    return !this.isLoaded && Atomics.load(this.signals, START_INDEX) !== STARTING;
  }

  /** Blocks until it has loaded. Throws when it cannot, which no text can cause. */
  waitUntilLoaded(): void {
    Atomics.wait(this.signals, START_INDEX, STARTING, START_TIMEOUT_MS);
    if (!this.isLoaded) throw this.startFailure();
  }

  startFailure(): Error {
    const report = receiveMessageOnPort(this.port)?.message as StartFailure | undefined;
    return new Error(`the script sandbox did not start: ${report?.startError ?? `no sign of life for ${START_TIMEOUT_MS} ms`}`);
  }

  /** Processor time of its process since its start; undefined if the system does not show it. Unit: ms. */
  get processorMs(): number | undefined {
    try {
      const stat = readFileSync(`/proc/${Atomics.load(this.signals, PID_INDEX)}/stat`, 'latin1');
      // fields 14 and 15, utime and stime; the second field may contain spaces and ends with the last parenthesis
      const [utime, stime] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13);
      return (Number(utime) + Number(stime)) * TICK_MS;
    } catch {
      return undefined;
    }
  }

  /** Begins an evaluation; the thread has to be loaded and idle. */
  begin(request: SandboxRequest): void {
    this.isBusy = true;
    this.begun = (this.begun + 1) | 0;
    this.port.postMessage(request);
  }

  /** Blocks for so long at most. @returns the reply, undefined when there is none yet */
  waitFor(ms: number): SandboxReply | undefined {
    if (!this.hasAnswered(ms)) return undefined;
    const text = receiveMessageOnPort(this.port)?.message as string | undefined;
    if (text === undefined) return undefined;
    this.isBusy = false;
    return JSON.parse(text) as SandboxReply;
  }

  /** The signal of an answer that the event loop took may come late: only the count of this one counts. */
  private hasAnswered(ms: number): boolean {
    const until = performance.now() + ms;
    for (;;) {
      const answered = Atomics.load(this.signals, ANSWER_INDEX);
      if (answered === this.begun) return true;
      const left = until - performance.now();
      if (left <= 0) return false;
      Atomics.wait(this.signals, ANSWER_INDEX, answered, left);
    }
  }

  /** Hands the reply over from the event loop. */
  onReply(take: (reply: SandboxReply) => void): void {
    this.port.once('message', (text: string) => {
      this.isBusy = false;
      take(JSON.parse(text) as SandboxReply);
    });
  }

  /** Ends the thread and its process, whatever that does. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const hasExited = once(this.worker, 'exit');
    Atomics.store(this.signals, STOP_INDEX, 1);
    this.worker.ref();
    this.port.close();
    await hasExited;
  }
}

/** The compiled entry, or from source the one that registers the TypeScript loader first. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './sandbox-thread-from-source.mjs' : './sandbox-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}
