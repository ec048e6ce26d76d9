import { z } from 'zod';
import { scriptsByName } from '../../../bpmn/script-resources.ts';
import type { CommandResults } from '../../../messages/commands.ts';
import { type DeployedDecision, FIRST_DECISION_FILE } from '../../../messages/decisions.ts';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { decisionFilesOf, sizeOf } from '../../body/resources.ts';
import { commonAnswers } from '../../common-answers.ts';
import { DEPLOY_BODY_LIMIT, writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer } from '../../http-errors.ts';
import { FEE_XML } from '../../openapi/examples.ts';
import { optionalFlag, optionalResources, requiredXml } from '../../schemas/members.ts';
import { deployRefusal, type ResponseBody } from '../../schemas/values.ts';

const deployDecisionsRequest = z
  .object({
    DmnXml: requiredXml('Invalid DMN: DmnXml is required', 'DMN XML text.'),
    Resources: optionalResources('Up to 50 further DMN files. Sluice deploys all files or none.'),
    Strict: optionalFlag('If true, warnings reject the deployment. Default: `false`.'),
  })
  .meta({ id: 'DeployDecisionsRequest' });

const deployed = { DecisionKey: z.string(), Version: z.int().min(1) };

const unchanged = z
  .boolean()
  .optional()
  .meta({ description: 'True if the latest version is identical and Sluice deployed nothing. Otherwise absent.' });

const deployDecisionsResponse = z
  .object({
    ...deployed,
    Unchanged: unchanged,
    AdditionalDecisions: z
      .array(
        z.object({
          ...deployed,
          Unchanged: unchanged,
          Resource: z.string().optional().meta({ description: 'Name of the further file that contains it.' }),
        }),
      )
      .optional()
      .meta({ description: 'Further decisions, in the order of the files. Absent if none exist.' }),
    Warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the files. Absent if none exist.' }),
  })
  .meta({ id: 'DeployDecisionsResponse' });

/** See docs/contributing/spec/decisions.md#decisions-over-http. */
export const deployDecisions = writeEndpoint({
  method: 'POST',
  pattern: '/Decisions/deploy',
  permission: 'author',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: ['operator', 'DeployDecisions'],
  id: 'deployDecisions',
  tag: 'Decisions',
  summary: 'Deploy decisions',
  description: 'Stores each decision of the DMN files as the next version of its id. An unchanged decision keeps its version.',
  body: deployDecisionsRequest,
  examples: { 'a table': { DmnXml: FEE_XML } },
  answer: deployDecisionsResponse,
  badRequest: deployRefusal,
  refusals: [
    { status: 400, shape: 'E', text: 'Invalid DMN: DmnXml is required' },
    { status: 400, shape: 'E', text: "Invalid DMN: decision '<id>': <diagnostic> (line <l>, column <c>)" },
    { status: 400, shape: 'E', text: "Resource '<name>' is not a decision file (.dmn)." },
    {
      status: 400,
      shape: 'E',
      text: 'Deployment rejected: Strict is true and the model has warnings. First warning: <warning>',
    },
    {
      status: 403,
      shape: 'P',
      text: "Your roles do not cover the decision '<key>'. Ask an administrator for a role with this key.",
    },
  ],
  bodyLimit: DEPLOY_BODY_LIMIT,
  /** Parses only to report errors early: the worker does not trust the API process. */
  async handle(request, { run, reader }) {
    const sent = decisionFilesOf(request.members);
    if (!sent.ok) return sent.answer;
    const { files } = sent;
    if (!reader.hasPlaceFor(sizeOf(files))) return commonAnswers.overloaded(request.path);
    const checked = await reader.checkResources(scriptsByName(files));
    if (!checked.ok) {
      const diagnostic = checked.diagnostic.replace(`${FIRST_DECISION_FILE}: `, '');
      return rejectionAnswer('DeployDecisions', { code: 'INVALID_DMN', diagnostic }, request);
    }
    const strict = request.members.Strict === true && { refusesWarnings: true as const };
    return run(request, { kind: 'DeployDecisions', files, ...strict }, deployedAnswer);
  },
});

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
