import { z } from 'zod';
import type { FindingInFile } from '../../../bpmn/reader/model-reader.ts';
import { scriptsByName } from '../../../bpmn/script-resources.ts';
import { FIRST_DECISION_FILE } from '../../../messages/decisions.ts';
import { jsonAnswer } from '../../../platform/answer.ts';
import { decisionFilesOf, sizeOf } from '../../body/resources.ts';
import { commonAnswers } from '../../common-answers.ts';
import { DEPLOY_BODY_LIMIT, writeEndpoint } from '../../endpoint.ts';
import { FEE_XML } from '../../openapi/examples.ts';
import { optionalResources, requiredXml } from '../../schemas/members.ts';
import type { ResponseBody } from '../../schemas/values.ts';

const validateDecisionsRequest = z
  .object({
    DmnXml: requiredXml('Invalid DMN: DmnXml is required', 'DMN XML text.'),
    Resources: optionalResources('Up to 50 further DMN files to validate together with the first one.'),
  })
  .meta({ id: 'ValidateDecisionsRequest' });

const place = (description: string) => z.int().min(1).optional().meta({ description });

/** See docs/contributing/spec/decisions.md#validate. */
const validateDecisionsResponse = z
  .object({
    IsAccepted: z.boolean().meta({ description: 'True if no finding is an error.' }),
    Findings: z
      .array(
        z.object({
          Severity: z.enum(['error', 'warning']),
          Rule: z.string().meta({ description: 'Name of the rule.' }),
          Element: z
            .string()
            .optional()
            .meta({ description: 'Tag and id. Absent if the text names the element or the finding concerns the whole file.' }),
          Text: z.string(),
          Line: place('Counted from 1. Absent if unknown.'),
          Column: place('Counted from 1.'),
          Row: place('Row of the decision table, counted from 1.'),
          Input: place('Input column, counted from 1.'),
          Output: place('Output column, counted from 1.'),
          Resource: z
            .string()
            .optional()
            .meta({ description: 'Name of the further file. Absent if the finding concerns the first file or all files.' }),
        }),
      )
      .meta({ description: 'In the order of files and lines. At most 1000.' }),
  })
  .meta({ id: 'ValidateDecisionsResponse' });

/** Returns all findings. Stores nothing. */
export const validateDecisions = writeEndpoint({
  method: 'POST',
  pattern: '/Decisions/validate',
  permission: 'author',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: 'none',
  id: 'validateDecisions',
  tag: 'Decisions',
  summary: 'Validate DMN files',
  description: 'Returns all errors and warnings of the files and of the cells of their tables. Stores nothing.',
  body: validateDecisionsRequest,
  examples: { 'a table': { DmnXml: FEE_XML } },
  answer: validateDecisionsResponse,
  refusals: [
    { status: 400, shape: 'E', text: 'Invalid DMN: DmnXml is required' },
    { status: 400, shape: 'E', text: "Resource '<name>' is not a decision file (.dmn)." },
  ],
  bodyLimit: DEPLOY_BODY_LIMIT,
  async handle(request, { reader }) {
    const sent = decisionFilesOf(request.members);
    if (!sent.ok) return sent.answer;
    if (!reader.hasPlaceFor(sizeOf(sent.files))) return commonAnswers.overloaded(request.path);
    const findings = await reader.validateDecisions(scriptsByName(sent.files));
    return jsonAnswer({
      IsAccepted: findings.every(({ severity }) => severity !== 'error'),
      Findings: findings.map(findingJson),
    } satisfies ResponseBody<typeof validateDecisionsResponse>);
  },
});

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
