import { workerData } from 'node:worker_threads';
import { createEvaluator } from '../expressions/evaluator.ts';
import type { SimulationReply, SimulationRequest, SimulationSetup } from './protocol.ts';
import { replay } from './replay.ts';

/** One request after the other, each in its own world. */
const { port, settings } = workerData as SimulationSetup;
const evaluator = createEvaluator(settings.scripting);
// texts that need a separate thread do not wait for it

port.on('message', async (request: SimulationRequest) => {
  let reply: SimulationReply;
  try {
    reply = { outcome: await replay(request, settings, evaluator) };
  } catch (error) {
    reply = { error: String((error as Error).stack ?? error) };
  }
  port.postMessage(reply);
});

// the creator of the thread waits for it
port.postMessage('ready');
