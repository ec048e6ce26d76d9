import { readSync, writeFileSync, writeSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { evaluateRequest } from './evaluate-request.ts';
import { framed, LENGTH_BYTES } from './frames.ts';
import { loadInterpreter } from './javascript.ts';
import { LOADED, type SandboxRequest } from './protocol.ts';

/**
 * Entry of a sandbox process: evaluates requests one by one. A text that exhausts the memory ends it, never the service
 * (docs/contributing/spec/expressions.md#expression-limits).
 */

const [STDIN, STDOUT] = [0, 1];
/** Memory that is never notified: waiting on it is a pause. */
const PAUSE = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
/** Thread that ends this process if the service has died. */
const WATCH_SERVICE = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 1000);
`;

// only the service ends this process, even if a signal goes to the whole group
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
try {
  // before the service when memory runs out
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // not Linux, or not permitted
}

// an endless evaluation must not outlive the service
new Worker(WATCH_SERVICE, { eval: true, workerData: process.ppid }).unref();

const interpreter = await loadInterpreter(Number(process.argv[2]));
writeFrame(Buffer.from(LOADED));
// blocking reads take half the time of events, and this process has no other work
for (let frame = readFrame(); frame !== undefined; frame = readFrame()) {
  const request = deserialize(frame) as SandboxRequest;
  writeFrame(Buffer.from(JSON.stringify(evaluateRequest(request, interpreter))));
}
// the service has ended
process.exit();

/** Undefined at the end of the input. */
function readFrame(): Buffer | undefined {
  const length = readBytes(LENGTH_BYTES);
  return length && readBytes(length.readUInt32LE());
}

function readBytes(count: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; ) {
    const read = blocking(() => readSync(STDIN, bytes, at, count - at, null));
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
}

function writeFrame(body: Buffer): void {
  const frame = framed(body);
  for (let at = 0; at < frame.length; ) at += blocking(() => writeSync(STDOUT, frame, at));
}

/** Repeats a call on a non-blocking pipe until it succeeds. */
function blocking(call: () => number): number {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(PAUSE, 0, 0, 1);
    }
  }
}
