import { type Call, declareVerb, FROM_ONE, one, SET } from '../declaration.ts';

const CREATE = ['create'] as const;
const RENEWAL = { value: '<how>', about: 'of migrate', of: CREATE, choices: ['keep', 'renew'] } as const;
const OPTIONS = {
  operation: {
    value: '<name>',
    about: 'retry, resolve, cancel, revive, suspend, resume, modify, variables, migrate or delete',
    of: CREATE,
  },
  filter: {
    value: '<term>',
    about: 'what it hits, as in the list of incidents or instances; several have all to hold',
    multiple: true,
    of: ['create', 'list', 'show'],
  },
  'ids-file': {
    value: '<file>',
    about: 'ids, one in a line, in place of filters; - reads them from the standard input',
    of: CREATE,
    completes: 'file',
  },
  set: { ...SET, about: `for resolve, revive and variables: ${SET.about}`, of: CREATE },
  delete: { value: '<name>', about: 'for variables: a name to be removed; may be repeated', multiple: true, of: CREATE },
  reason: { value: '<text>', about: 'for cancel, suspend, resume and modify', of: CREATE, mayBeEmpty: true },
  instructions: { value: '<file>', about: 'for modify: a JSON array, as the API takes them', of: CREATE, completes: 'file' },
  definition: { value: '<id>', about: 'for migrate: the version that they go on in', of: CREATE },
  plan: { value: '<file>', about: 'for migrate: a JSON array of pairs, as the API takes them', of: CREATE, completes: 'file' },
  timers: { ...RENEWAL, about: 'for migrate' },
  subscriptions: { ...RENEWAL, about: 'for migrate' },
  'without-called': { about: 'for suspend: not the instances that were called', of: CREATE },
  rate: {
    value: '<n>',
    about: 'items per second',
    of: CREATE,
    shape: { pattern: /^[1-9]\d{0,6}$/, says: 'is a whole number of items per second' },
  },
  'dry-run': { about: 'only counts what it would hit', of: CREATE },
  watch: { about: 'waits until it has ended', of: ['create', 'show'] },
  items: { about: 'what became of its items; --filter narrows them, --page goes on', of: ['show'] },
  page: { value: '<n>', about: 'the number of a page', of: ['list', 'show'], shape: FROM_ONE },
} as const;

const ID = one('<id>', 'one id');
const ACTIONS = {
  list: { about: 'the newest first', isDefault: true },
  create: { about: 'makes one; needs --operation, and --filter or --ids-file' },
  show: { about: 'how far it is', operands: ID },
  pause: { about: 'nothing more of it is begun', operands: ID },
  resume: { about: 'it goes on', operands: ID },
  stop: { about: 'it ends; what is not begun is skipped', operands: ID },
} as const;

export type BatchCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const BATCH = declareVerb({
  name: 'batch',
  group: 'repair',
  about: 'does the same to many instances or incidents',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  notes: 'Ends with 1 when an item failed.\n',
  run: async (call) => (await import('./batch.ts')).runBatch(call),
});
