import type { Endpoint } from './endpoint.ts';
import { auditReads } from './endpoints/audit/list.ts';
import { createBatch } from './endpoints/batches/create.ts';
import { batchActions, batchReads } from './endpoints/batches/list.ts';
import { catalogReads } from './endpoints/custom-tasks/catalog.ts';
import { fetchAndLock } from './endpoints/custom-tasks/fetch-and-lock.ts';
import { openCustomTaskReads } from './endpoints/custom-tasks/open.ts';
import { lockedTaskEndpoints } from './endpoints/custom-tasks/results.ts';
import { deadLetterActions } from './endpoints/dead-letters/handle.ts';
import { deadLetterReads } from './endpoints/dead-letters/list.ts';
import { deployDecisions } from './endpoints/decisions/deploy.ts';
import { evaluateDecision } from './endpoints/decisions/evaluate.ts';
import { decisionEvaluations } from './endpoints/decisions/evaluations.ts';
import { decisionReads } from './endpoints/decisions/list.ts';
import { validateDecisions } from './endpoints/decisions/validate.ts';
import { decisionVersionEndpoints } from './endpoints/decisions/version.ts';
import { deployDefinition } from './endpoints/definitions/deploy.ts';
import { enableEndpoints, suspendDefinitionEndpoints } from './endpoints/definitions/enable.ts';
import { definitionInstancesEndpoints } from './endpoints/definitions/instances.ts';
import { definitionVersionEndpoints, listDefinitionVersions } from './endpoints/definitions/list.ts';
import { simulateDefinition } from './endpoints/definitions/simulate.ts';
import { startForms } from './endpoints/definitions/start-forms.ts';
import { validateDefinition } from './endpoints/definitions/validate.ts';
import { feedEndpoints } from './endpoints/events/feed.ts';
import { completeActivity } from './endpoints/execution/complete-activity.ts';
import { evaluateConditions } from './endpoints/execution/evaluate-conditions.ts';
import { eventEndpoints } from './endpoints/execution/events.ts';
import { startInstance } from './endpoints/execution/start.ts';
import { ignoredFailureEndpoints } from './endpoints/incidents/ignored.ts';
import { incidentActions, incidentReads } from './endpoints/incidents/incidents.ts';
import { readInstanceDecisions } from './endpoints/instances/decisions.ts';
import { deletionEndpoints } from './endpoints/instances/delete.ts';
import { findInstancesEndpoint } from './endpoints/instances/find.ts';
import { forkEndpoints } from './endpoints/instances/fork.ts';
import { readHistory } from './endpoints/instances/history.ts';
import { migrateInstance } from './endpoints/instances/migrate.ts';
import { editVariables, modifyInstance } from './endpoints/instances/modify.ts';
import { readState } from './endpoints/instances/state.ts';
import { cancelInstance, suspendInstanceEndpoints } from './endpoints/instances/suspend.ts';
import { readWaiting } from './endpoints/instances/waiting.ts';
import { docsEndpoints } from './endpoints/service/docs.ts';
import { monitoringEndpoints } from './endpoints/service/health.ts';
import { mcpEndpoints } from './endpoints/service/mcp.ts';
import { userTaskActions } from './endpoints/user-tasks/actions.ts';
import { commentEndpoints } from './endpoints/user-tasks/comments.ts';
import { editUserTask } from './endpoints/user-tasks/edit.ts';
import { userTaskReads } from './endpoints/user-tasks/list.ts';
import { webhookReads } from './endpoints/webhooks/list.ts';
import { webhookActions } from './endpoints/webhooks/steer.ts';

/**
 * Endpoints in the order of the OpenAPI document, without the Camunda APIs. Source of permissions, rate limits, audited actions, the document and the
 * client libraries. `isServed` may omit some.
 */
export const ENDPOINTS: readonly Endpoint[] = [
  deployDefinition,
  validateDefinition,
  simulateDefinition,
  ...enableEndpoints,
  ...suspendDefinitionEndpoints,
  listDefinitionVersions,
  ...definitionInstancesEndpoints,
  startForms,
  ...definitionVersionEndpoints,
  startInstance,
  ...eventEndpoints,
  completeActivity,
  evaluateConditions,
  findInstancesEndpoint,
  readState,
  cancelInstance,
  ...deletionEndpoints,
  ...forkEndpoints,
  editVariables,
  modifyInstance,
  migrateInstance,
  ...suspendInstanceEndpoints,
  readHistory,
  readInstanceDecisions,
  readWaiting,
  ...userTaskReads,
  ...userTaskActions,
  editUserTask,
  ...commentEndpoints,
  ...catalogReads,
  ...openCustomTaskReads,
  fetchAndLock,
  ...lockedTaskEndpoints,
  ...incidentReads,
  ...incidentActions,
  ...ignoredFailureEndpoints,
  ...deadLetterReads,
  ...deadLetterActions,
  ...auditReads,
  createBatch,
  ...batchReads,
  ...batchActions,
  ...feedEndpoints,
  ...webhookReads,
  ...webhookActions,
  deployDecisions,
  validateDecisions,
  evaluateDecision,
  ...decisionReads,
  decisionEvaluations,
  ...decisionVersionEndpoints,
  ...monitoringEndpoints,
  ...docsEndpoints,
  ...mcpEndpoints,
];

/** Endpoints in the OpenAPI document. */
export const DOCUMENTED_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter(({ isUndocumented }) => isUndocumented !== true);
