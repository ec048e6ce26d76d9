import type { Right } from '../../platform/access-roles.ts';

/** What an endpoint needs: a right, or nothing at all. */
export type Need = Right | 'nothing';

/** What each endpoint needs (docs/spec/roles.md#endpoints); a test compares the page with this table, and the table with the endpoints that are served. */
export const ENDPOINT_NEEDS: Readonly<Record<string, Need>> = {
  'POST /Execution/start': 'operate',
  'POST /Execution/message': 'operate',
  'POST /Execution/signal': 'operate',
  'POST /Execution/complete-activity': 'work',
  'POST /Execution/evaluate-conditions': 'operate',
  'POST /Definitions/deploy': 'author',
  'POST /Definitions/validate': 'author',
  'POST /Definitions/disable': 'author',
  'POST /Definitions/enable': 'author',
  'GET /Definitions': 'see',
  'GET /Definitions/{key}/instances': 'see',
  'GET /Definitions/{key}/{version}/instances': 'see',
  'DELETE /Definitions/{key}/{version}': 'author',
  'GET /Instances': 'see',
  'GET /Instances/{instanceId}/state': 'see',
  'POST /Instances/{instanceId}/cancel': 'operate',
  'POST /Instances/{instanceId}/variables': 'operate',
  'POST /Instances/{instanceId}/modify': 'operate',
  'POST /Instances/{instanceId}/suspend': 'operate',
  'POST /Instances/{instanceId}/resume': 'operate',
  'POST /Instances/{instanceId}/fork': 'operate',
  'POST /Instances/{instanceId}/revive': 'operate',
  'GET /Instances/{instanceId}/history': 'see',
  'GET /Instances/{instanceId}/waiting': 'see',
  'GET /UserTasks': 'see-tasks',
  'GET /UserTasks/{activityInstanceId}': 'see-tasks',
  'POST /UserTasks/{activityInstanceId}/claim': 'work',
  'POST /UserTasks/{activityInstanceId}/unclaim': 'work',
  'POST /UserTasks/{activityInstanceId}/complete': 'work',
  'POST /UserTasks/{activityInstanceId}/fail': 'operate',
  'POST /UserTasks/{activityInstanceId}/cancel': 'operate',
  'GET /custom-tasks': 'see-tasks',
  'GET /custom-tasks/{taskType}': 'see-tasks',
  'POST /custom-tasks/{taskType}/fetch-and-lock': 'work',
  'POST /custom-tasks/{activityInstanceId}/complete': 'work',
  'POST /custom-tasks/{activityInstanceId}/fail': 'work',
  'POST /custom-tasks/{activityInstanceId}/extend-lock': 'work',
  'GET /Incidents': 'see',
  'GET /Incidents/{incidentId}': 'see',
  'POST /Incidents/{incidentId}/retry': 'operate',
  'POST /Incidents/{incidentId}/resolve': 'operate',
  'GET /DeadLetters': 'see',
  'GET /DeadLetters/{deadLetterId}': 'see',
  'POST /DeadLetters/{deadLetterId}/retry': 'operate',
  'POST /DeadLetters/{deadLetterId}/drop': 'operate',
  'POST /DeadLetters/retry': 'operate',
  'POST /DeadLetters/drop': 'operate',
  'GET /health': 'nothing',
  'GET /alive': 'nothing',
  'GET /ready': 'nothing',
  'GET /metrics': 'nothing',
  'GET /openapi.json': 'nothing',
  'GET /docs': 'nothing',
  'GET /docs/start.js': 'nothing',
  'GET /docs/swagger-ui-bundle.js': 'nothing',
  'GET /docs/swagger-ui.css': 'nothing',
};

/**
 * Endpoints that keep within the process keys that their caller's right is for (docs/spec/roles.md#key-patterns). The others need it for all keys: so does one that
 * nobody has thought through.
 */
export const LIMITED_ENDPOINTS: ReadonlySet<string> = new Set([
  'POST /Execution/start',
  'POST /Execution/message',
  'POST /Execution/signal',
  'POST /Execution/complete-activity',
  'POST /Execution/evaluate-conditions',
  'POST /Definitions/deploy',
  'POST /Definitions/validate',
  'POST /Definitions/disable',
  'POST /Definitions/enable',
  'GET /Definitions',
  'GET /Definitions/{key}/instances',
  'GET /Definitions/{key}/{version}/instances',
  'DELETE /Definitions/{key}/{version}',
  'GET /Instances',
  'GET /Instances/{instanceId}/state',
  'POST /Instances/{instanceId}/cancel',
  'POST /Instances/{instanceId}/variables',
  'POST /Instances/{instanceId}/modify',
  'POST /Instances/{instanceId}/suspend',
  'POST /Instances/{instanceId}/resume',
  'POST /Instances/{instanceId}/fork',
  'POST /Instances/{instanceId}/revive',
  'GET /Instances/{instanceId}/history',
  'GET /Instances/{instanceId}/waiting',
  'GET /UserTasks',
  'GET /UserTasks/{activityInstanceId}',
  'POST /UserTasks/{activityInstanceId}/claim',
  'POST /UserTasks/{activityInstanceId}/unclaim',
  'POST /UserTasks/{activityInstanceId}/complete',
  'POST /UserTasks/{activityInstanceId}/fail',
  'POST /UserTasks/{activityInstanceId}/cancel',
  'GET /custom-tasks',
  'GET /custom-tasks/{taskType}',
  'POST /custom-tasks/{taskType}/fetch-and-lock',
  'POST /custom-tasks/{activityInstanceId}/complete',
  'POST /custom-tasks/{activityInstanceId}/fail',
  'POST /custom-tasks/{activityInstanceId}/extend-lock',
  'GET /Incidents',
  'GET /Incidents/{incidentId}',
  'POST /Incidents/{incidentId}/retry',
  'POST /Incidents/{incidentId}/resolve',
  'GET /DeadLetters',
  'GET /DeadLetters/{deadLetterId}',
  'POST /DeadLetters/{deadLetterId}/retry',
  'POST /DeadLetters/{deadLetterId}/drop',
  'POST /DeadLetters/retry',
  'POST /DeadLetters/drop',
]);

/** What an endpoint needs, named by method and pattern. One that nobody has declared is for the admin alone. */
export function needOf(endpoint: string): Need {
  return Object.hasOwn(ENDPOINT_NEEDS, endpoint) ? (ENDPOINT_NEEDS[endpoint] as Need) : 'administer';
}

/** Whether a caller whose right is for some keys only may use an endpoint. */
export function keepsWithinKeys(endpoint: string): boolean {
  return LIMITED_ENDPOINTS.has(endpoint);
}
