import { workerData } from 'node:worker_threads';
import { evaluateFeel } from '../feel/evaluate.ts';
import { loadInterpreter, runJavaScript } from './javascript.ts';
import {
  ANSWER_INDEX,
  type SandboxReply,
  type SandboxRequest,
  type SandboxSetup,
  START_FAILED,
  START_INDEX,
  STARTED,
  type StartFailure,
} from './protocol.ts';

/** Entry of the sandbox thread: answers one request after the other on its port and wakes the caller, who waits on the shared state. */
const { state, port, memoryMb } = workerData as SandboxSetup;
const signals = new Int32Array(state);

function signal(index: number, value: number): void {
  Atomics.store(signals, index, value);
  Atomics.notify(signals, index);
}

try {
  const interpreter = await loadInterpreter(memoryMb);
  const answer = (request: SandboxRequest): SandboxReply => {
    if (request.kind === 'javascript') return runJavaScript(interpreter, request);
    const result = evaluateFeel(request.source, request.variables, request.situation);
    return result.ok ? result : { ok: false, code: '500', reason: result.reason };
  };
  port.on('message', (request: SandboxRequest) => {
    port.postMessage(answer(request));
    signal(ANSWER_INDEX, 1);
  });
  signal(START_INDEX, STARTED);
} catch (error) {
  const failure: StartFailure = { startError: String(error) };
  port.postMessage(failure);
  signal(START_INDEX, START_FAILED);
}
