import { type Call, declareVerb, one, PAGE } from '../declaration.ts';

const OPTIONS = {
  instance: { value: '<id>', about: 'only of this instance', of: ['retry', 'skip'], completes: 'instance' },
  all: { about: 'of all blocked instances; for skip: of all failing ones', of: ['retry', 'skip'] },
  page: { ...PAGE, of: ['show'] },
} as const;

const NAME = one('<name>', 'the name of one webhook');
const ACTIONS = {
  list: { about: 'list webhooks with their position', isDefault: true },
  show: { about: 'show one, and its blocked instances, 100 at a time', operands: NAME },
  retry: { about: 'send refused events again now; needs --instance or --all', operands: NAME },
  skip: { about: 'skip refused events; they are never sent; needs --instance or --all', operands: NAME },
  pause: { about: 'send no further events', operands: NAME },
  resume: { about: 'continue at the last position', operands: NAME },
} as const;

export type WebhooksCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const WEBHOOKS = declareVerb({
  name: 'webhooks',
  group: 'repair',
  about: 'manage webhooks, and retry failed deliveries',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./webhooks.ts')).runWebhooks(call),
});
