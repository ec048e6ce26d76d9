import type { CommandKind } from '../../messages/commands.ts';
import type { AuditKind } from '../../platform/config/config-security.ts';

/** Audited action of an endpoint: its kind, and its name in the audit. `none`: it changes nothing, or no user decides it. */
export type EndpointAct = readonly [kind: AuditKind, act: CommandKind] | 'none';

/**
 * Audit action of each endpoint that is not a read (docs/contributing/spec/audit.md#acts). Tests compare this table with the page and with
 * the served endpoints. `client`: routine calls of applications; `worker`: work on tasks.
 */
export const ENDPOINT_ACTS: Readonly<Record<string, EndpointAct>> = {
  'POST /Execution/start': ['client', 'StartInstance'],
  'POST /Execution/message': ['client', 'DeliverMessage'],
  'POST /Execution/signal': ['client', 'BroadcastSignal'],
  'POST /Execution/complete-activity': ['worker', 'CompleteActivity'],
  'POST /Execution/evaluate-conditions': ['client', 'EvaluateConditions'],
  'POST /Definitions/deploy': ['operator', 'DeployDefinition'],
  'POST /Definitions/validate': 'none',
  'POST /Definitions/simulate': 'none',
  'POST /Definitions/disable': ['operator', 'DisableProcess'],
  'POST /Definitions/enable': ['operator', 'EnableProcess'],
  'POST /Definitions/{key}/suspend': ['operator', 'SuspendProcess'],
  'POST /Definitions/{key}/resume': ['operator', 'ResumeProcess'],
  'DELETE /Definitions/{key}/{version}': ['operator', 'DeleteDefinition'],
  'POST /Decisions/deploy': ['operator', 'DeployDecisions'],
  'POST /Decisions/validate': 'none',
  'POST /Decisions/{key}/evaluate': 'none',
  'DELETE /Decisions/{key}/{version}': ['operator', 'DeleteDecision'],
  'DELETE /Instances/{instanceId}': ['operator', 'DeleteInstance'],
  'POST /Instances/erase': ['operator', 'EraseInstances'],
  'POST /Instances/{instanceId}/cancel': ['operator', 'CancelInstance'],
  'POST /Instances/{instanceId}/variables': ['operator', 'EditVariables'],
  'POST /Instances/{instanceId}/modify': ['operator', 'ModifyInstance'],
  'POST /Instances/{instanceId}/migrate': ['operator', 'MigrateInstance'],
  'POST /Instances/{instanceId}/suspend': ['operator', 'SuspendInstance'],
  'POST /Instances/{instanceId}/resume': ['operator', 'ResumeInstance'],
  'POST /Instances/{instanceId}/fork': ['operator', 'ForkInstance'],
  'POST /Instances/{instanceId}/revive': ['operator', 'ReviveInstance'],
  'POST /UserTasks/{activityInstanceId}/claim': ['worker', 'ClaimUserTask'],
  'POST /UserTasks/{activityInstanceId}/unclaim': ['worker', 'UnclaimUserTask'],
  'POST /UserTasks/{activityInstanceId}/complete': ['worker', 'CompleteUserTask'],
  'POST /UserTasks/{activityInstanceId}/fail': ['operator', 'FailUserTask'],
  'POST /UserTasks/{activityInstanceId}/cancel': ['operator', 'CancelUserTask'],
  'POST /UserTasks/{activityInstanceId}/comments': ['worker', 'CommentUserTask'],
  'POST /custom-tasks/{taskType}/fetch-and-lock': 'none',
  'POST /custom-tasks/{activityInstanceId}/complete': ['worker', 'CompleteCustomTask'],
  'POST /custom-tasks/{activityInstanceId}/fail': ['worker', 'FailCustomTask'],
  'POST /custom-tasks/{activityInstanceId}/extend-lock': 'none',
  'POST /Incidents/{incidentId}/retry': ['operator', 'RetryIncident'],
  'POST /Incidents/{incidentId}/resolve': ['operator', 'ResolveIncident'],
  'POST /DeadLetters/{deadLetterId}/retry': ['operator', 'RetryDeadLetters'],
  'POST /DeadLetters/{deadLetterId}/drop': ['operator', 'DropDeadLetters'],
  'POST /DeadLetters/retry': ['operator', 'RetryDeadLetters'],
  'POST /DeadLetters/drop': ['operator', 'DropDeadLetters'],
  'POST /Batches': ['operator', 'CreateBatch'],
  'POST /Batches/{batchId}/pause': ['operator', 'SteerBatch'],
  'POST /Batches/{batchId}/resume': ['operator', 'SteerBatch'],
  'POST /Batches/{batchId}/stop': ['operator', 'SteerBatch'],
  'POST /Webhooks/{webhook}/retry': ['operator', 'SteerWebhook'],
  'POST /Webhooks/{webhook}/skip': ['operator', 'SteerWebhook'],
  'POST /Webhooks/{webhook}/pause': ['operator', 'SteerWebhook'],
  'POST /Webhooks/{webhook}/resume': ['operator', 'SteerWebhook'],
  'POST /mcp': 'none',
};

/** The act of an endpoint, where it has one that belongs to these kinds. */
export function actOf(endpoint: string, kinds: ReadonlySet<AuditKind>): CommandKind | undefined {
  const act = Object.hasOwn(ENDPOINT_ACTS, endpoint) ? (ENDPOINT_ACTS[endpoint] as EndpointAct) : 'none';
  return act !== 'none' && kinds.has(act[0]) ? act[1] : undefined;
}
