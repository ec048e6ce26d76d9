import { type Call, declareVerb, one, SET } from '../declaration.ts';

const OPTIONS = {
  set: SET,
  key: { value: '<key>', about: 'correlation key', mayBeEmpty: true },
  'business-id': { value: '<id>', about: 'business id of an instance that the message starts' },
} as const;

export type MessageCall = Call<typeof OPTIONS>;

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
    run: async (call) => (await import('./messages.ts')).runMessage(call),
  }),
  declareVerb({
    name: 'signal',
    group: 'work',
    about: 'send a signal to all waiting instances',
    operands: NAME,
    options: { set: SET },
    asksApi: true,
    printsTables: true,
    run: async (call) => (await import('./messages.ts')).runSignal(call),
  }),
];
