import { type Call, declareVerb, one, SET } from '../declaration.ts';

const OPTIONS = {
  set: SET,
  key: { value: '<key>', about: 'the correlation key', mayBeEmpty: true },
  'business-id': { value: '<id>', about: 'of an instance that the message starts' },
} as const;

export type MessageCall = Call<typeof OPTIONS>;

const NAME = one('<name>', 'one name');

export const MESSAGE_VERBS = [
  declareVerb({
    name: 'message',
    group: 'work',
    about: 'delivers a message to what waits for it, or starts instances',
    operands: NAME,
    options: OPTIONS,
    asksApi: true,
    printsTables: true,
    run: async (call) => (await import('./messages.ts')).runMessage(call),
  }),
  declareVerb({
    name: 'signal',
    group: 'work',
    about: 'delivers a signal to everything that waits for it',
    operands: NAME,
    options: { set: SET },
    asksApi: true,
    printsTables: true,
    run: async (call) => (await import('./messages.ts')).runSignal(call),
  }),
];
