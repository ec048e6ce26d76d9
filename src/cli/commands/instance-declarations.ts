import { any, type Call, declareVerb, FROM_ONE, one, SET, some } from '../verb-declaration.ts';

const INSTANCE = one('<instance id>', 'the id of one instance', 'instance');
const REASON = { reason: { value: '<text>', about: 'reason, stored in the history', mayBeEmpty: true } } as const;
const DRY_RUN = { 'dry-run': { about: 'only print the effect; change nothing' } } as const;

const RUN_OPTIONS = {
  set: SET,
  'business-id': { value: '<id>', about: 'business id of the instance', mayBeEmpty: true },
  version: { value: '<n>', about: 'version to start, instead of the latest', shape: FROM_ONE },
  wait: { value: '<seconds>', about: 'wait for the end, and print status and variables', shape: FROM_ONE },
} as const;
const STATE_OPTIONS = { watch: { about: 'print again after each change, until the instance has ended' } } as const;
const SUSPEND_OPTIONS = { ...REASON, alone: { about: 'do not suspend called instances' } } as const;
const VARIABLES_OPTIONS = {
  set: SET,
  delete: { value: '<name>', about: 'a variable to remove; repeatable', multiple: true },
  scope: { value: '<id>', about: 'an active activity instance or a variable scope, instead of the instance' },
} as const;
const MODIFY_OPTIONS = {
  cancel: { value: '<what>', about: 'cancel an active activity instance by its id, or all of an element', multiple: true },
  'start-before': { value: '<element>', about: 'start a token before this element', multiple: true },
  'start-after': { value: '<element>', about: 'start a token after this element', multiple: true },
  scope: { value: '<id>', about: 'for the preceding start: the active sub-process to start in', multiple: true },
  set: { ...SET, about: 'for the preceding --start-before: a variable of its token; repeatable' },
  ...REASON,
  ...DRY_RUN,
} as const;
const MIGRATE_OPTIONS = {
  to: { value: '<version>', about: 'number or id of the target version' },
  map: {
    value: '<from>=<to>',
    about: 'map the id of an element or sequence flow to its new id; repeatable',
    multiple: true,
  },
  'renew-timers': { about: 'read due dates again in the target version' },
  'renew-subscriptions': { about: 'use message and signal names and keys of the target version' },
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
    about: 'start an instance, and print its id',
    operands: one('<process key>', 'the key of one process', 'process'),
    options: RUN_OPTIONS,
    asksApi: true,
    notes: 'Exit code 1 with --wait: the instance has not completed.\n',
    run: async (call) => (await import('./instance-changes.ts')).runStartInstance(call),
  }),
];

const SHOWN = [
  declareVerb({
    name: 'state',
    group: 'instances',
    about: 'show active elements and variables of an instance',
    operands: INSTANCE,
    options: STATE_OPTIONS,
    asksApi: true,
    printsTables: true,
    notes: 'Exit codes: 1 the instance has failed or was cancelled, 130 Ctrl-C ended --watch.\n',
    run: async (call) => (await import('./instance-reads.ts')).runState(call),
  }),
  declareVerb({
    name: 'history',
    group: 'instances',
    about: 'list the history of an instance',
    operands: INSTANCE,
    asksApi: true,
    printsTables: true,
    run: async (call) => (await import('./instance-reads.ts')).runHistory(call),
  }),
  declareVerb({
    name: 'export',
    group: 'instances',
    about: 'print state and history of an instance as one JSON document',
    operands: INSTANCE,
    asksApi: true,
    run: async (call) => (await import('./instance-reads.ts')).runExport(call),
  }),
];

