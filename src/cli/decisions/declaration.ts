import { type Call, declareVerb, one, PAGE, SET } from '../declaration.ts';

const OPTIONS = {
  decision: { value: '<id>', about: 'filter by decision', of: ['list'] },
  page: { ...PAGE, of: ['list', 'evaluations'] },
  set: { ...SET, of: ['evaluate'] },
  version: {
    value: '<n>',
    about: 'this version instead of the latest one',
    of: ['evaluate', 'xml'],
    shape: { pattern: /^\d{1,10}$/, says: '--version is a number' },
  },
  'business-id': { value: '<id>', about: 'business id of the evaluation, for later erasure', of: ['evaluate'] },
  strict: { about: 'treat warnings as errors', of: ['deploy'] },
} as const;

const ID = one('<id>', 'the id of one decision');
const ACTIONS = {
  list: { about: 'list deployed versions, 100 at a time', isDefault: true },
  deploy: {
    about: 'deploy folders and .dmn files together, without a process',
    operands: {
      form: '<file or folder>…',
      is: 'at least one file or folder',
      least: 1,
      most: Number.POSITIVE_INFINITY,
      completes: 'file',
    },
  },
  evaluate: { about: 'evaluate a decision, and print the matching rules', operands: ID },
  evaluations: { about: 'list stored evaluations, newest first, 100 at a time', operands: ID },
  xml: { about: 'print the file of the latest version, or of --version', operands: ID },
  delete: {
    about: 'delete versions that no deployed process needs',
    operands: {
      form: '<id> <version>…',
      is: 'the id of a decision and at least one version',
      least: 2,
      most: Number.POSITIVE_INFINITY,
    },
  },
} as const;

export type DecisionsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DECISIONS = declareVerb({
  name: 'decisions',
  group: 'models',
  about: 'deploy decisions without a process, list and evaluate them',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./decisions.ts')).runDecisions(call),
});
