import { any, type Call, declareVerb, FROM_ONE, one, SET, some } from '../declaration.ts';

const INSTANCE = one('<instance id>', 'the id of one instance', 'instance');
const REASON = { reason: { value: '<text>', about: 'stands in the history', mayBeEmpty: true } } as const;
const DRY_RUN = { 'dry-run': { about: 'only says what would happen' } } as const;

const RUN_OPTIONS = {
  set: SET,
  'business-id': { value: '<id>', about: 'under which it is found again', mayBeEmpty: true },
  version: { value: '<n>', about: 'in place of the latest one', shape: FROM_ONE },
} as const;
const STATE_OPTIONS = { watch: { about: 'prints it again whenever it has changed, until the instance has ended' } } as const;
const SUSPEND_OPTIONS = { ...REASON, alone: { about: 'instances that it has called go on' } } as const;
const VARIABLES_OPTIONS = {
  set: SET,
  delete: { value: '<name>', about: 'a variable that goes; may be repeated', multiple: true },
  scope: { value: '<id>', about: 'an active activity instance or a variable scope, in place of the instance' },
} as const;
const MODIFY_OPTIONS = {
  cancel: { value: '<what>', about: 'an active activity instance by its id, or all of an element', multiple: true },
  'start-before': { value: '<element>', about: 'a token comes to it', multiple: true },
  'start-after': { value: '<element>', about: 'a token leaves it', multiple: true },
  scope: { value: '<id>', about: 'of the start before it: the active sub-process that it is started in', multiple: true },
  set: { ...SET, about: 'of the --start-before before it: what its token brings; may be repeated' },
  ...REASON,
  ...DRY_RUN,
} as const;
const MIGRATE_OPTIONS = {
  to: { value: '<version>', about: 'number or id of the version that the instance goes on in' },
  map: {
    value: '<from>=<to>',
    about: 'ids of elements or sequence flows where they are others; may be repeated',
    multiple: true,
  },
  'renew-timers': { about: 'due dates are read anew in the other version' },
  'renew-subscriptions': { about: 'messages and signals are waited for under the names and keys of the other version' },
  ...DRY_RUN,
} as const;

export type RunCall = Call<typeof RUN_OPTIONS>;
export type StateCall = Call<typeof STATE_OPTIONS>;
export type HistoryCall = Call<Record<never, never>>;
export type SuspendCall = Call<typeof SUSPEND_OPTIONS>;
export type CancelCall = Call<typeof REASON>;
export type VariablesCall = Call<typeof VARIABLES_OPTIONS>;
export type ModifyCall = Call<typeof MODIFY_OPTIONS>;
export type MigrateCall = Call<typeof MIGRATE_OPTIONS>;

const STARTED = [
  declareVerb({
    name: 'run',
    group: 'instances',
    about: 'starts an instance, and prints its id',
    operands: one('<process key>', 'the key of one process', 'process'),
    options: RUN_OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./run.ts')).runStartInstance(call),
  }),
];

const SHOWN = [
  declareVerb({
    name: 'state',
    group: 'instances',
    about: 'says what is active in an instance, and its variables',
    operands: INSTANCE,
    options: STATE_OPTIONS,
    asksApi: true,
    printsTables: true,
    notes: 'Ends with 1 when the instance has failed or was cancelled, and with 130 when Ctrl-C ends --watch.\n',
    run: async (call) => (await import('./state.ts')).runState(call),
  }),
  declareVerb({
    name: 'history',
    group: 'instances',
    about: 'lists everything that happened in an instance',
    operands: INSTANCE,
    asksApi: true,
    printsTables: true,
    run: async (call) => (await import('./history.ts')).runHistory(call),
  }),
  declareVerb({
    name: 'export',
    group: 'instances',
    about: 'prints state and history of an instance as one JSON document',
    operands: INSTANCE,
    asksApi: true,
    run: async (call) => (await import('./history.ts')).runExport(call),
  }),
];

