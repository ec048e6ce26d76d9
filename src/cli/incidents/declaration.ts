import { any, type Call, declareVerb, one, PAGE, some } from '../declaration.ts';

const WHICH = {
  process: { value: '<key>', about: 'filter by process key, instead of ids', of: ['list', 'retry'], completes: 'process' },
  instance: { value: '<id>', about: 'filter by instance, instead of ids', of: ['list', 'retry'], completes: 'instance' },
  activity: { value: '<element>', about: 'filter by element, instead of ids', of: ['list', 'retry'] },
  code: { value: '<code>', about: 'filter by error code, instead of ids', of: ['list', 'retry'] },
} as const;
const SET_JSON = {
  value: '<name>=<json>',
  about: 'a variable of the result; repeatable',
  multiple: true,
} as const;
const OPTIONS = {
  ...WHICH,
  all: { about: 'retry all open incidents', of: ['retry'] },
  set: { ...SET_JSON, of: ['resolve'] },
  page: { ...PAGE, of: ['list'] },
} as const;

const ACTIONS = {
  list: { about: 'list open incidents, 100 at a time', isDefault: true },
  show: { about: 'show one incident', operands: one('<id>', 'one id', 'incident') },
  retry: { about: 'run the failed steps again', operands: any('<id>', 'ids', 'incident') },
  resolve: { about: 'continue with a given result', operands: one('<id>', 'one id', 'incident') },
} as const;

export type IncidentsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

/** Both words at once, for those who know the incident. */
const SHORT = ['retry', 'resolve'].map((name) =>
  declareVerb({
    name,
    group: 'repair',
    about:
      name === 'retry'
        ? 'retry incidents (same as incidents retry)'
        : 'continue after an incident with a given result (same as incidents resolve)',
    operands:
      name === 'retry' ? some('<incident id>', 'the ids of incidents', 'incident') : one('<incident id>', 'one id', 'incident'),
    options: name === 'retry' ? {} : { set: SET_JSON },
    asksApi: true,
    run: async (call) => (await import('./incidents.ts')).runIncidents({ ...call, action: name } as IncidentsCall),
  }),
);

const INCIDENTS = declareVerb({
  name: 'incidents',
  group: 'repair',
  about: 'list, show, retry and resolve incidents',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./incidents.ts')).runIncidents(call),
});

export const INCIDENT_VERBS = [INCIDENTS, ...SHORT];
