import { z } from 'zod';
import type { CommandResults } from '../../../messages/commands.ts';
import { type Answer, jsonAnswer } from '../../../platform/answer.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { optionalText, requiredVariables } from '../../schemas/members.ts';
import { guid } from '../../schemas/values.ts';

const evaluateConditionsRequest = z
  .object({
    WorkflowId: optionalText('Process key. Default: all processes.'),
    Variables: requiredVariables('Variables are required for condition evaluation'),
  })
  .meta({ id: 'EvaluateConditionsRequest' });

/** See docs/contributing/spec/http/execution.md#evaluate-conditions. */
const evaluateConditionsResponse = z
  .object({
    StartedInstanceIds: z.array(guid),
    Errors: z.array(z.string()).optional().meta({ description: 'One text per failed listener. Absent if none exist.' }),
  })
  .meta({ id: 'EvaluateConditionsResponse' });

export const evaluateConditions = writeEndpoint({
  method: 'POST',
  pattern: '/Execution/evaluate-conditions',
  permission: 'operate',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: ['client', 'EvaluateConditions'],
  id: 'evaluateConditions',
  tag: 'Execution',
  summary: 'Evaluate conditional start events',
  description: 'Each start event whose condition is true starts an instance.',
  body: evaluateConditionsRequest,
  examples: {
    'all keys': { Variables: { temperature: 31 } },
    'one key': { WorkflowId: 'cooling', Variables: { temperature: 12 } },
  },
  answer: evaluateConditionsResponse,
  refusals: [{ status: 400, shape: 'E', text: 'Variables are required for condition evaluation' }],
  handle(request, { run }) {
    const { WorkflowId: key = null, Variables: variables } = request.members;
    return run(request, { kind: 'EvaluateConditions', key, variables }, evaluationAnswer);
  },
});

/** `Errors` is absent if it is empty (docs/contributing/spec/http.md#absent-values). */
function evaluationAnswer({ startedInstanceIds, errors }: CommandResults['EvaluateConditions']): Answer {
  return jsonAnswer({ StartedInstanceIds: startedInstanceIds, ...(errors.length > 0 && { Errors: errors }) });
}
