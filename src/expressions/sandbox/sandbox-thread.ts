import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import { FrameReader, framed } from './frames.ts';
import {
  ANSWER_INDEX,
  LOADED,
  PID_INDEX,
  type SandboxReply,
  type SandboxRequest,
  type SandboxSetup,
  START_FAILED,
  START_INDEX,
  STARTED,
  STOP_INDEX,
  type StartFailure,
} from './protocol.ts';

/**
 * Entry of a thread that owns a sandbox process. Forwards requests and replies, and notifies the caller, which may block on the shared state of a
 * thread, but not on a process.
 */
const { state, port, memoryMb } = workerData as SandboxSetup;
const signals = new Int32Array(state);
/** Heap for libraries and the transfer of variables. */
const OVERHEAD_MB = 64;
/** KB, as for a thread. */
const STACK_KB = 3800;
let isLoaded = false;
let isAsked = false;
let answered = 0;

function signal(index: number, value: number): void {
  Atomics.store(signals, index, value);
  Atomics.notify(signals, index);
}

function answer(text: string): void {
  isAsked = false;
  port.postMessage(text);
  answered = (answered + 1) | 0;
  signal(ANSWER_INDEX, answered);
}

function started(startError?: string): void {
  isLoaded = true;
  if (startError !== undefined) port.postMessage({ startError } satisfies StartFailure);
  signal(START_INDEX, startError === undefined ? STARTED : START_FAILED);
  // for callers that do not block
  parentPort?.postMessage('loaded');
}

function ended(why: string): void {
  if (!isLoaded) started(`its process ended with ${why}`);
  // only this evaluation fails; the service starts a new process for the next one
  else if (isAsked) answer(JSON.stringify(MEMORY_EXCEEDED));
  else process.exit();
}

const MEMORY_EXCEEDED: SandboxReply = {
  evaluation: { ok: false, code: '500', reason: 'memory limit exceeded' },
  recycle: true,
  hasDied: true,
  tookMs: 0,
};

/** Starts, from sources, the entry that bundles them. */
function newProcess() {
  const entry = import.meta.url.endsWith('.ts') ? './sandbox-process-from-source.mjs' : './sandbox-process.js';
  const path = fileURLToPath(new URL(entry, import.meta.url));
  const heap = `--max-old-space-size=${memoryMb + OVERHEAD_MB}`;
  return spawn(process.execPath, [heap, `--stack-size=${STACK_KB}`, path, String(memoryMb)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  }) as ChildProcess & { stdin: Writable; stdout: Readable };
}

if (Atomics.load(signals, STOP_INDEX) === 1) process.exit();
const child = newProcess();
Atomics.store(signals, PID_INDEX, child.pid ?? 0);
let isStopped = false;
child.on('error', (error) => {
  if (!isLoaded) started(String(error));
});
child.on('exit', (code, signalName) => (isStopped ? process.exit() : ended(signalName ?? `code ${code}`)));
const frames = new FrameReader((body) => {
  const text = body.toString();
  if (text === LOADED) started();
  else answer(text);
});
child.stdout.on('data', (chunk: Buffer) => frames.add(chunk));
child.stdin.on('error', () => child.kill('SIGKILL'));
port.on('message', (request: SandboxRequest) => {
  isAsked = true;
  child.stdin.write(framed(serialize(request)));
});
port.on('close', () => {
  isStopped = true;
  // wait for the exit of the child: no zombie process
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) process.exit();
  child.kill('SIGKILL');
});
