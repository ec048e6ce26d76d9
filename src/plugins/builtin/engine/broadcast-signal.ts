import { definePlugin, type Plugin, response, TaskFailure } from '../../plugin.ts';
import type { EventPublisher } from './event-publisher.ts';
import { textOf, variablesOf } from './inputs.ts';
import { onceForAllRuns } from './once.ts';

/** Bundled plugin `broadcast-signal`: throws a signal in this engine like POST /Execution/signal, once for all runs of the task. */
export function broadcastSignal(engine: EventPublisher): Plugin {
  return definePlugin({
    taskType: 'broadcast-signal',
    displayName: 'Broadcast signal',
    parameters: [
      { name: 'signalName', type: 'String', required: true, displayName: 'Signal name' },
      { name: 'variables', type: 'Map', displayName: 'Variables', description: 'What the signal carries' },
    ],
    async execute(input, context, signal) {
      const name = textOf(input, 'signalName');
      if (name === '') throw new TaskFailure('400', 'signalName is required.', { isRetryable: false });
      const variables = variablesOf(input);
      const instanceIds = await onceForAllRuns(context, (key) => engine.broadcastSignal({ name, variables }, key, signal));
      return response({ instanceIds: instanceIds ?? [] });
    },
  });
}
