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

/** Unit in `/proc/<pid>/stat`. */
const TICK_MS = 10;
/** Limit for loading. */
const START_TIMEOUT_MS = 15_000;

/** A thread with its own process, which a text may terminate; one request at a time. Does not keep the service alive while no caller waits. */
export class Thread {
  isBusy = false;
  hasEnded = false;
  private readonly worker: Worker;
  private readonly port: MessagePort;
  private readonly signals: Int32Array;
  /** Started evaluations, to compare with the replies. */
  private begun = 0;

  /**
   * @param onLoaded from the event loop, after loading or failing
   * @param onEnded unexpectedly
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
    this.worker.on('error', () => {}); // the exit event follows
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

  /** Blocks. Throws on failure: an infrastructure error. */
  waitUntilLoaded(): void {
    Atomics.wait(this.signals, START_INDEX, STARTING, START_TIMEOUT_MS);
    if (!this.isLoaded) throw this.startFailure();
  }

  /** Takes the message from the port, so a second call has no details. */
  startFailure(): Error {
    const report = receiveMessageOnPort(this.port)?.message as StartFailure | undefined;
    return new Error(`the script sandbox did not start: ${report?.startError ?? `no sign of life for ${START_TIMEOUT_MS} ms`}`);
  }

  /** Ms of its process since its start; undefined if unavailable. */
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

  /** Starts an evaluation; the thread must be loaded and idle. */
  begin(request: SandboxRequest): void {
    this.isBusy = true;
    this.begun = (this.begun + 1) | 0;
    this.port.postMessage(request);
  }

  /** Blocks for at most `ms`. @returns undefined without a reply */
  waitFor(ms: number): SandboxReply | undefined {
    if (!this.hasAnswered(ms)) return undefined;
    const text = receiveMessageOnPort(this.port)?.message as string | undefined;
    if (text === undefined) return undefined;
    this.isBusy = false;
    return JSON.parse(text) as SandboxReply;
  }

  /** Compares counts: a notification of an earlier reply may arrive late. */
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

  /** Passes the reply from the event loop. */
  onReply(take: (reply: SandboxReply) => void): void {
    this.port.once('message', (text: string) => {
      this.isBusy = false;
      take(JSON.parse(text) as SandboxReply);
    });
  }

  /** Stops running evaluations too. */
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

/** Starts, from sources, the entry that registers the TypeScript loader. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './sandbox-thread-from-source.mjs' : './sandbox-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}
