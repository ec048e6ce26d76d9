import { visibleText } from '../../platform/redact.ts';
import { LISTS } from '../lists.ts';
import { printList, tableText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one, PAGE, SET } from '../verb-declaration.ts';
import { deleteVersions } from './definitions.ts';
import { findFiles, WrongFiles } from './find-files.ts';
import { assigned } from './instance-changes.ts';

const OPTIONS = {
  decision: { value: '<id>', filter: 'DecisionKey==', about: 'filter by decision', of: ['list'] },
  page: { ...PAGE, of: ['list', 'evaluations'] },
  set: { ...SET, of: ['evaluate'] },
  version: {
    value: '<n>',
    about: 'this version instead of the latest one',
    of: ['evaluate', 'xml'],
    shape: { pattern: /^\d{1,10}$/, rule: 'is a number' },
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

const DECISION = /\.dmn$/i;

async function runDecisions(call: DecisionsCall): Promise<true> {
  const {
    action,
    operands: [id = ''],
    options,
  } = call;
  switch (action) {
    case 'list':
      return printList(LISTS.decisions, call, OPTIONS);
    case 'deploy':
      return deploy(call);
    case 'evaluate':
      return evaluate(call, id);
    case 'evaluations':
      return printList(LISTS.evaluations, call, {}, [id]);
    case 'xml': {
      const api = call.openApi();
      const version = options.version ?? (await api.call('readDecision', [id])).version;
      return api.copy(`/Decisions/${encodeURIComponent(id)}/${version}/xml`, process.stdout);
    }
    case 'delete':
      return deleteVersions(call, 'deleteDecision');
  }
}

async function deploy({ operands, options, isJson, openApi }: DecisionsCall): Promise<true> {
  const [first, ...others] = (await findFiles(operands)).filter(({ name }) => DECISION.test(name));
  if (first === undefined) throw new WrongFiles('no decision (.dmn) found');
  const answer = await openApi().call('deployDecisions', [], {
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

async function evaluate({ options, openApi, printsJson }: DecisionsCall, id: string): Promise<true> {
  const { set = [], version, 'business-id': businessId } = options;
  const body = {
    Variables: assigned(set),
    ...(version !== undefined && { Version: Number(version) }),
    ...(businessId !== undefined && { BusinessId: businessId }),
  };
  const answer = await openApi().call('evaluateDecision', [id], body);
  if (printsJson) return printJson(answer);
  const rows = answer.Decisions.map(({ DecisionKey, Result, Tables }) => {
    const rules = Tables.flatMap(({ Rules }) =>
      Rules.map(({ Number: number, Id }) => (Id === undefined ? `${number}` : `${number} (${Id})`)),
    );
    return [DecisionKey, rules.join(', ') || '-', JSON.stringify(Result)];
  });
  return print(tableText(['DECISION', 'RULES', 'RESULT'], rows));
}
