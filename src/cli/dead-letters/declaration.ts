import { any, type Call, declareVerb, one, PAGE } from '../declaration.ts';

const WHICH = { about: 'which ones, in place of ids', of: ['list', 'retry', 'drop'] } as const;
const OPTIONS = {
  kind: { value: '<kind>', ...WHICH },
  instance: { value: '<id>', ...WHICH, completes: 'instance' },
  process: { value: '<key>', ...WHICH, completes: 'process' },
  before: { value: '<time>', ...WHICH },
  all: { about: 'all of them', of: ['retry'] },
  status: { value: '<status>', about: 'CarriedOut, Refused, Dropped, …', of: ['list'] },
  page: { ...PAGE, of: ['list'] },
  reason: { value: '<text>', about: 'why it is not wanted any more', of: ['drop'], mayBeEmpty: true },
  wait: {
    value: '<seconds>',
    about: 'how long to wait for the outcome (10)',
    of: ['retry'],
    shape: { pattern: /^\d{1,5}$/, says: 'takes seconds' },
  },
} as const;

const ACTIONS = {
  list: { about: 'those that wait, 100 at a time', isDefault: true },
  show: { about: 'one of them, with its error and its command', operands: one('<id>', 'one id') },
  retry: { about: 'carries them out again', operands: any('<id>', 'ids') },
  drop: { about: 'gives them up for good; needs --reason', operands: any('<id>', 'ids') },
} as const;

export type LettersCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DEAD_LETTERS = declareVerb({
  name: 'dead-letters',
  group: 'repair',
  about: 'lists, shows, retries and drops what was given up',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./dead-letters.ts')).runDeadLetters(call),
});
