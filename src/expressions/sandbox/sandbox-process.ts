import { readSync, writeFileSync, writeSync } from 'node:fs';
import { deserialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { answerTo } from './answer.ts';
import { framed, LENGTH_BYTES } from './frames.ts';
import { loadInterpreter } from './javascript.ts';
import { LOADED, type SandboxRequest } from './protocol.ts';

/**
 * Entry of a sandbox process: answers one order after the other. A text that takes all memory ends this process, and never the service
 * (docs/contributing/spec/expressions.md#expression-limits).
 */

const [STDIN, STDOUT] = [0, 1];
/** Never changes: a wait for it is a pause. */
const PAUSE = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
/** Source of a thread that ends this process when the service has died. */
const WATCH_SERVICE = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => process.ppid === workerData || process.kill(process.pid, 'SIGKILL'), 1000);
`;

// the service ends it, also when a terminal or a service manager signals the whole group
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => {});
try {
  // where memory is short, this process ends before the service does
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // not Linux, or not allowed
}

// an evaluation without end must not outlive the service
new Worker(WATCH_SERVICE, { eval: true, workerData: process.ppid }).unref();

const interpreter = await loadInterpreter(Number(process.argv[2]));
writeFrame(Buffer.from(LOADED));
// it does nothing else and may block: that takes half the time of events
for (let frame = readFrame(); frame !== undefined; frame = readFrame()) {
  const request = deserialize(frame) as SandboxRequest;
  writeFrame(Buffer.from(JSON.stringify(answerTo(request, interpreter))));
}
// the service has ended
process.exit();

/** Undefined when there will be no more. */
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

/** Repeats a call of a pipe that Node has set to non-blocking, until the pipe has room or data. */
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
