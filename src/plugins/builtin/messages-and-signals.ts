import { definePlugin, type Parameter, type Plugin, type PluginContext, response, TaskFailure, type Values } from '../plugin.ts';

/** Message for the engine (docs/contributing/spec/http/execution.md#message). */
export interface PublishedMessage {
  readonly name: string;
  /** Empty for none. */
  readonly correlationKey: string;
  readonly businessId: string | null;
  readonly variables: Values;
}

/** Signal for the engine (docs/contributing/spec/http/execution.md#signal). */
export interface BroadcastedSignal {
  readonly name: string;
  readonly variables: Values;
}

/**
 * Access of bundled plugins to the engine; others use the HTTP API. `key`: idempotency key, executed at most once. `stop`: aborted when the result is no
 * longer needed. Both return the ids of resumed and started instances; undefined if no instance was waiting.
 */
export interface EventPublisher {
  publishMessage(message: PublishedMessage, key: string, stop: AbortSignal): Promise<readonly string[] | undefined>;
  broadcastSignal(signal: BroadcastedSignal, key: string, stop: AbortSignal): Promise<readonly string[] | undefined>;
}

const UNSTORABLE = /\0|\p{Surrogate}/u;
const MAX_BUSINESS_ID = 256;

// biome-ignore lint/suspicious/noControlCharactersInRegex: docs/contributing/spec/http.md#business-id-rules refuses them
const NOT_IN_BUSINESS_ID = /^[\s\u0085\ufeff]|[\s\u0085\ufeff]$|[\u0000-\u001f\u007f-\u009f]/;

/** Empty if absent. Throws TaskFailure `400` if it is not a string. */
function textOf(input: Values, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new TaskFailure('400', `${name} must be a text.`, { isRetryable: false });
  if (UNSTORABLE.test(value)) {
    throw new TaskFailure('400', `${name} contains a character that cannot be stored.`, { isRetryable: false });
  }
  return value;
}

/** Rules: docs/contributing/spec/http.md#business-id-rules; null if absent. Throws TaskFailure `400`. */
function businessIdOf(input: Values): string | null {
  const value = textOf(input, 'businessId');
  if (value.length > MAX_BUSINESS_ID || NOT_IN_BUSINESS_ID.test(value)) {
    const rule = `at most ${MAX_BUSINESS_ID} characters, no control characters, no white space at its ends`;
    throw new TaskFailure('400', `businessId must have ${rule}.`, { isRetryable: false });
  }
  return value === '' ? null : value;
}

/** Returns false if absent. Throws TaskFailure `400`. */
function flagOf(input: Values, name: string): boolean {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new TaskFailure('400', `${name} must be true or false.`, { isRetryable: false });
  return value;
}

/** Is empty if absent. Throws TaskFailure `400`. */
function variablesOf(input: Values): Values {
  const value = Object.hasOwn(input, 'variables') ? input['variables'] : undefined;
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new TaskFailure('400', 'variables must be a map.', { isRetryable: false });
  }
  return value as Values;
}

/**
 * The response of an earlier run may be lost, so a run first repeats the keys of earlier runs: a completed operation returns its recorded result. An
 * operation without recipients is tried with the key of this run.
 */
async function onceForAllRuns(
  { idempotencyKey, attempt }: Pick<PluginContext, 'idempotencyKey' | 'attempt'>,
  ask: (key: string) => Promise<readonly string[] | undefined>,
): Promise<readonly string[] | undefined> {
  for (let run = Math.max(1, attempt - MAX_EARLIER_RUNS); run <= attempt; run += 1) {
    const instanceIds = await ask(`${idempotencyKey}:${run}`);
    if (instanceIds !== undefined) return instanceIds;
  }
  return undefined;
}

/** Far more than the retries of a model. */
const MAX_EARLIER_RUNS = 20;

/** Plugin `broadcast-signal`: acts like POST /Execution/signal, once for all runs of the task. */
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

/** Plugin `publish-message`: acts like POST /Execution/message, once for all runs of the task. */
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
