import type { FileFinding } from '../../bpmn/check-file.ts';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { scriptsByName } from '../../bpmn/script-resources.ts';
import type { CommandResults, DefinitionSummary, DeployedDefinition, DeployResource } from '../../messages/commands.ts';
import { type Answer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { LoopTurn } from '../../platform/loop-turn.ts';
import { type DefinitionItem, definitionNames, listDefinitions } from '../../queries/definitions.ts';
import { parseListQuery } from '../../queries/list-query.ts';
import { type InstanceItem, instanceNames, listInstances } from '../../queries/process-instances.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { createMemberReader } from '../body/members.ts';
import { readResources } from '../body/resources.ts';
import { readValidation } from '../body/validation.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, DEPLOY_BODY_LIMIT, type Endpoint, type ReadRequest } from '../endpoint.ts';
import { commonAnswers, rejectionAnswer } from '../http-errors.ts';
import { refusalUntilReached } from '../min-position.ts';
import { deployRequest, switchRequest, validateRequest } from '../schemas/requests.ts';
import type {
  definitionRow,
  deployResponse,
  userTaskForm as formSchema,
  instanceRow,
  ResponseBody,
  validateResponse,
} from '../schemas/responses.ts';

type DeployResponse = ResponseBody<typeof deployResponse>;

const readDeploy = createMemberReader(deployRequest);
const readValidate = createMemberReader(validateRequest);
const readSwitch = createMemberReader(switchRequest);

/** /Definitions (docs/spec/http/definitions.md). */
export function definitionRoutes(run: CommandRunner, db: ReadDatabase, reader: ModelReader): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/Definitions/deploy',
      bodyUse: 'json',
      bodyLimit: DEPLOY_BODY_LIMIT,
      handle: deployWith(run, reader),
    },
    {
      method: 'POST',
      pattern: '/Definitions/validate',
      bodyUse: 'json',
      bodyLimit: DEPLOY_BODY_LIMIT,
      handle: validateWith(reader),
    },
    switchRoute(run, '/Definitions/disable', 'DisableProcess'),
    switchRoute(run, '/Definitions/enable', 'EnableProcess'),
    {
      method: 'GET',
      pattern: '/Definitions',
      readsProjection: true,
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), definitionNames);
        if (!query.ok) return problemAnswer(400, query.detail, request.path);
        const refusal = await refusalUntilReached(db, request);
        if (refusal !== undefined) return refusal;
        const { items, totalCount, page, pageSize } = await listDefinitions(db, query.value);
        return jsonAnswer({ items: items.map(definitionJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/Definitions/{key}/instances',
      readsProjection: true,
      handle: (request) => instancesAnswer(db, request, undefined),
    },
    {
      method: 'GET',
      pattern: '/Definitions/{key}/{version}/instances',
      readsProjection: true,
      handle: (request) => instancesAnswer(db, request, Number(request.params[1])),
    },
  ];
}

/** The model is read here for its diagnostics and again by the worker, which trusts nobody. */
function deployWith(run: CommandRunner, reader: ModelReader): Extract<Endpoint, { readonly method: 'POST' }>['handle'] {
  return async (request) => {
    const read = readDeploy(request.body, request.path);
    if (!read.ok) return read.answer;
    const { BpmnXml: bpmnXml, Validation, RequiredReferences, Resources } = read.members;
    const asked = readValidation(Validation, RequiredReferences);
    if (!asked.ok) return asked.answer;
    const { validation } = asked;
    const further = readResources(Resources);
    if (!further.ok) return further.answer;
    const { resources, scripts } = further;
    const length = [...resources, ...scripts].reduce((sum, { content }) => sum + content.length, bpmnXml.length);
    if (!reader.hasPlaceFor(length)) return commonAnswers.overloaded(request.path);
    const diagnostic = await firstFault(reader, bpmnXml, resources, {
      ...(validation !== undefined && { validation }),
      scripts: scriptsByName(scripts),
    });
    if (diagnostic !== undefined) return rejectionAnswer('DeployDefinition', { code: 'INVALID_BPMN', diagnostic }, request);
    const command = {
      kind: 'DeployDefinition',
      bpmnXml,
      ...(validation !== undefined && { validation }),
      ...(resources.length > 0 && { resources }),
      ...(scripts.length > 0 && { scripts }),
    } as const;
    return run(request, command, deployedAnswer);
  };
}

/** Why the files of a deploy are refused, the name of a further file in front; others have their turn between two of them. */
async function firstFault(
  reader: ModelReader,
  bpmnXml: string,
  resources: readonly DeployResource[],
  beside: Parameters<ModelReader['check']>[1],
): Promise<string | undefined> {
  const fault = await reader.check(bpmnXml, beside);
  if (fault !== undefined) return fault;
  const read = await reader.checkBeside(beside?.scripts ?? {});
  if (!read.ok) return read.diagnostic;
  const turn = new LoopTurn();
  for (const { name, content } of resources) {
    if (turn.isOver) await turn.begin();
    const further = await reader.check(content, beside);
    if (further !== undefined) return `${name}: ${further}`;
  }
  return undefined;
}

