import type { FindingInFile } from '../../bpmn/reader/model-reader.ts';
import { scriptsByName } from '../../bpmn/script-resources.ts';
import type { CommandResults, DeployResource } from '../../messages/commands.ts';
import { type DeployedDecision, FIRST_DECISION_FILE } from '../../messages/decisions.ts';
import { type Answer, errorAnswer, jsonAnswer, problemAnswer, textAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import {
  type DecisionItem,
  decisionKey,
  decisionNames,
  listDecisions,
  readDecisionText,
  readLatestDecision,
} from '../../queries/decision-list.ts';
import { keyCondition, limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import { createMemberReader, type RequestResource } from '../body/members.ts';
import { readResources } from '../body/resources.ts';
import type { CommandRunner } from '../commands.ts';
import { commonAnswers } from '../common-answers.ts';
import { BODY_LIMIT, DEPLOY_BODY_LIMIT, type Endpoint, type WriteEndpoint, type WriteRequest } from '../endpoint.ts';
import { decisionNotDeployed, rejectionAnswer } from '../http-errors.ts';
import type { ApiPorts } from '../ports.ts';
import {
  type decisionRow,
  type deleteDecisionResponse,
  deployDecisionsRequest,
  type deployDecisionsResponse,
  validateDecisionsRequest,
  type validateDecisionsResponse,
} from '../schemas/decisions.ts';
import type { ResponseBody } from '../schemas/responses.ts';
import { evaluateRoute } from './evaluate-decision.ts';

type DecisionPorts = Pick<ApiPorts, 'db' | 'reader'>;

const XML = 'application/xml; charset=utf-8';
const DECISION_FILE = /\.dmn$/i;
const readDeploy = createMemberReader(deployDecisionsRequest);
const readValidate = createMemberReader(validateDecisionsRequest);

/** /Decisions (docs/contributing/spec/http/decisions.md). The rows are written with the deploy: nothing has to be waited for. */
export function decisionRoutes(run: CommandRunner, ports: DecisionPorts): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/Decisions/deploy',
      bodyUse: 'json',
      bodyLimit: DEPLOY_BODY_LIMIT,
      handle: deployWith(run, ports),
    },
    {
      method: 'POST',
      pattern: '/Decisions/validate',
      bodyUse: 'json',
      bodyLimit: DEPLOY_BODY_LIMIT,
      handle: validateWith(ports),
    },
    evaluateRoute(run),
    {
      method: 'DELETE',
      pattern: '/Decisions/{key}/{version}',
      bodyUse: 'ignored',
      bodyLimit: BODY_LIMIT,
      handle: (request) => deleteVersion(run, request),
    },
    ...readRoutes(ports.db),
  ];
}

