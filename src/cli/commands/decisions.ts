import { visibleText } from '../../platform/log-text.ts';
import { filterTerm, WrongArguments } from '../arguments.ts';
import { print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
import { type Call, declareVerb, one, PAGE, SET } from '../verb-declaration.ts';
import { findFiles, WrongFiles } from './find-files.ts';
import { assigned } from './instance-changes.ts';

const OPTIONS = {
  decision: { value: '<id>', about: 'filter by decision', of: ['list'] },
  page: { ...PAGE, of: ['list', 'evaluations'] },
  set: { ...SET, of: ['evaluate'] },
  version: {
    value: '<n>',
    about: 'this version instead of the latest one',
    of: ['evaluate', 'xml'],
    shape: { pattern: /^\d{1,10}$/, says: '--version is a number' },
  },
  'business-id': { value: '<id>', about: 'business id of the evaluation, for later erasure', of: ['evaluate'] },
  strict: { about: 'treat warnings as errors', of: ['deploy'] },
} as const;

const ID = one('<id>', 'the id of one decision');
const ACTIONS = {
  list: { about: 'list deployed versions, 100 at a time', isDefault: true },
  deploy: {
    about: 'deploy folders and .dmn files together, without a process',
    operands: {
      form: '<file or folder>…',
      is: 'at least one file or folder',
      least: 1,
      most: Number.POSITIVE_INFINITY,
      completes: 'file',
    },
  },
  evaluate: { about: 'evaluate a decision, and print the matching rules', operands: ID },
  evaluations: { about: 'list stored evaluations, newest first, 100 at a time', operands: ID },
  xml: { about: 'print the file of the latest version, or of --version', operands: ID },
  delete: {
    about: 'delete versions that no deployed process needs',
    operands: {
      form: '<id> <version>…',
      is: 'the id of a decision and at least one version',
      least: 2,
      most: Number.POSITIVE_INFINITY,
    },
  },
} as const;

type DecisionsCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const DECISIONS = declareVerb({
  name: 'decisions',
  group: 'models',
  about: 'deploy decisions without a process, list and evaluate them',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: (call) => runDecisions(call),
});

interface Version {
  readonly decisionKey: string;
  readonly version: number;
  readonly name: string;
  readonly versionTag: string | null;
  readonly deployedAt: string;
}
interface Deployed {
  readonly DecisionKey: string;
  readonly Version: number;
  readonly Unchanged?: true;
}
interface DeployAnswer extends Deployed {
  readonly AdditionalDecisions?: readonly Deployed[];
  readonly Warnings?: readonly string[];
}
interface Evaluated {
  readonly Result: unknown;
  readonly Decisions: readonly {
    readonly DecisionKey: string;
    readonly Result: unknown;
    readonly Tables: readonly { readonly Rules: readonly { readonly Number: number; readonly Id?: string }[] }[];
  }[];
}
interface Evaluation {
  readonly version: number;
  readonly evaluatedAt: string;
  readonly actor: string | null;
  readonly failure: string | null;
  readonly decisions: readonly {
    readonly result?: unknown;
    readonly tables: readonly { readonly rules: readonly { readonly number: number }[] }[];
  }[];
}
interface Deleted {
  readonly DecisionKey: string;
  readonly Version: number;
  readonly LatestVersion: number | null;
}

const DECISION = /\.dmn$/i;

/** `sluice decisions`: deploys, lists, evaluates and deletes decisions over the API. */
async function runDecisions(call: DecisionsCall): Promise<true> {
  const { action, operands, options } = call;
  const path = `/Decisions/${encodeURIComponent(operands[0] ?? '')}`;
  switch (action) {
    case 'list':
      return list(call);
    case 'deploy':
      return deploy(call);
    case 'evaluate':
      return evaluate(call, path);
    case 'evaluations':
      return evaluations(call, path);
    case 'xml': {
      const api = call.openApi();
      const version = options.version ?? (await api.get<Version>(path)).version;
      return api.copy(`${path}/${version}/xml`, process.stdout);
    }
    case 'delete':
      return deleteAll(call, path);
  }
}

async function list({ options: { decision, page = '1' }, printsJson, openApi }: DecisionsCall): Promise<true> {
  const filters = filterTerm('DecisionKey', '==', decision).join(',');
  const query = new URLSearchParams({ pageSize: '100', page, filters });
  const found = await openApi().get<{ items: readonly Version[]; totalCount: number }>(`/Decisions?${query}`);
  if (printsJson) return printJson(found);
  if (found.totalCount === 0) return print('No decision is deployed.');
  const rows = found.items.map((one) => [one.decisionKey, String(one.version), one.versionTag ?? '-', one.deployedAt, one.name]);
  print(tableText(['DECISION', 'VERSION', 'TAG', 'DEPLOYED AT', 'NAME'], rows));
  return found.totalCount > found.items.length ? print(`${found.totalCount} in all`) : true;
}

async function deploy({ operands, options, isJson, openApi }: DecisionsCall): Promise<true> {
  const [first, ...others] = (await findFiles(operands)).filter(({ name }) => DECISION.test(name));
  if (first === undefined) throw new WrongFiles('no decision (.dmn) found');
  const answer = await openApi().post<DeployAnswer>('/Decisions/deploy', {
    DmnXml: first.content,
    ...(others.length === 0 ? {} : { Resources: others.map(({ name, content }) => ({ Name: name, Content: content })) }),
    ...(options.strict === true ? { Strict: true } : {}),
  });
  if (isJson) return printJson(answer);
  const { AdditionalDecisions = [], Warnings = [] } = answer;
  for (const { DecisionKey, Version: version, Unchanged } of [answer, ...AdditionalDecisions])
    print(`${visibleText(DecisionKey)} version ${version}${Unchanged === true ? ', unchanged' : ''}`);
  for (const warning of Warnings) print(`warning: ${visibleText(warning)}`);
  return true;
}

async function evaluate({ options, openApi, printsJson }: DecisionsCall, path: string): Promise<true> {
  const { set = [], version, 'business-id': businessId } = options;
  const body = {
    Variables: assigned(set),
    ...(version !== undefined && { Version: Number(version) }),
    ...(businessId !== undefined && { BusinessId: businessId }),
  };
  const answer = await openApi().post<Evaluated>(`${path}/evaluate`, body);
  if (printsJson) return printJson(answer);
  const rows = answer.Decisions.map(({ DecisionKey, Result, Tables }) => {
    const rules = Tables.flatMap(({ Rules }) =>
      Rules.map(({ Number: number, Id }) => (Id === undefined ? `${number}` : `${number} (${Id})`)),
    );
    return [DecisionKey, rules.join(', ') || '-', JSON.stringify(Result)];
  });
  return print(tableText(['DECISION', 'RULES', 'RESULT'], rows));
}

async function evaluations({ options: { page = '1' }, openApi, printsJson }: DecisionsCall, path: string): Promise<true> {
  const query = new URLSearchParams({ pageSize: '100', page });
  const found = await openApi().get<{ items: readonly Evaluation[]; totalCount: number }>(`${path}/evaluations?${query}`);
  if (printsJson) return printJson(found);
  if (found.totalCount === 0) return print('No evaluations.');
  const rows = found.items.map(({ version, evaluatedAt, actor, failure, decisions }) => {
    const last = decisions.at(-1);
    const rules = last?.tables.flatMap((table) => table.rules.map(({ number }) => String(number))) ?? [];
    const result = failure === null ? (JSON.stringify(last?.result) ?? '…') : `failed: ${failure}`;
    return [evaluatedAt, String(version), actor ?? '-', rules.join(', ') || '-', result];
  });
  print(tableText(['EVALUATED AT', 'VERSION', 'BY', 'RULES', 'RESULT'], rows));
  return found.totalCount > found.items.length ? print(`${found.totalCount} in all`) : true;
}

/** One by one: a refusal ends it, and what was deleted before stays deleted. */
async function deleteAll({ operands: [, ...versions], isJson, openApi }: DecisionsCall, path: string): Promise<true> {
  const wrong = versions.find((version) => !/^\d{1,10}$/.test(version));
  if (wrong !== undefined) throw new WrongArguments(`'${wrong}' is not a version`);
  const client = openApi();
  const deleted: Deleted[] = [];
  try {
    for (const version of versions) {
      const one = await client.delete<Deleted>(`${path}/${version}`);
      deleted.push(one);
      if (!isJson) print(textOf(one));
    }
  } finally {
    if (isJson) printJson(deleted);
  }
  return true;
}

function textOf({ DecisionKey: key, Version: version, LatestVersion: latest }: Deleted): string {
  const rest = latest === null ? 'it has no version left' : `its latest version is ${latest}`;
  return `${visibleText(key)}: version ${version} is deleted, ${rest}`;
}
