import { visibleText } from '../../platform/log-text.ts';
import { findFiles, WrongFiles } from '../deploy/find-files.ts';
import { filterTerm } from '../filter-term.ts';
import { assigned } from '../instances/assigned.ts';
import { print, printJson } from '../output/print.ts';
import { tableText } from '../output/table.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import type { DecisionsCall } from './declaration.ts';

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
export async function runDecisions(call: DecisionsCall): Promise<true> {
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
