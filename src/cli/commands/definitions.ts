import { visibleText } from '../../platform/log-text.ts';
import { filterTerm, WrongArguments } from '../arguments.ts';
import type { ApiClient } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
import { type Call, declareVerb, one, PAGE } from '../verb-declaration.ts';

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

type DefinitionsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DEFINITIONS = declareVerb({
  name: 'definitions',
  group: 'models',
  about: 'list deployed versions, delete those without instances, suspend process keys',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: (call) => runDefinitions(call),
});

interface Definition {
  readonly processDefinitionKey: string;
  readonly version: number;
  readonly deployedAt: string;
  readonly isActive: boolean;
  readonly isSuspended?: boolean;
}
interface KeySuspension {
  readonly isSuspended: boolean;
  readonly instances: number;
}
interface Deleted {
  readonly ProcessDefinitionKey: string;
  readonly Version: number;
  readonly LatestVersion: number | null;
}

/** `sluice definitions`: lists deployed versions, deletes some, suspends and resumes keys over the API. */
async function runDefinitions(call: DefinitionsCall): Promise<true> {
  const { action, operands, isJson, openApi } = call;
  const [key = '', ...versions] = operands;
  if (action === 'list') return list(call);
  if (action !== 'delete') return switchKey(call, action, key);
  const wrong = versions.find((version) => !/^\d{1,10}$/.test(version));
  if (wrong !== undefined) throw new WrongArguments(`'${wrong}' is not a version`);
  return deleteAll(openApi(), key, versions, isJson);
}

async function switchKey(
  { options: { reason }, isJson, openApi }: DefinitionsCall,
  kind: 'suspend' | 'resume',
  key: string,
): Promise<true> {
  const body = reason === undefined ? {} : { Reason: reason };
  const answer = await openApi().post<KeySuspension>(`/Definitions/${encodeURIComponent(key)}/${kind}`, body);
  if (isJson) return printJson(answer);
  const count = answer.instances === 1 ? '1 instance' : `${answer.instances} instances`;
  return print(`${visibleText(key)} is ${answer.isSuspended ? 'suspended' : 'resumed'}: ${count}`);
}

async function list({ options: { process: key, page = '1' }, printsJson, openApi }: DefinitionsCall): Promise<true> {
  const filters = filterTerm('ProcessDefinitionKey', '==', key).join(',');
  const query = new URLSearchParams({ pageSize: '100', page, filters });
  const found = await openApi().get<{ items: readonly Definition[]; totalCount: number }>(`/Definitions?${query}`);
  if (printsJson) return printJson(found);
  if (found.totalCount === 0) return print('Nothing is deployed.');
  const rows = found.items.map((one) => [
    one.processDefinitionKey,
    String(one.version),
    one.deployedAt,
    `${one.isActive ? 'yes' : 'no'}${one.isSuspended === true ? ', suspended' : ''}`,
  ]);
  print(tableText(['KEY', 'VERSION', 'DEPLOYED AT', 'ACTIVE'], rows));
  return found.totalCount > found.items.length ? print(`${found.totalCount} in all`) : true;
}

/** One by one: a refusal ends it, and what was deleted before stays deleted. */
async function deleteAll(client: ApiClient, key: string, versions: readonly string[], isJson: boolean): Promise<true> {
  const deleted: Deleted[] = [];
  try {
    for (const version of versions) {
      const one = await client.delete<Deleted>(`/Definitions/${encodeURIComponent(key)}/${version}`);
      deleted.push(one);
      if (!isJson) print(textOf(one));
    }
  } finally {
    if (isJson) printJson(deleted);
  }
  return true;
}

function textOf({ ProcessDefinitionKey: key, Version: version, LatestVersion: latest }: Deleted): string {
  const rest = latest === null ? 'it has no version left' : `its latest version is ${latest}`;
  return `${visibleText(key)}: version ${version} is deleted, ${rest}`;
}
