import { any, type Call, declareVerb, one, PAGE, some } from '../declaration.ts';

const WHICH = {
  process: { value: '<key>', about: 'which ones, in place of ids', of: ['list', 'retry'], completes: 'process' },
  instance: { value: '<id>', about: 'which ones, in place of ids', of: ['list', 'retry'], completes: 'instance' },
  activity: { value: '<element>', about: 'which ones, in place of ids', of: ['list', 'retry'] },
  code: { value: '<code>', about: 'which ones, in place of ids', of: ['list', 'retry'] },
} as const;
const SET_JSON = {
  value: '<name>=<json>',
  about: 'a variable that stands for the result; may be repeated',
  multiple: true,
} as const;
const OPTIONS = {
  ...WHICH,
  all: { about: 'all of them', of: ['retry'] },
  set: { ...SET_JSON, of: ['resolve'] },
  page: { ...PAGE, of: ['list'] },
} as const;

const ACTIONS = {
  list: { about: 'those that are open, 100 at a time', isDefault: true },
  show: { about: 'one of them', operands: one('<id>', 'one id', 'incident') },
  retry: { about: 'tries it again', operands: any('<id>', 'ids', 'incident') },
  resolve: { about: 'goes on with a result that is given', operands: one('<id>', 'one id', 'incident') },
} as const;

export type IncidentsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

/** Both words at once, for those who know the incident. */
const SHORT = ['retry', 'resolve'].map((name) =>
  declareVerb({
    name,
    group: 'repair',
    about:
      name === 'retry' ? 'tries incidents again: incidents retry' : 'goes on behind an incident with a result: incidents resolve',
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
  about: 'lists, shows, retries and resolves what waits for an operator',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: async (call) => (await import('./incidents.ts')).runIncidents(call),
});

export const INCIDENT_VERBS = [INCIDENTS, ...SHORT];
