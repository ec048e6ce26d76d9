// Entry of the sandbox thread when the product runs from its TypeScript sources: loader flags do not reach worker threads on Node 20,
// so the thread registers the loader itself. Plain JavaScript, because nothing could read TypeScript yet.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

try {
  register();
  await import(new URL('./sandbox-thread.ts', import.meta.url).href);
} catch (error) {
  workerData.port.postMessage({ startError: String(error) });
  const signals = new Int32Array(workerData.state);
  // START_INDEX, START_FAILED of protocol.ts; the thread's own entry has set them if it came that far
  Atomics.store(signals, 0, 2);
  Atomics.notify(signals, 0);
}
