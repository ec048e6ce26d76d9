import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker, type WorkerOptions } from 'node:worker_threads';
import {
  ANSWER_INDEX,
  type SandboxReply,
  type SandboxRequest,
  type SandboxSetup,
  START_INDEX,
  STARTED,
  STARTING,
  type StartFailure,
} from './protocol.ts';

/** How long a thread may take to load before the host is considered broken. */
const START_TIMEOUT_MS = 15_000;
/** Heap of the thread beyond what scripts may use: the libraries, and the variables on their way in and out. */
const THREAD_OVERHEAD_MB = 64;

interface Thread {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly signals: Int32Array;
  hasEnded: boolean;
}

/**
 * One worker thread that evaluates what must be killable, behind a synchronous call. It starts on first use, starts anew after it was
 * killed, and never keeps the process alive.
 */
export class Sandbox {
  private readonly memoryMb: number;
  private thread: Thread | undefined;
  private isClosed = false;

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb;
  }

  /**
   * The answer of the thread, or undefined when it took longer than `killAfterMs` and was killed.
   * Blocks the calling thread. Throws when the thread cannot be started, which no text can cause.
   */
  ask(request: SandboxRequest, killAfterMs: number): SandboxReply | undefined {
    const thread = this.startedThread();
    Atomics.store(thread.signals, ANSWER_INDEX, 0);
    thread.port.postMessage(request);
    const outcome = Atomics.wait(thread.signals, ANSWER_INDEX, 0, killAfterMs);
    const reply = outcome === 'timed-out' ? undefined : (receiveMessageOnPort(thread.port)?.message as SandboxReply | undefined);
    if (reply === undefined || (!reply.ok && reply.recycle === true)) this.renew(thread);
    return reply;
  }

  /** Stops the thread; later calls of `ask` throw. */
  async close(): Promise<void> {
    this.isClosed = true;
    const thread = this.thread;
    this.thread = undefined;
    if (thread === undefined) return;
    thread.port.close();
    await thread.worker.terminate();
  }

  private startedThread(): Thread {
    if (this.isClosed) throw new Error('the script sandbox is closed');
    if (this.thread === undefined || this.thread.hasEnded) this.thread = startThread(this.memoryMb);
    const { signals } = this.thread;
    Atomics.wait(signals, START_INDEX, STARTING, START_TIMEOUT_MS);
    if (Atomics.load(signals, START_INDEX) === STARTED) return this.thread;
    const report = receiveMessageOnPort(this.thread.port)?.message as StartFailure | undefined;
    this.discard(this.thread);
    throw new Error(`the script sandbox did not start: ${report?.startError ?? `no sign of life for ${START_TIMEOUT_MS} ms`}`);
  }

  /** The next thread loads while the caller goes on. */
  private renew(thread: Thread): void {
    this.discard(thread);
    this.thread = startThread(this.memoryMb);
  }

  private discard(thread: Thread): void {
    this.thread = undefined;
    thread.port.close();
    thread.worker.terminate().catch(() => {});
  }
}

function startThread(memoryMb: number): Thread {
  const state = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const { port1, port2 } = new MessageChannel();
  const setup: SandboxSetup = { state, port: port2, memoryMb };
  const worker = newWorker({
    workerData: setup,
    transferList: [port2],
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb + THREAD_OVERHEAD_MB },
  });
  const thread: Thread = { worker, port: port1, signals: new Int32Array(state), hasEnded: false };
  const end = () => {
    thread.hasEnded = true;
  };
  // a thread that ran out of memory reports an error here; its caller has waited in vain and replaced it by then
  worker.on('error', end);
  worker.on('exit', end);
  worker.unref();
  port1.unref();
  return thread;
}

/** The compiled entry, or from source the one that registers the TypeScript loader first. */
function newWorker(options: WorkerOptions): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './sandbox-thread-from-source.mjs' : './sandbox-thread.js';
  return new Worker(new URL(entry, import.meta.url), options);
}