function readRoutes(db: ReadDatabase): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/Decisions',
      async handle({ path, queryText, limits }) {
        const query = parseListQuery(readQueryParameters(queryText), decisionNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
        const found = await listDecisions(db, limited(query.value, keyCondition(decisionKey, limits)));
        const { items, totalCount, page, pageSize } = found;
        return jsonAnswer({ items: items.map(rowJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/Decisions/{key}',
      async handle({ path, params: [key = ''] }) {
        const found = holdsUnstorableText(key) ? undefined : await readLatestDecision(db, key);
        return found === undefined
          ? problemAnswer('unknown-decision', decisionNotDeployed(key, null), path)
          : jsonAnswer(rowJson(found));
      },
    },
    {
      method: 'GET',
      pattern: '/Decisions/{key}/{version}/xml',
      async handle({ path, params: [key = '', version = ''] }) {
        const text = holdsUnstorableText(key) ? undefined : await readDecisionText(db, key, Number(version));
        if (text !== undefined) return textAnswer(200, text, XML);
        return problemAnswer('unknown-decision', decisionNotDeployed(key, Number(version)), path);
      },
    },
  ];
}

/** Stores nothing: reads the files and answers with all findings. */
function validateWith({ reader }: DecisionPorts): WriteEndpoint['handle'] {
  return async (request) => {
    const read = readValidate(request.body, request.path);
    if (!read.ok) return read.answer;
    const files = filesOf(read.members);
    if (!files.ok) return files.answer;
    if (!reader.hasPlaceFor(sizeOf(files.files))) return commonAnswers.overloaded(request.path);
    const findings = await reader.validateDecisions(scriptsByName(files.files));
    return jsonAnswer({
      IsAccepted: findings.every(({ severity }) => severity !== 'error'),
      Findings: findings.map(findingJson),
    } satisfies ResponseBody<typeof validateDecisionsResponse>);
  };
}

function findingJson(finding: FindingInFile): ResponseBody<typeof validateDecisionsResponse>['Findings'][number] {
  const { severity, rule, element, text, line, column, row, input, output, file } = finding;
  return {
    Severity: severity,
    Rule: rule,
    ...(element !== undefined && { Element: element }),
    Text: text,
    ...(line !== undefined && { Line: line }),
    ...(column !== undefined && { Column: column }),
    ...(row !== undefined && { Row: row }),
    ...(input !== undefined && { Input: input }),
    ...(output !== undefined && { Output: output }),
    ...(file !== undefined && file !== FIRST_DECISION_FILE && { Resource: file }),
  };
}

/** Parses the files for their diagnostics; the worker parses them again, because it does not trust the API process. */
function deployWith(run: CommandRunner, { reader }: DecisionPorts): WriteEndpoint['handle'] {
  return async (request) => {
    const read = readDeploy(request.body, request.path);
    if (!read.ok) return read.answer;
    const { DmnXml, Resources, Strict } = read.members;
    const sent = filesOf({ DmnXml, Resources });
    if (!sent.ok) return sent.answer;
    const { files } = sent;
    if (!reader.hasPlaceFor(sizeOf(files))) return commonAnswers.overloaded(request.path);
    const checked = await reader.checkResources(scriptsByName(files));
    if (!checked.ok) {
      const diagnostic = checked.diagnostic.replace(`${FIRST_DECISION_FILE}: `, '');
      return rejectionAnswer('DeployDecisions', { code: 'INVALID_DMN', diagnostic }, request);
    }
    const strict = Strict === true && { refusesWarnings: true as const };
    return run(request, { kind: 'DeployDecisions', files, ...strict }, deployedAnswer);
  };
}

/** The first file and the additional ones. */
function filesOf({
  DmnXml,
  Resources: written,
}: {
  readonly DmnXml: string;
  readonly Resources: readonly RequestResource[];
}): { readonly ok: true; readonly files: readonly DeployResource[] } | { readonly ok: false; readonly answer: Answer } {
  const stranger = written.find(({ Name }) => !DECISION_FILE.test(Name));
  const read = readResources(written);
  if (!read.ok) return read;
  if (stranger === undefined) return { ok: true, files: [{ name: FIRST_DECISION_FILE, content: DmnXml }, ...read.scripts] };
  return { ok: false, answer: errorAnswer('invalid-field', `Resource '${stranger.Name}' is not a decision file (.dmn).`) };
}

/** Unit: characters. */
function sizeOf(files: readonly DeployResource[]): number {
  return files.reduce((sum, { content }) => sum + content.length, 0);
}

function deployedAnswer({ decisions, warnings }: CommandResults['DeployDecisions']): Answer {
  const [first, ...additional] = decisions.map(deployedJson);
  return jsonAnswer({
    ...first,
    ...(additional.length > 0 && { AdditionalDecisions: additional }),
    ...(warnings.length > 0 && { Warnings: warnings }),
  });
}

function deployedJson({ key, version, file, isUnchanged }: DeployedDecision) {
  const json = { DecisionKey: key, Version: version, ...(isUnchanged === true && { Unchanged: true }) };
  return { ...json, ...(file !== undefined && { Resource: file }) } satisfies NonNullable<
    ResponseBody<typeof deployDecisionsResponse>['AdditionalDecisions']
  >[number];
}

async function deleteVersion(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const [key = '', text = ''] = request.params;
  const version = Number(text);
  if (holdsUnstorableText(key)) {
    return rejectionAnswer('DeleteDecision', { code: 'DECISION_NOT_DEPLOYED', key, version }, request);
  }
  return run(request, { kind: 'DeleteDecision', key, version }, ({ latestVersion }) =>
    jsonAnswer({ DecisionKey: key, Version: version, LatestVersion: latestVersion } satisfies ResponseBody<
      typeof deleteDecisionResponse
    >),
  );
}

function rowJson({ key, version, name, versionTag, deployedAt }: DecisionItem): ResponseBody<typeof decisionRow> {
  return { decisionKey: key, version, name, versionTag, deployedAt: formatTimestamp(deployedAt) };
}
