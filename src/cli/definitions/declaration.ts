import { type Call, declareVerb, one, PAGE } from '../declaration.ts';

const OPTIONS = {
  process: { value: '<key>', about: 'filter by process key', of: ['list'], completes: 'process' },
  page: { ...PAGE, of: ['list'] },
  reason: { value: '<text>', about: 'reason, stored in the history', of: ['suspend', 'resume'], mayBeEmpty: true },
} as const;

const KEY = one('<key>', 'one key', 'process');
const ACTIONS = {
  list: { about: 'list deployed versions, 100 at a time', isDefault: true },
  delete: {
    about: 'delete versions without running or finished instances',
    operands: {
      form: '<key> <version>…',
      is: 'a key and at least one version',
      least: 2,
      most: Number.POSITIVE_INFINITY,
      completes: 'process',
    },
  },
  suspend: { about: 'stop all instances of a key, and start no new ones, until resume', operands: KEY },
  resume: { about: 'continue the instances of a suspended key', operands: KEY },
} as const;

export type DefinitionsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DEFINITIONS = declareVerb({
  name: 'definitions',
  group: 'models',
  about: 'list deployed versions, delete those without instances, suspend process keys',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./definitions.ts')).runDefinitions(call),
});
