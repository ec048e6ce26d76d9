import { definePlugin, type Parameter, type Plugin, response, TaskFailure } from '../../plugin.ts';
import type { EventPublisher } from './event-publisher.ts';
import { businessIdOf, flagOf, textOf, variablesOf } from './inputs.ts';
import { onceForAllRuns } from './once.ts';

const PARAMETERS: readonly Parameter[] = [
  { name: 'messageName', type: 'String', required: true, displayName: 'Message name' },
  { name: 'correlationKey', type: 'String', displayName: 'Correlation key', description: 'Absent: none' },
  { name: 'businessId', type: 'String', displayName: 'Business id', description: 'For an instance the message starts' },
  { name: 'variables', type: 'Map', displayName: 'Variables', description: 'What the message carries' },
  {
    name: 'mustBeReceived',
    type: 'Boolean',
    displayName: 'Must be received',
    description: 'true: fails with code 404 when no instance waits for it',
    defaultValue: 'false',
  },
];

/** Bundled plugin `publish-message`: delivers a message in this engine like POST /Execution/message, once for all runs of the task. */
export function publishMessage(engine: EventPublisher): Plugin {
  return definePlugin({
    taskType: 'publish-message',
    displayName: 'Publish message',
    parameters: PARAMETERS,
    async execute(input, context, signal) {
      const name = textOf(input, 'messageName');
      if (name === '') throw new TaskFailure('400', 'messageName is required.', { isRetryable: false });
      const message = {
        name,
        correlationKey: textOf(input, 'correlationKey'),
        businessId: businessIdOf(input),
        variables: variablesOf(input),
      };
      const mustBeReceived = flagOf(input, 'mustBeReceived');
      const instanceIds = await onceForAllRuns(context, (key) => engine.publishMessage(message, key, signal));
      if (instanceIds === undefined && mustBeReceived) {
        throw new TaskFailure('404', `No instance waits for message '${name}' with correlation key '${message.correlationKey}'`);
      }
      return response({ instanceIds: instanceIds ?? [] });
    },
  });
}
