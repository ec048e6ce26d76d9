import { any, type Call, declareVerb, one, PAGE } from '../declaration.ts';

const WHICH = { of: ['list', 'retry', 'drop'] } as const;
const OPTIONS = {
  kind: { value: '<kind>', about: 'filter by kind of the command, instead of ids', ...WHICH },
  instance: { value: '<id>', about: 'filter by instance, instead of ids', ...WHICH, completes: 'instance' },
  process: { value: '<key>', about: 'filter by process key, instead of ids', ...WHICH, completes: 'process' },
  before: { value: '<time>', about: 'filter by time before, instead of ids', ...WHICH },
  all: { about: 'retry all dead letters', of: ['retry'] },
  status: { value: '<status>', about: 'filter by status: CarriedOut, Refused, Dropped, …', of: ['list'] },
  page: { ...PAGE, of: ['list'] },
  reason: { value: '<text>', about: 'reason for the drop', of: ['drop'], mayBeEmpty: true },
  wait: {
    value: '<seconds>',
    about: 'how long to wait for the result (10)',
    of: ['retry'],
    shape: { pattern: /^\d{1,5}$/, says: 'takes seconds' },
  },
} as const;

const ACTIONS = {
  list: { about: 'list dead letters, 100 at a time', isDefault: true },
  show: { about: 'show one with its error and its command', operands: one('<id>', 'one id') },
  retry: { about: 'run the commands again', operands: any('<id>', 'ids') },
  drop: { about: 'drop them; cannot be undone; needs --reason', operands: any('<id>', 'ids') },
} as const;

export type LettersCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DEAD_LETTERS = declareVerb({
  name: 'dead-letters',
  group: 'repair',
  about: 'list, show, retry and drop dead letters',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./dead-letters.ts')).runDeadLetters(call),
});