/** Nothing is stored: a file is read, and all that is to be said about it is the answer. */
function validateWith(reader: ModelReader): Extract<Endpoint, { readonly method: 'POST' }>['handle'] {
  return async (request) => {
    const read = readValidate(request.body, request.path);
    if (!read.ok) return read.answer;
    const { BpmnXml, Validation, RequiredReferences } = read.members;
    const asked = readValidation(Validation, RequiredReferences);
    if (!asked.ok) return asked.answer;
    if (!reader.hasPlaceFor(BpmnXml.length)) return commonAnswers.overloaded(request.path);
    const findings = await reader.validate(BpmnXml, asked.validation ?? { level: 'executable' });
    const isAccepted = findings.every(({ severity }) => severity !== 'error');
    return jsonAnswer({ IsAccepted: isAccepted, Findings: findings.map(findingJson) } satisfies ResponseBody<
      typeof validateResponse
    >);
  };
}

function findingJson(finding: FileFinding): ResponseBody<typeof validateResponse>['Findings'][number] {
  const { severity, rule, clause, element, text, line, column } = finding;
  return {
    Severity: severity,
    Rule: rule,
    ...(clause !== undefined && { Clause: clause }),
    ...(element !== undefined && { Element: element }),
    Text: text,
    ...(line !== undefined && { Line: line }),
    ...(column !== undefined && { Column: column }),
  };
}

function deployedAnswer({ definitions, warnings }: CommandResults['DeployDefinition']): Answer {
  const [first, ...additional] = definitions.map(deployedJson);
  return jsonAnswer({
    ...first,
    ...(additional.length > 0 && { AdditionalDefinitions: additional }),
    ...(warnings.length > 0 && { Warnings: warnings }),
  });
}

function deployedJson({
  key,
  version,
  resource,
}: DeployedDefinition): NonNullable<DeployResponse['AdditionalDefinitions']>[number] {
  return { ProcessDefinitionKey: key, Version: version, ...(resource !== undefined && { Resource: resource }) };
}

/**
 * Both switches answer the row of the latest version as it is afterwards, also when nothing changed
 * (docs/spec/http/definitions.md#switch-is-idempotent).
 */
function switchRoute(
  run: CommandRunner,
  pattern: string,
  kind: 'DisableProcess' | 'EnableProcess',
): Extract<Endpoint, { readonly method: 'POST' }> {
  return {
    method: 'POST',
    pattern,
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const read = readSwitch(request.body, request.path);
      if (!read.ok) return read.answer;
      return run(request, { kind, key: read.members.ProcessDefinitionKey }, summaryAnswer);
    },
  };
}

function summaryAnswer(summary: DefinitionSummary): Answer {
  return jsonAnswer(definitionJson({ ...summary, deployedAt: new Date(summary.deployedAt), startForm: null }));
}

async function instancesAnswer(db: ReadDatabase, request: ReadRequest, version: number | undefined): Promise<Answer> {
  const query = parseListQuery(readQueryParameters(request.queryText), instanceNames);
  if (!query.ok) return problemAnswer(400, query.detail, request.path);
  const refusal = await refusalUntilReached(db, request);
  if (refusal !== undefined) return refusal;
  const { items, totalCount, page, pageSize } = await listInstances(db, request.params[0] ?? '', version, query.value);
  return jsonAnswer({ items: items.map(instanceJson), totalCount, page, pageSize });
}

function definitionJson(item: DefinitionItem): ResponseBody<typeof definitionRow> {
  return {
    processDefinitionId: item.definitionId,
    processDefinitionKey: item.key,
    version: item.version,
    deployedAt: formatTimestamp(item.deployedAt),
    activitiesCount: item.activitiesCount,
    sequenceFlowsCount: item.sequenceFlowsCount,
    isActive: item.isActive,
    ...(item.startForm !== null && { startForm: JSON.parse(item.startForm) as ResponseBody<typeof formSchema> }),
  };
}

function instanceJson(item: InstanceItem): ResponseBody<typeof instanceRow> {
  return {
    instanceId: item.instanceId,
    processDefinitionId: item.definitionId,
    isStarted: item.startedAt !== null,
    isCompleted: item.isCompleted,
    isCancelled: item.isCancelled,
    isFailed: item.isFailed,
    ...(item.isSuspended && { isSuspended: true }),
    businessId: item.businessId,
    createdAt: formatTimestamp(item.createdAt),
    executionStartedAt: item.startedAt && formatTimestamp(item.startedAt),
    completedAt: item.completedAt && formatTimestamp(item.completedAt),
  };
}