const CHANGED = [
  declareVerb({
    name: 'suspend',
    group: 'instances',
    about: 'suspend a running instance',
    operands: INSTANCE,
    options: SUSPEND_OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./instance-changes.ts')).switchInstance('suspend', call),
  }),
  declareVerb({
    name: 'resume',
    group: 'instances',
    about: 'resume a suspended instance',
    operands: INSTANCE,
    options: REASON,
    asksApi: true,
    run: async (call) => (await import('./instance-changes.ts')).switchInstance('resume', call),
  }),
  declareVerb({
    name: 'cancel',
    group: 'instances',
    about: 'cancel running instances',
    operands: some('<instance id>', 'the ids of instances', 'instance'),
    options: REASON,
    asksApi: true,
    notes: 'Instances are cancelled one by one; a refusal does not affect the others. Ended instances do not change.\n',
    run: async (call) => (await import('./instance-changes.ts')).runCancel(call),
  }),
  declareVerb({
    name: 'variables',
    group: 'instances',
    about: 'edit variables of a running instance',
    operands: INSTANCE,
    options: VARIABLES_OPTIONS,
    asksApi: true,
    run: async (call) => (await import('./instance-changes.ts')).runVariables(call),
  }),
  declareVerb({
    name: 'modify',
    group: 'repair',
    about: 'cancel and start elements of a running instance',
    operands: INSTANCE,
    options: MODIFY_OPTIONS,
    asksApi: true,
    notes: 'All instructions are applied, or none.\n',
    run: async (call) => (await import('./instance-modification.ts')).runModify(call),
  }),
  declareVerb({
    name: 'migrate',
    group: 'data',
    about: 'update the database schema; with an instance: migrate it to another version',
    operands: any('<instance id>', 'the id of one instance', 'instance'),
    options: MIGRATE_OPTIONS,
    asksApi: true,
    notes:
      'Without arguments it updates the schema of DATABASE_URL. With an instance id the whole instance is migrated, or nothing.\n',
    run: async (call) => (await import('./instance-modification.ts')).runMigrate(call),
  }),
];

const FIND_ACTIONS = {
  list: { about: 'list matching instances of all processes', isDefault: true },
  delete: {
    about: 'delete finished instances and those they called',
    operands: some('<id>', 'the ids of instances', 'instance'),
  },
  erase: { about: 'delete all instances of --business-id, and all other data about them' },
} as const;
const LIST = ['list'] as const;
const FIND_OPTIONS = {
  process: { value: '<key>', filter: 'ProcessDefinitionKey==', about: 'filter by process key', of: LIST, completes: 'process' },
  version: { value: '<n>', filter: 'Version==', about: 'filter by version of the process', of: LIST },
  status: {
    value: '<status>',
    filter: 'Status==',
    about: 'filter by status; repeatable',
    multiple: true,
    of: LIST,
    choices: ['Running', 'Completed', 'Cancelled', 'Failed'],
  },
  activity: { value: '<element>', filter: 'ActivityId==', about: 'filter by active or failed element', of: LIST },
  error: { value: '<code>', filter: 'ErrorCode==', about: 'filter by error code', of: LIST },
  'business-id': { value: '<id>', about: 'filter by business id', of: ['list', 'erase'] },
  parent: { value: '<id>', filter: 'ParentInstanceId==', about: 'filter by calling instance', of: LIST, completes: 'instance' },
  from: { value: '<time>', filter: 'CreatedAt>=', about: 'started at or after this time', of: LIST },
  to: { value: '<time>', filter: 'CreatedAt<', about: 'started before this time', of: LIST },
  'ended-from': { value: '<time>', filter: 'CompletedAt>=', about: 'ended at or after this time', of: LIST },
  'ended-to': { value: '<time>', filter: 'CompletedAt<', about: 'ended before this time', of: LIST },
  where: {
    value: '<path><operator><value>',
    about: 'filter by variable: total>100 or customer.name==Ada; repeatable',
    multiple: true,
    of: LIST,
  },
  sort: { value: '<names>', about: 'CreatedAt or CompletedAt; with - in front descending (-CreatedAt)', of: LIST },
  page: { value: '<n>', about: 'page number', of: LIST },
  'page-size': { value: '<n>', about: 'instances per page', of: LIST },
  'cancel-running': { about: 'also cancel running instances', of: ['erase'] },
} as const;

export type FindCall = Call<typeof FIND_OPTIONS, keyof typeof FIND_ACTIONS>;

const FOUND = declareVerb({
  name: 'instances',
  group: 'instances',
  about: 'find instances of all processes, and delete finished ones',
  actions: FIND_ACTIONS,
  options: FIND_OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./instance-reads.ts')).runInstances(call, FIND_OPTIONS),
});

export const INSTANCE_VERBS = [...STARTED, FOUND, ...SHOWN, ...CHANGED];
