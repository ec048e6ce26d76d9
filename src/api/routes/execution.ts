import { newId } from '../../platform/ids.ts';
import { jsonAnswer } from '../answer.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';

const readStart = createMemberReader({
  WorkflowId: { type: 'text', required: 'WorkflowId is required' },
  Variables: { type: 'variables' },
  BusinessId: { type: 'businessId' },
});
const readCompletion = createMemberReader({
  WorkflowInstanceId: { type: 'guid', required: 'WorkflowInstanceId is required' },
  ActivityId: { type: 'text', required: 'ActivityId is required' },
  Variables: { type: 'variables' },
});

/** POST /Execution/… (contract 2.6, 2.9). */
export function executionRoutes(run: CommandRunner): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/Execution/start',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readStart(request.body, request.path);
        if (!read.ok) return read.answer;
        const { WorkflowId: key, Variables: variables, BusinessId: businessId = null } = read.members;
        return run(request, { kind: 'StartInstance', instanceId: newId(), key, variables, businessId }, ({ instanceId }) =>
          jsonAnswer({ WorkflowInstanceId: instanceId }),
        );
      },
    },
    {
      method: 'POST',
      pattern: '/Execution/complete-activity',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readCompletion(request.body, request.path);
        if (!read.ok) return read.answer;
        const { WorkflowInstanceId: instanceId, ActivityId: activityId, Variables: variables } = read.members;
        return run(request, { kind: 'CompleteActivity', instanceId, activityId, variables });
      },
    },
  ];
}
