import type { RateLimitName } from '../../platform/config-security.ts';

/** Which endpoints each rate limit covers (docs/spec/http/access.md#rate-limit-policies). */
const COVERED: Readonly<Record<RateLimitName, readonly string[]>> = {
  WorkflowMutation: [
    'POST /Definitions/deploy',
    'POST /Definitions/validate',
    'POST /Execution/start',
    'POST /Execution/message',
    'POST /Execution/signal',
    'POST /Execution/evaluate-conditions',
  ],
  TaskOperation: [
    'POST /Execution/complete-activity',
    'POST /UserTasks/{activityInstanceId}/claim',
    'POST /UserTasks/{activityInstanceId}/unclaim',
    'POST /UserTasks/{activityInstanceId}/complete',
    'POST /UserTasks/{activityInstanceId}/fail',
    'POST /UserTasks/{activityInstanceId}/cancel',
    'POST /custom-tasks/{taskType}/fetch-and-lock',
    'POST /custom-tasks/{activityInstanceId}/complete',
    'POST /custom-tasks/{activityInstanceId}/fail',
    'POST /custom-tasks/{activityInstanceId}/extend-lock',
  ],
  Read: [
    'GET /Definitions',
    'GET /Definitions/{key}/instances',
    'GET /Definitions/{key}/{version}/instances',
    'GET /Definitions/start-forms',
    'GET /Definitions/{key}/{version}/xml',
    'GET /UserTasks',
    'GET /UserTasks/{activityInstanceId}',
    'GET /custom-tasks',
    'GET /custom-tasks/{taskType}',
    'GET /Instances',
    'GET /Instances/{instanceId}/history',
    'GET /Incidents',
    'GET /Incidents/{incidentId}',
    'GET /Instances/{instanceId}/waiting',
    'GET /DeadLetters',
    'GET /DeadLetters/{deadLetterId}',
    'GET /Audit',
    'GET /Audit/csv',
    'GET /Batches',
    'GET /Batches/{batchId}',
    'GET /Batches/{batchId}/items',
    'GET /Events',
    'GET /Events/stream',
  ],
  Admin: [
    'POST /Definitions/disable',
    'POST /Definitions/enable',
    'POST /Definitions/{key}/suspend',
    'POST /Definitions/{key}/resume',
    'DELETE /Definitions/{key}/{version}',
    'POST /Instances/{instanceId}/cancel',
    'DELETE /Instances/{instanceId}',
    'POST /Instances/erase',
    'POST /Instances/{instanceId}/suspend',
    'POST /Instances/{instanceId}/resume',
    'POST /Instances/{instanceId}/fork',
    'POST /Instances/{instanceId}/revive',
    'POST /Incidents/{incidentId}/retry',
    'POST /Incidents/{incidentId}/resolve',
    'POST /Instances/{instanceId}/variables',
    'POST /Instances/{instanceId}/modify',
    'POST /Instances/{instanceId}/migrate',
    'POST /DeadLetters/{deadLetterId}/retry',
    'POST /DeadLetters/{deadLetterId}/drop',
    'POST /DeadLetters/retry',
    'POST /DeadLetters/drop',
    'POST /Batches',
    'POST /Batches/{batchId}/pause',
    'POST /Batches/{batchId}/resume',
    'POST /Batches/{batchId}/stop',
  ],
  Polling: ['GET /Instances/{instanceId}/state', 'POST /mcp'],
};

const BY_ENDPOINT = new Map(
  Object.entries(COVERED).flatMap(([name, endpoints]) => endpoints.map((endpoint) => [endpoint, name as RateLimitName] as const)),
);

/** The rate limit of an endpoint, named by method and pattern; undefined for those without a limit. */
export function rateLimitOf(endpoint: string): RateLimitName | undefined {
  return BY_ENDPOINT.get(endpoint);
}
