import { visibleText } from '../../platform/redact.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, FROM_ONE, one, SET } from '../verb-declaration.ts';
import { assigned } from './instance-changes.ts';

const OPTIONS = {
  set: SET,
  key: { value: '<key>', about: 'correlation key', mayBeEmpty: true },
  'business-id': { value: '<id>', about: 'business id of an instance that the message starts' },
  'time-to-live': { value: '<seconds>', about: 'keep the message for this time if no instance waits', shape: FROM_ONE },
  id: { value: '<id>', about: 'with --time-to-live: refuse a second message of this id' },
} as const;

type MessageCall = Call<typeof OPTIONS>;

const NAME = one('<name>', 'one name');

export const MESSAGE_VERBS = [
  declareVerb({
    name: 'message',
    group: 'work',
    about: 'send a message to waiting instances, or start new ones',
    operands: NAME,
    options: OPTIONS,
    asksApi: true,
    printsTables: true,
    run: (call) => runMessage(call),
  }),
  declareVerb({
    name: 'signal',
    group: 'work',
    about: 'send a signal to all waiting instances',
    operands: NAME,
    options: { set: SET },
    asksApi: true,
    printsTables: true,
    run: (call) => runSignal(call),
  }),
];

/** Delivers to waiting instances, or starts instances (docs/contributing/spec/http/execution.md). */
async function runMessage(call: MessageCall): Promise<true> {
  const { operands, options } = call;
  const timeToLive = options['time-to-live'];
  const body = {
    MessageName: operands[0],
    CorrelationKey: options.key,
    BusinessId: options['business-id'],
    Variables: assigned(options.set ?? []),
    ...(timeToLive === undefined ? {} : { TimeToLiveSeconds: Number(timeToLive) }),
    ...(options.id === undefined ? {} : { MessageId: options.id }),
  };
  return shown(await call.openApi().call('message', [], body), call);
}

/** Delivers to all waiting instances, and starts instances. */
async function runSignal(call: MessageCall): Promise<true> {
  const body = { SignalName: call.operands[0], Variables: assigned(call.options.set ?? []) };
  return shown(await call.openApi().call('signal', [], body), call);
}

function shown(reached: AnswerOf<'message' | 'signal'>, { printsJson }: MessageCall): true {
  if (printsJson) return printJson(reached);
  const { WorkflowInstanceIds: ids } = reached;
  if ('Delivered' in reached && !reached.Delivered) return print('The message waits for a receiver.');
  return print(ids.length === 0 ? 'No instance waits for it.' : ids.map(visibleText).join('\n'));
}
