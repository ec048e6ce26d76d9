import { type Call, declareVerb, one } from '../declaration.ts';

const COMMON = { variables: { value: '<json>', about: 'written to the root variables first' } } as const;
const OPTIONS = {
  ...COMMON,
  step: {
    value: '<n>',
    about: 'a row of its journal; left out: the beginning',
    shape: { pattern: /^\d{1,9}$/, says: 'takes a whole number' },
  },
  definition: { value: '<id>', about: 'another version of its process' },
} as const;

export type ForkCall = Call<typeof OPTIONS>;

const INSTANCE = one('<instance id>', 'the id of one instance', 'instance');

export const FORK_VERBS = [
  declareVerb({
    name: 'fork',
    group: 'repair',
    about: 'lets a new instance go on from a step of another one',
    operands: INSTANCE,
    options: OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./forks.ts')).goOn('fork', call),
  }),
  declareVerb({
    name: 'revive',
    group: 'repair',
    about: 'lets an instance that has failed or was cancelled go on',
    operands: INSTANCE,
    options: COMMON,
    asksApi: true,
    notes:
      'A failed instance continues with what has failed, a cancelled one from the step before its end, in the same version.\n',
    run: async (call) => (await import('./forks.ts')).goOn('revive', call),
  }),
];
