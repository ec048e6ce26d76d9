import { z } from 'zod';
import type { FileFinding } from '../../../bpmn/check-file.ts';
import type { DescribedElement } from '../../../bpmn/description/description.ts';
import { codeOf, partsOf } from '../../../bpmn/finding-codes.ts';
import type { ModelReader } from '../../../bpmn/reader/model-reader.ts';
import { scriptsByName } from '../../../bpmn/script-resources.ts';
import type { Validation } from '../../../bpmn/strict/standard-findings.ts';
import type { DeployResource } from '../../../messages/commands.ts';
import { jsonAnswer } from '../../../platform/answer.ts';
import { readResources, readValidation, sizeOf } from '../../body/resources.ts';
import { commonAnswers } from '../../common-answers.ts';
import { DEPLOY_BODY_LIMIT, writeEndpoint } from '../../endpoint.ts';
import { ORDER_XML } from '../../openapi/examples.ts';
import { optionalFlag, optionalResources } from '../../schemas/members.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import { withoutStoredDecisions } from '../../stored-decisions.ts';
import { WRONG_VALIDATION } from '../refusals.ts';
import { validationMembers } from './deploy.ts';

/** Limit of the response. */
const MAX_FINDINGS = 1000;

const validateRequest = z
  .object({
    ...validationMembers,
    Resources: optionalResources('Files that a deploy would have: further BPMN files, scripts, decisions and forms. At most 50.'),
    Describe: optionalFlag('If true, the response describes the behavior of each element. Default: `false`.'),
  })
  .meta({ id: 'ValidateRequest' });

/** See docs/contributing/spec/http/definitions.md#validate. */
const validateResponse = z
  .object({
    IsAccepted: z.boolean().meta({ description: 'True if no finding is an error.' }),
    Findings: z
      .array(
        z.object({
          Severity: z.enum(['error', 'warning']),
          Rule: z.string().meta({ description: 'Name of a rule of the standard, or `executable`, `ignored` or `advice`.' }),
          Clause: z.string().optional().meta({ description: 'Clause of BPMN 2.0.2. Absent for rules of Sluice.' }),
          Element: z
            .string()
            .optional()
            .meta({ description: 'Tag and id. Absent if the text names the element or the finding concerns the whole file.' }),
          Subject: z.string().optional().meta({ description: 'Tag and id, also if the text names the element.' }),
          Text: z.string(),
          Code: z.string().optional().meta({
            description: 'Name of the kind of text. Absent for texts of plugins, of expressions and of the XML parser.',
          }),
          Values: z
            .record(z.string(), z.string())
            .optional()
            .meta({ description: 'Values in the text, by name, if it has a code.' }),
          Line: z.int().min(1).optional().meta({ description: 'Counted from 1. Absent if unknown.' }),
          Column: z.int().min(1).optional(),
        }),
      )
      .meta({ description: 'In document order. At most 1000.' }),
    Elements: z
      .array(
        z.object({
          Id: z.string(),
          Properties: z.array(z.object({ Name: z.string(), Value: z.string() })),
        }),
      )
      .optional()
      .meta({ description: 'Behavior of each element, if the request sets `Describe`. At most 2000.' }),
  })
  .meta({ id: 'ValidateResponse' });

/** Returns all findings. Stores nothing. */
export const validateDefinition = writeEndpoint({
  method: 'POST',
  pattern: '/Definitions/validate',
  permission: 'author',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: 'none',
  id: 'validate',
  tag: 'Definitions',
  summary: 'Validate a BPMN model',
  description: 'Returns all errors and warnings. Knows the deployed decisions. Stores nothing.',
  body: validateRequest,
  examples: {
    'against the standard': { BpmnXml: ORDER_XML, Validation: 'strict' },
    'with a description of each element': { BpmnXml: ORDER_XML, Describe: true },
  },
  answer: validateResponse,
  refusals: [{ status: 400, shape: 'E', text: 'Invalid BPMN: BpmnXml is required' }, ...WRONG_VALIDATION],
  bodyLimit: DEPLOY_BODY_LIMIT,
  async handle(request, { db, reader }) {
    const { BpmnXml, Validation, RequiredReferences, Resources, Describe: describes = false } = request.members;
    const asked = readValidation(Validation, RequiredReferences);
    if (!asked.ok) return asked.answer;
    const files = readResources(Resources);
    if (!files.ok) return files.answer;
    const { resources, scripts } = files;
    if (!reader.hasPlaceFor(BpmnXml.length + sizeOf(resources) + sizeOf(scripts))) return commonAnswers.overloaded(request.path);
    const validation = asked.validation ?? { level: 'executable' };
    const named = scriptsByName(scripts);
    const { findings: own, elements } = await reader.validate(BpmnXml, validation, describes, named);
    const findings = [...own, ...(await findingsInFiles(reader, files, validation))];
    const shown = (await withoutStoredDecisions({ db }, findings)).slice(0, MAX_FINDINGS);
    const isAccepted = findings.every(({ severity }) => severity !== 'error');
    return jsonAnswer({
      IsAccepted: isAccepted,
      Findings: shown.map(findingJson),
      ...(describes && { Elements: elements.map(elementJson) }),
    } satisfies ResponseBody<typeof validateResponse>);
  },
});

/** Findings about further files. The text begins with the file name and ends with the position, as in the response of a deploy. */
async function findingsInFiles(
  reader: ModelReader,
  { resources, scripts }: { readonly resources: readonly DeployResource[]; readonly scripts: readonly DeployResource[] },
  validation: Validation,
): Promise<readonly FileFinding[]> {
  const named = scriptsByName(scripts);
  const read = await reader.checkResources(named);
  const found: FileFinding[] = read.ok
    ? read.warnings.map(({ text }) => ({ severity: 'warning', rule: 'advice', text }))
    : [{ severity: 'error', rule: 'executable', text: read.diagnostic }];
  for (const { name, content } of resources) {
    const { findings } = await reader.validate(content, validation, false, named);
    for (const { element, text, line, column, ...finding } of findings) {
      const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
      found.push({ ...finding, text: `${name}: ${element === undefined ? '' : `${element}: `}${text}${place}` });
    }
  }
  return found;
}

function findingJson(finding: FileFinding): ResponseBody<typeof validateResponse>['Findings'][number] {
  const { severity, rule, clause, element, text, line, column } = finding;
  const { subject, words } = element === undefined ? partsOf(text) : { subject: element, words: text };
  const coded = codeOf(words);
  return {
    Severity: severity,
    Rule: rule,
    ...(clause !== undefined && { Clause: clause }),
    ...(element !== undefined && { Element: element }),
    ...(subject !== undefined && { Subject: subject }),
    Text: text,
    ...(coded !== undefined && { Code: coded.code, Values: coded.values }),
    ...(line !== undefined && { Line: line }),
    ...(column !== undefined && { Column: column }),
  };
}

function elementJson({ id, properties }: DescribedElement) {
  return { Id: id, Properties: properties.map(({ name, value }) => ({ Name: name, Value: value })) };
}
