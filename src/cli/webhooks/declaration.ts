import { type Call, declareVerb, one, PAGE } from '../declaration.ts';

const OPTIONS = {
  instance: { value: '<id>', about: 'of this instance alone', of: ['retry', 'skip'], completes: 'instance' },
  all: { about: 'of all instances that are refused; of skip, of all that are failing', of: ['retry', 'skip'] },
  page: { ...PAGE, of: ['show'] },
} as const;

const NAME = one('<name>', 'the name of one webhook');
const ACTIONS = {
  list: { about: 'how far each has come', isDefault: true },
  show: { about: 'one of them, and the instances that it refuses, 100 at a time', operands: NAME },
  retry: { about: 'sends what was refused again, at once; needs --instance or --all', operands: NAME },
  skip: { about: 'passes over what is refused; it is never sent; needs --instance or --all', operands: NAME },
  pause: { about: 'nothing more is sent', operands: NAME },
  resume: { about: 'it goes on where it was', operands: NAME },
} as const;

export type WebhooksCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const WEBHOOKS = declareVerb({
  name: 'webhooks',
  group: 'repair',
  about: 'shows where events are sent, and sees to what is refused there',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./webhooks.ts')).runWebhooks(call),
});
