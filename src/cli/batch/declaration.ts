import { type Call, declareVerb, FROM_ONE, one, SET } from '../declaration.ts';

const CREATE = ['create'] as const;
const RENEWAL = { value: '<how>', about: 'for migrate', of: CREATE, choices: ['keep', 'renew'] } as const;
const OPTIONS = {
  operation: {
    value: '<name>',
    about: 'retry, resolve, cancel, revive, suspend, resume, modify, variables, migrate or delete',
    of: CREATE,
  },
  filter: {
    value: '<term>',
    about: 'filter expression, as for the list of incidents or instances; repeat to combine with AND',
    multiple: true,
    of: ['create', 'list', 'show'],
  },
  'ids-file': {
    value: '<file>',
    about: 'file with one id per line, instead of filters; - reads standard input',
    of: CREATE,
    completes: 'file',
  },
  set: { ...SET, about: `for resolve, revive and variables: ${SET.about}`, of: CREATE },
  delete: { value: '<name>', about: 'for variables: a name to remove; repeatable', multiple: true, of: CREATE },
  reason: { value: '<text>', about: 'for cancel, suspend, resume and modify', of: CREATE, mayBeEmpty: true },
  instructions: { value: '<file>', about: 'for modify: a JSON array in the format of the API', of: CREATE, completes: 'file' },
  definition: { value: '<id>', about: 'for migrate: the target version', of: CREATE },
  plan: { value: '<file>', about: 'for migrate: a JSON array of pairs in the format of the API', of: CREATE, completes: 'file' },
  timers: { ...RENEWAL, about: 'for migrate' },
  subscriptions: { ...RENEWAL, about: 'for migrate' },
  'without-called': { about: 'for suspend: exclude called instances', of: CREATE },
  rate: {
    value: '<n>',
    about: 'items per second',
    of: CREATE,
    shape: { pattern: /^[1-9]\d{0,6}$/, says: 'is a whole number of items per second' },
  },
  'dry-run': { about: 'only count the matching items', of: CREATE },
  watch: { about: 'wait until the batch has ended', of: ['create', 'show'] },
  items: { about: 'list its items with their results; see --filter and --page', of: ['show'] },
  page: { value: '<n>', about: 'page number', of: ['list', 'show'], shape: FROM_ONE },
} as const;

const ID = one('<id>', 'one id');
const ACTIONS = {
  list: { about: 'list batches, newest first', isDefault: true },
  create: { about: 'create a batch; needs --operation, and --filter or --ids-file' },
  show: { about: 'show the progress', operands: ID },
  pause: { about: 'start no further items', operands: ID },
  resume: { about: 'continue a paused batch', operands: ID },
  stop: { about: 'end a batch; skip the items that are not started', operands: ID },
} as const;

export type BatchCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const BATCH = declareVerb({
  name: 'batch',
  group: 'repair',
  about: 'run one operation on many instances or incidents',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  notes: 'Exit code 1: an item failed.\n',
  run: async (call) => (await import('./batch.ts')).runBatch(call),
});
