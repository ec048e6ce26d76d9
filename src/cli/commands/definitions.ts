import { visibleText } from '../../platform/redact.ts';
import { WrongArguments } from '../arguments.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { LISTS } from '../lists.ts';
import { printList } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one, PAGE } from '../verb-declaration.ts';

type Deletion = 'deleteVersion' | 'deleteDecision';

/** Deletes and prints one after the other. Rejects at the first rejected version; those before stay deleted. */
export async function deleteVersions(
  { operands: [key = '', ...versions], isJson, openApi }: Pick<Call<Record<never, never>>, 'operands' | 'isJson' | 'openApi'>,
  operation: Deletion,
): Promise<true> {
  const wrong = versions.find((version) => !/^\d{1,10}$/.test(version));
  if (wrong !== undefined) throw new WrongArguments(`'${wrong}' is not a version`);
  const api = openApi();
  const deleted: AnswerOf<Deletion>[] = [];
  try {
    for (const version of versions) {
      const one = await api.call(operation, [key, version]);
      deleted.push(one);
      if (!isJson) print(textOf(one));
    }
  } finally {
    if (isJson) printJson(deleted);
  }
  return true;
}

function textOf(deleted: AnswerOf<Deletion>): string {
  const { Version: version, LatestVersion: latest } = deleted;
  const key = 'DecisionKey' in deleted ? deleted.DecisionKey : deleted.ProcessDefinitionKey;
  const rest = latest === null ? 'it has no version left' : `its latest version is ${latest}`;
  return `${visibleText(key)}: version ${version} is deleted, ${rest}`;
}

const OPTIONS = {
  process: {
    value: '<key>',
    filter: 'ProcessDefinitionKey==',
    about: 'filter by process key',
    of: ['list'],
    completes: 'process',
  },
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

async function runDefinitions(call: DefinitionsCall): Promise<true> {
  const {
    action,
    operands: [key = ''],
  } = call;
  if (action === 'list') return printList(LISTS.definitions, call, OPTIONS);
  return action === 'delete' ? deleteVersions(call, 'deleteVersion') : switchKey(call, action, key);
}

async function switchKey(
  { options: { reason }, isJson, openApi }: DefinitionsCall,
  kind: 'suspend' | 'resume',
  key: string,
): Promise<true> {
  const body = reason === undefined ? {} : { Reason: reason };
  const answer = await openApi().call(`${kind}Definition`, [key], body);
  if (isJson) return printJson(answer);
  const count = answer.instances === 1 ? '1 instance' : `${answer.instances} instances`;
  return print(`${visibleText(key)} is ${answer.isSuspended ? 'suspended' : 'resumed'}: ${count}`);
}
