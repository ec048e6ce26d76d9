import { type Call, declareVerb, one, PAGE, SET } from '../declaration.ts';

const OPTIONS = {
  decision: { value: '<id>', about: 'only the versions of this decision', of: ['list'] },
  page: { ...PAGE, of: ['list', 'evaluations'] },
  set: { ...SET, of: ['evaluate'] },
  version: {
    value: '<n>',
    about: 'this version in place of the latest one',
    of: ['evaluate', 'xml'],
    shape: { pattern: /^\d{1,10}$/, says: '--version is a number' },
  },
  'business-id': { value: '<id>', about: 'whom or what it is about: an erasure finds it by that', of: ['evaluate'] },
  strict: { about: 'nothing is deployed that would be warned about', of: ['deploy'] },
} as const;

const ID = one('<id>', 'the id of one decision');
const ACTIONS = {
  list: { about: 'what is deployed, 100 versions at a time', isDefault: true },
  deploy: {
    about: 'sends folders and .dmn files as one deploy, without a process',
    operands: {
      form: '<file or folder>…',
      is: 'at least one file or folder',
      least: 1,
      most: Number.POSITIVE_INFINITY,
      completes: 'file',
    },
  },
  evaluate: { about: 'makes a decision, and says which rules match', operands: ID },
  evaluations: { about: 'what calls have decided, newest first, 100 at a time, where that is kept', operands: ID },
  xml: { about: 'prints the file of the latest version, or of --version', operands: ID },
  delete: {
    about: 'deletes versions that no deployed process needs',
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
  about: 'deploys decisions without a process, lists and evaluates them',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./decisions.ts')).runDecisions(call),
});
