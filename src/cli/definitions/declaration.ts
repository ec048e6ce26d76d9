import { type Call, declareVerb, one, PAGE } from '../declaration.ts';

const OPTIONS = {
  process: { value: '<key>', about: 'only the versions of this key', of: ['list'], completes: 'process' },
  page: { ...PAGE, of: ['list'] },
  reason: { value: '<text>', about: 'stands in the journal of the key', of: ['suspend', 'resume'], mayBeEmpty: true },
} as const;

const KEY = one('<key>', 'one key', 'process');
const ACTIONS = {
  list: { about: 'what is deployed, 100 versions at a time', isDefault: true },
  delete: {
    about: 'deletes versions that have no instances, running or finished',
    operands: {
      form: '<key> <version>…',
      is: 'a key and at least one version',
      least: 2,
      most: Number.POSITIVE_INFINITY,
      completes: 'process',
    },
  },
  suspend: { about: 'all instances of a key stand still, and none is started, until resume', operands: KEY },
  resume: { about: 'they go on', operands: KEY },
} as const;

export type DefinitionsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DEFINITIONS = declareVerb({
  name: 'definitions',
  group: 'models',
  about: 'lists deployed versions, deletes those without instances, suspends keys',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./definitions.ts')).runDefinitions(call),
});
