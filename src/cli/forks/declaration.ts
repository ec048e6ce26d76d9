import { type Call, declareVerb, one } from '../declaration.ts';

const COMMON = {
  variables: { value: '<json>', about: 'root variables to change first' },
  'dry-run': { about: 'only print what would run again' },
} as const;
const OPTIONS = {
  ...COMMON,
  step: {
    value: '<n>',
    about: 'step of the instance (0, the beginning)',
    shape: { pattern: /^\d{1,9}$/, says: 'takes a whole number' },
  },
  definition: { value: '<id>', about: 'use another version of its process' },
} as const;

export type ForkCall = Call<typeof OPTIONS>;

const INSTANCE = one('<instance id>', 'the id of one instance', 'instance');

export const FORK_VERBS = [
  declareVerb({
    name: 'fork',
    group: 'repair',
    about: 'start a new instance from a step of another one',
    operands: INSTANCE,
    options: OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./forks.ts')).continueInstance('fork', call),
  }),
  declareVerb({
    name: 'revive',
    group: 'repair',
    about: 'restart a failed or cancelled instance',
    operands: INSTANCE,
    options: COMMON,
    asksApi: true,
    notes:
      'A failed instance repeats the failed step. A cancelled one continues from the step before its end. The version stays the same.\n',
    run: async (call) => (await import('./forks.ts')).continueInstance('revive', call),
  }),
];
