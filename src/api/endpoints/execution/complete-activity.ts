import { z } from 'zod';
import { writeEndpoint } from '../../endpoint.ts';
import { optionalVariables, requiredGuid, requiredText } from '../../schemas/members.ts';

const completeActivityRequest = z
  .object({
    WorkflowInstanceId: requiredGuid('WorkflowInstanceId is required', 'Id of the instance.'),
    ActivityId: requiredText('ActivityId is required', 'Id of the activity in the model.'),
    Variables: optionalVariables(),
  })
  .meta({ id: 'CompleteActivityRequest' });

/** See docs/contributing/spec/http/execution.md#complete-activity. */
export const completeActivity = writeEndpoint({
  method: 'POST',
  pattern: '/Execution/complete-activity',
  permission: 'work',
  keepsKeys: true,
  rateLimit: 'TaskOperation',
  audit: ['worker', 'CompleteActivity'],
  id: 'completeActivity',
  tag: 'Execution',
  summary: 'Complete an activity',
  description: 'For activities without a worker, such as a task without a type.',
  body: completeActivityRequest,
  examples: {
    'a task': {
      WorkflowInstanceId: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11',
      ActivityId: 'pack',
      Variables: { parcels: 1 },
    },
  },
  answer: 'empty',
  refusals: [
    { status: 400, shape: 'E', text: 'WorkflowInstanceId is required' },
    { status: 400, shape: 'E', text: 'ActivityId is required' },
    { status: 404, shape: 'P', text: "Workflow instance '<id>' not found." },
    {
      status: 409,
      shape: 'P',
      text: "Activity '<activityId>' is not active in this instance. GET /Instances/{instanceId}/state lists the active activities.",
    },
    {
      status: 409,
      shape: 'P',
      text: "Activity '<activityId>' is a user task. Complete it through POST /UserTasks/{activityInstanceId}/complete.",
    },
    { status: 409, shape: 'P', text: "Activity '<activityId>' completes on its own. Requests cannot complete it." },
  ],
  handle(request, { run }) {
    const { WorkflowInstanceId: instanceId, ActivityId: activityId, Variables: variables } = request.members;
    return run(request, { kind: 'CompleteActivity', instanceId, activityId, variables });
  },
});
