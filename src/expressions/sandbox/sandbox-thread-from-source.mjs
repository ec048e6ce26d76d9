// Entry of the sandbox thread if the service runs from TypeScript sources.
import { workerData } from 'node:worker_threads';
import { importBundled } from '../../platform/import-bundled.mjs';

try {
  await importBundled(new URL('./sandbox-thread.ts', import.meta.url));
} catch (error) {
  workerData.port.postMessage({ startError: String(error) });
  const signals = new Int32Array(workerData.state);
  // START_INDEX, START_FAILED of protocol.ts; already set if the entry of the thread failed later
  Atomics.store(signals, 0, 2);
  Atomics.notify(signals, 0);
}
