import { parentPort, workerData } from 'node:worker_threads';
import { answerTo } from './answer.ts';
import { loadInterpreter } from './javascript.ts';
import {
  ABANDON_INDEX,
  ANSWER_INDEX,
  type SandboxRequest,
  type SandboxSetup,
  START_FAILED,
  START_INDEX,
  STARTED,
  type StartFailure,
} from './protocol.ts';

/** Entry of a thread: answers one request after the other on its port and wakes the caller, who may wait on the shared state. */
const { state, port, memoryMb } = workerData as SandboxSetup;
const signals = new Int32Array(state);
let answered = 0;
const isAbandoned = () => Atomics.load(signals, ABANDON_INDEX) === 1;

function signal(index: number, value: number): void {
  Atomics.store(signals, index, value);
  Atomics.notify(signals, index);
}

try {
  const interpreter = await loadInterpreter(memoryMb);
  port.on('message', (request: SandboxRequest) => {
    port.postMessage(JSON.stringify(answerTo(request, interpreter, isAbandoned)));
    answered = (answered + 1) | 0;
    signal(ANSWER_INDEX, answered);
  });
  signal(START_INDEX, STARTED);
} catch (error) {
  const failure: StartFailure = { startError: String(error) };
  port.postMessage(failure);
  signal(START_INDEX, START_FAILED);
}
// for a caller that does not wait on the shared state
parentPort?.postMessage('loaded');
