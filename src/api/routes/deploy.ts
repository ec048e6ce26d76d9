import type { FileFinding } from '../../bpmn/check-file.ts';
import type { DescribedElement } from '../../bpmn/description/description.ts';
import type { ModelReader } from '../../bpmn/reader/model-reader.ts';
import { scriptsByName } from '../../bpmn/script-resources.ts';
import type { CommandResults, DeployedDefinition, DeployResource } from '../../messages/commands.ts';
import { type Answer, errorAnswer, jsonAnswer } from '../../platform/answer.ts';
import { LoopTurn } from '../../platform/loop-turn.ts';
import { patternsForAny } from '../../requests/grants.ts';
import { createMemberReader } from '../body/members.ts';
import { readResources } from '../body/resources.ts';
import { readValidation } from '../body/validation.ts';
import type { CommandRunner } from '../commands.ts';
import { commonAnswers } from '../common-answers.ts';
import { DEPLOY_BODY_LIMIT, type Endpoint, type WriteEndpoint } from '../endpoint.ts';
import { rejectionAnswer } from '../http-errors.ts';
import { deployRequest, validateRequest } from '../schemas/requests.ts';
import type { deployResponse, ResponseBody, validateResponse } from '../schemas/responses.ts';

type DeployResponse = ResponseBody<typeof deployResponse>;

const readDeploy = createMemberReader(deployRequest);
const readValidate = createMemberReader(validateRequest);

/** Dependencies of a deploy. `keepsUnchanged`: default of the request member. */
export interface DeployTools {
  readonly run: CommandRunner;
  readonly reader: ModelReader;
  readonly keepsUnchanged: boolean;
}

/** POST /Definitions/deploy and /Definitions/validate (docs/contributing/spec/http/definitions.md#deploy). */
export function deployRoutes(tools: DeployTools): readonly Endpoint[] {
  const shape = { method: 'POST', bodyUse: 'json', bodyLimit: DEPLOY_BODY_LIMIT } as const;
  return [
    { ...shape, pattern: '/Definitions/deploy', handle: deployWith(tools) },
    { ...shape, pattern: '/Definitions/validate', handle: validateWith(tools.reader) },
  ];
}

/** Values of a deploy for uncaught failures (docs/contributing/spec/incidents.md#where-incidents-are-wanted). */
const ON_FAILURE = ['fail', 'incident'] as const;

/** Parses the model for its diagnostics; the worker parses it again, because it does not trust the API process. */
function deployWith({ run, reader, keepsUnchanged }: DeployTools): WriteEndpoint['handle'] {
  return async (request) => {
    const read = readDeploy(request.body, request.path);
    if (!read.ok) return read.answer;
    const {
      BpmnXml: bpmnXml,
      Validation,
      RequiredReferences,
      Resources,
      KeepUnchanged = keepsUnchanged,
      Strict,
      OnFailure,
    } = read.members;
    const asked = readValidation(Validation, RequiredReferences);
    if (!asked.ok) return asked.answer;
    const { validation } = asked;
    const onFailure = ON_FAILURE.find((one) => one === OnFailure);
    if (OnFailure !== undefined && onFailure === undefined)
      return errorAnswer('invalid-field', 'OnFailure must be fail or incident.');
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
      ...(onFailure !== undefined && { onFailure }),
      ...(KeepUnchanged && { keepsUnchanged: true as const }),
      ...(Strict === true && { refusesWarnings: true as const }),
      ...(request.limits !== undefined && {
        refersWithin: patternsForAny(request.principal?.grants ?? [], ['author', 'operate']),
      }),
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
  const read = await reader.checkResources(beside?.scripts ?? {});
  if (!read.ok) return read.diagnostic;
  const turn = new LoopTurn();
  for (const { name, content } of resources) {
    if (turn.isOver) await turn.begin();
    const further = await reader.check(content, beside);
    if (further !== undefined) return `${name}: ${further}`;
  }
  return undefined;
}

/** Stores nothing: parses a file and answers with all findings. */
function validateWith(reader: ModelReader): WriteEndpoint['handle'] {
  return async (request) => {
    const read = readValidate(request.body, request.path);
    if (!read.ok) return read.answer;
    const { BpmnXml, Validation, RequiredReferences, Describe: describes = false } = read.members;
    const asked = readValidation(Validation, RequiredReferences);
    if (!asked.ok) return asked.answer;
    if (!reader.hasPlaceFor(BpmnXml.length)) return commonAnswers.overloaded(request.path);
    const { findings, elements } = await reader.validate(BpmnXml, asked.validation ?? { level: 'executable' }, describes);
    const isAccepted = findings.every(({ severity }) => severity !== 'error');
    return jsonAnswer({
      IsAccepted: isAccepted,
      Findings: findings.map(findingJson),
      ...(describes && { Elements: elements.map(elementJson) }),
    } satisfies ResponseBody<typeof validateResponse>);
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

function elementJson({ id, properties }: DescribedElement) {
  return { Id: id, Properties: properties.map(({ name, value }) => ({ Name: name, Value: value })) };
}

function deployedAnswer({ definitions, warnings, isUnchanged }: CommandResults['DeployDefinition']): Answer {
  const [first, ...additional] = definitions.map(deployedJson);
  return jsonAnswer({
    ...first,
    ...(isUnchanged === true && { Unchanged: true }),
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
