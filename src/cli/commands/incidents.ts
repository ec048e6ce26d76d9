import { visibleText } from '../../platform/redact.ts';
import { WrongArguments } from '../arguments.ts';
import { type AnswerOf, type ApiClient, ApiRefusal } from '../connection/api-client.ts';
import { LISTS } from '../lists.ts';
import { filtersOf, printList, queryOf, tableText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { any, type Call, declareVerb, one, PAGE, some } from '../verb-declaration.ts';

const WHICH = {
  process: {
    value: '<key>',
    filter: 'ProcessKey==',
    about: 'filter by process key, instead of ids',
    of: ['list', 'retry'],
    completes: 'process',
  },
  instance: {
    value: '<id>',
    filter: 'InstanceId==',
    about: 'filter by instance, instead of ids',
    of: ['list', 'retry'],
    completes: 'instance',
  },
  activity: { value: '<element>', filter: 'ActivityId==', about: 'filter by element, instead of ids', of: ['list', 'retry'] },
  code: { value: '<code>', filter: 'ErrorCode==', about: 'filter by error code, instead of ids', of: ['list', 'retry'] },
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

type IncidentsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

/** Short for `incidents retry` and `incidents resolve`. */
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
    run: (call) => runIncidents({ ...call, action: name } as IncidentsCall),
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
  run: (call) => runIncidents(call),
});

export const INCIDENT_VERBS = [INCIDENTS, ...SHORT];

interface Outcome {
  readonly incidentId: string;
  readonly outcome: string;
  readonly isDone: boolean;
}

const PAGE_SIZE = 100;

/** @returns false if an action failed or was refused */
async function runIncidents(call: IncidentsCall): Promise<boolean> {
  const { action, operands, options, isJson } = call;
  switch (action) {
    case 'list':
      return printList(LISTS.incidents, call, OPTIONS);
    case 'show':
      return show(call);
    case 'retry':
      checkWhich(call);
      return printOutcomes(isJson, await retried(call.openApi(), operands, options));
    case 'resolve': {
      const body = { Variables: variablesOf(options.set ?? []) };
      return printOutcomes(isJson, [await handled(call.openApi(), operands[0] ?? '', 'resolve', body)]);
    }
  }
}

function checkWhich({ operands: ids, options }: IncidentsCall): void {
  const isNamed = [options.process, options.instance, options.activity, options.code, options.all].some(
    (value) => value !== undefined,
  );
  if (ids.length > 0 && isNamed) throw new WrongArguments('give ids or options, not both');
  if (ids.length === 0 && !isNamed) throw new WrongArguments('retry needs ids or filter options');
}

/** Parses `name=<json>`. Throws WrongArguments. */
function variablesOf(pairs: readonly string[]): Record<string, unknown> {
  const entries = pairs.map((pair): [string, unknown] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new WrongArguments(`--set takes <name>=<json>, not '${pair}'`);
    const name = pair.slice(0, at);
    try {
      return [name, JSON.parse(pair.slice(at + 1))];
    } catch {
      throw new WrongArguments(`--set ${name}: '${pair.slice(at + 1)}' is not JSON; a text has quotes: ${name}='"text"'`);
    }
  });
  return Object.fromEntries(entries);
}

async function show({ operands: [id = ''], printsJson, openApi }: IncidentsCall): Promise<boolean> {
  const incident = await openApi().call('readIncident', [id]);
  if (printsJson) return printJson(incident);
  const facts = Object.entries(incident).filter(([name, value]) => value !== null && name !== 'errorMessage');
  const table = tableText(
    ['', ''],
    facts.map(([name, value]) => [name, String(value)]),
  ).trimStart();
  const lines = incident.errorMessage.split('\n').map((line) => `  ${visibleText(line)}`);
  return print([table, '', 'errorMessage', ...lines].join('\n'));
}

async function retried(
  client: ApiClient,
  ids: readonly string[],
  options: IncidentsCall['options'],
): Promise<readonly Outcome[]> {
  const which = ids.length > 0 ? ids : await idsOf(client, options);
  const outcomes: Outcome[] = [];
  for (const id of which) outcomes.push(await handled(client, id, 'retry', {}));
  return outcomes;
}

/** All ids before the first retry, because an incident that fails again stays in the list. */
async function idsOf(client: ApiClient, options: IncidentsCall['options']): Promise<readonly string[]> {
  const filters = filtersOf(OPTIONS, options).join(',');
  const ids = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = queryOf({ pageSize: String(PAGE_SIZE), page: String(page), filters });
    const { items, totalCount } = await client.call('listIncidents', [], query);
    for (const { incidentId } of items) ids.add(incidentId);
    if (items.length < PAGE_SIZE || page * PAGE_SIZE >= totalCount) return [...ids];
  }
}

async function handled(client: ApiClient, incidentId: string, action: 'retry' | 'resolve', body: object): Promise<Outcome> {
  try {
    await client.call(`${action}Incident`, [incidentId], body);
  } catch (error) {
    if (!(error instanceof ApiRefusal) || (error.status !== 404 && error.status !== 409)) throw error;
    return { incidentId, outcome: error.message, isDone: false };
  }
  const open = await stillOpen(client, incidentId);
  const outcome = action === 'retry' ? 'retried' : 'resolved';
  if (open === undefined) return { incidentId, outcome, isDone: true };
  return { incidentId, outcome: `${outcome}, failed again: ${open.errorMessage}`, isDone: false };
}

async function stillOpen(client: ApiClient, incidentId: string): Promise<AnswerOf<'readIncident'> | undefined> {
  try {
    return await client.call('readIncident', [incidentId]);
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'unknown-incident') return undefined;
    throw error;
  }
}

function printOutcomes(isJson: boolean, outcomes: readonly Outcome[]): boolean {
  if (isJson) printJson(outcomes);
  else if (outcomes.length === 0) print('No incident fits.');
  else for (const { incidentId, outcome } of outcomes) print(`${visibleText(incidentId)}  ${visibleText(outcome)}`);
  return outcomes.every(({ isDone }) => isDone);
}
