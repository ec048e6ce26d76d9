import { z } from 'zod';
import type { ModelReader } from '../../../bpmn/reader/model-reader.ts';
import { scriptsByName } from '../../../bpmn/script-resources.ts';
import type { CommandResults, DeployedDefinition, DeployResource } from '../../../messages/commands.ts';
import { type Answer, errorAnswer, jsonAnswer } from '../../../platform/answer.ts';
import { LoopTurn } from '../../../platform/loops.ts';
import { patternsForAny } from '../../../requests/grants.ts';
import { readResources, readValidation } from '../../body/resources.ts';
import { commonAnswers } from '../../common-answers.ts';
import { DEPLOY_BODY_LIMIT, type WriteRequest, writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer } from '../../http-errors.ts';
import { ORDER_XML, STORE_XML } from '../../openapi/examples.ts';
import { optionalFlag, optionalResources, optionalText, optionalTexts, requiredXml } from '../../schemas/members.ts';
import { deployRefusal, type ResponseBody } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';
import { WRONG_VALIDATION } from '../refusals.ts';

/** Members of deploy and validate. */
export const validationMembers = {
  BpmnXml: requiredXml('Invalid BPMN: BpmnXml is required', 'BPMN 2.0 XML text.'),
  Validation: optionalText('Level of validation: `off`, `executable` or `strict`. Default: `executable`.'),
  RequiredReferences: optionalTexts('References that the model must contain: `messageRef`, `signalRef`, `operationRef`.'),
};

const deployRequest = z
  .object({
    ...validationMembers,
    Resources: optionalResources('Up to 50 further BPMN files, scripts, decisions and forms. Sluice deploys all files or none.'),
    KeepUnchanged: optionalFlag('If true, an unchanged process keeps its version. Default: the setting of the service.'),
    OnFailure: optionalText(
      'Effect of an error that no event catches: `fail` or `incident`. Default: the value in the model, otherwise the setting of the service.',
    ),
    Strict: optionalFlag('If true, warnings reject the deployment. Default: `false`.'),
  })
  .meta({ id: 'DeployRequest' });

const deployed = { ProcessDefinitionKey: z.string(), Version: z.int().min(1) };

/** See docs/contributing/spec/http/definitions.md#deploy. */
const deployResponse = z
  .object({
    ...deployed,
    // not z.literal(true): some client generators do not support a boolean with one value
    Unchanged: z
      .boolean()
      .optional()
      .meta({ description: 'True if all versions existed already and Sluice deployed nothing. Otherwise absent.' }),
    AdditionalDefinitions: z
      .array(
        z.object({
          ...deployed,
          Resource: z.string().optional().meta({ description: 'Name of the further file that contains it.' }),
        }),
      )
      .optional()
      .meta({ description: 'Further executable processes, in the order of the files. Absent if none exist.' }),
    Warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the model. Absent if none exist.' }),
  })
  .meta({ id: 'DeployResponse' });

type DeployResponse = ResponseBody<typeof deployResponse>;

/** See docs/contributing/spec/incidents.md#where-incidents-are-wanted. */
const ON_FAILURE = ['fail', 'incident'] as const;

export const deployDefinition = writeEndpoint({
  method: 'POST',
  pattern: '/Definitions/deploy',
  permission: 'author',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: ['operator', 'DeployDefinition'],
  id: 'deploy',
  tag: 'Definitions',
  summary: 'Deploy a BPMN model',
  description: 'Stores each executable process of the files as the next version of its key.',
  body: deployRequest,
  examples: {
    'one process': { BpmnXml: ORDER_XML },
    'two processes': { BpmnXml: STORE_XML },
    'only changed processes, fail on warnings': { BpmnXml: ORDER_XML, KeepUnchanged: true, Strict: true },
    'two files': { BpmnXml: ORDER_XML, Resources: [{ Name: 'store.bpmn', Content: STORE_XML }] },
  },
  answer: deployResponse,
  badRequest: deployRefusal,
  refusals: [
    {
      status: 403,
      shape: 'P',
      text: "Your roles do not cover the process '<key>'. Ask an administrator for a role with this key.",
    },
    { status: 400, shape: 'E', text: 'Invalid BPMN: BpmnXml is required' },
    { status: 400, shape: 'E', text: 'Invalid BPMN: <diagnostic> (line <l>, column <c>)' },
    {
      status: 400,
      shape: 'E',
      text: 'Deployment rejected: Strict is true and the model has warnings. First warning: <warning>',
    },
    ...WRONG_VALIDATION,
    {
      status: 400,
      shape: 'E',
      text: "Resource '<name>' is not a BPMN file (.bpmn, .bpmn20.xml), script (.js, .groovy, .feel), decision (.dmn) or form (.form, .html).",
    },
  ],
  bodyLimit: DEPLOY_BODY_LIMIT,
  handle: deploy,
});

/** Parses only to report errors early: the worker does not trust the API process. */
async function deploy(
  request: WriteRequest<typeof deployRequest>,
  { run, reader, keepsUnchanged }: ApiServices,
): Promise<Answer> {
  const {
    BpmnXml: bpmnXml,
    Validation,
    RequiredReferences,
    Resources,
    KeepUnchanged = keepsUnchanged,
    Strict,
    OnFailure,
  } = request.members;
  const validationResult = readValidation(Validation, RequiredReferences);
  if (!validationResult.ok) return validationResult.answer;
  const { validation } = validationResult;
  const onFailure = ON_FAILURE.find((one) => one === OnFailure);
  if (OnFailure !== undefined && onFailure === undefined)
    return errorAnswer('invalid-field', 'OnFailure must be fail or incident.');
  const resourceResult = readResources(Resources);
  if (!resourceResult.ok) return resourceResult.answer;
  const { resources, scripts } = resourceResult;
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
}

/** Errors of further files start with the file name. Undefined: all valid. Yields to other requests between files. */
async function firstFault(
  reader: ModelReader,
  bpmnXml: string,
  resources: readonly DeployResource[],
  otherFiles: Parameters<ModelReader['check']>[1],
): Promise<string | undefined> {
  const fault = await reader.check(bpmnXml, otherFiles);
  if (fault !== undefined) return fault;
  const read = await reader.checkResources(otherFiles?.scripts ?? {});
  if (!read.ok) return read.diagnostic;
  const turn = new LoopTurn();
  for (const { name, content } of resources) {
    if (turn.isOver) await turn.begin();
    const further = await reader.check(content, otherFiles);
    if (further !== undefined) return `${name}: ${further}`;
  }
  return undefined;
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