const CHANGED = [
  declareVerb({
    name: 'suspend',
    group: 'instances',
    about: 'lets a running instance stand still',
    operands: INSTANCE,
    options: SUSPEND_OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./suspend.ts')).switchInstance('suspend', call),
  }),
  declareVerb({
    name: 'resume',
    group: 'instances',
    about: 'lets a suspended instance go on',
    operands: INSTANCE,
    options: REASON,
    asksApi: true,
    run: async (call) => (await import('./suspend.ts')).switchInstance('resume', call),
  }),
  declareVerb({
    name: 'cancel',
    group: 'instances',
    about: 'ends running instances',
    operands: some('<instance id>', 'the ids of instances', 'instance'),
    options: REASON,
    asksApi: true,
    notes: 'Each by itself: one that is refused does not keep the others. An instance that has ended stays as it is.\n',
    run: async (call) => (await import('./cancel.ts')).runCancel(call),
  }),
  declareVerb({
    name: 'variables',
    group: 'instances',
    about: 'edits variables of a running instance',
    operands: INSTANCE,
    options: VARIABLES_OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./variables.ts')).runVariables(call),
  }),
  declareVerb({
    name: 'modify',
    group: 'repair',
    about: 'cancels and starts elements of a running instance',
    operands: INSTANCE,
    options: MODIFY_OPTIONS,
    asksApi: true,
    notes: 'All of it is done, or nothing.\n',
    run: async (call) => (await import('./modify.ts')).runModify(call),
  }),
  declareVerb({
    name: 'migrate',
    group: 'data',
    about: 'brings the database schema up to date; of an instance: lets it go on in another version',
    operands: any('<instance id>', 'the id of one instance', 'instance'),
    options: MIGRATE_OPTIONS,
    asksApi: true,
    notes: 'Without operands it is about the schema of DATABASE_URL. With one, all of it is done, or nothing.\n',
    run: async (call) => (await import('./migrate.ts')).runMigrate(call),
  }),
];

const FIND_ACTIONS = {
  list: { about: 'those of all processes that fit', isDefault: true },
  delete: {
    about: 'deletes finished instances, with those they called',
    operands: some('<id>', 'the ids of instances', 'instance'),
  },
  erase: { about: 'deletes all instances of --business-id, and what else is kept of them' },
} as const;
const LIST = ['list'] as const;
const FIND_OPTIONS = {
  process: { value: '<key>', about: 'of a process', of: LIST, completes: 'process' },
  version: { value: '<n>', about: 'of one of its versions', of: LIST },
  status: {
    value: '<status>',
    about: 'may be repeated',
    multiple: true,
    of: LIST,
    choices: ['Running', 'Completed', 'Cancelled', 'Failed'],
  },
  activity: { value: '<element>', about: 'where they stand, or failed', of: LIST },
  error: { value: '<code>', about: 'of the failure', of: LIST },
  'business-id': { value: '<id>', about: 'under which they are found', of: ['list', 'erase'] },
  parent: { value: '<id>', about: 'the instance that has called them', of: LIST, completes: 'instance' },
  from: { value: '<time>', about: 'begun at or after', of: LIST },
  to: { value: '<time>', about: 'begun before', of: LIST },
  'ended-from': { value: '<time>', about: 'ended at or after', of: LIST },
  'ended-to': { value: '<time>', about: 'ended before', of: LIST },
  where: {
    value: '<path><operator><value>',
    about: 'a variable, as total>100 or customer.name==Ada; may be repeated',
    multiple: true,
    of: LIST,
  },
  sort: { value: '<names>', about: 'CreatedAt, CompletedAt; - in front: downward (-CreatedAt)', of: LIST },
  page: { value: '<n>', about: 'the number of a page', of: LIST },
  'page-size': { value: '<n>', about: 'instances of a page', of: LIST },
  'cancel-running': { about: 'those that run too', of: ['erase'] },
} as const;

export type FindCall = Call<typeof FIND_OPTIONS, keyof typeof FIND_ACTIONS>;

const FOUND = declareVerb({
  name: 'instances',
  group: 'instances',
  about: 'finds instances of all processes, and deletes finished ones',
  actions: FIND_ACTIONS,
  options: FIND_OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./instances.ts')).runInstances(call),
});

export const INSTANCE_VERBS = [...STARTED, FOUND, ...SHOWN, ...CHANGED];
