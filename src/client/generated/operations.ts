// Made from the OpenAPI document by `npm run clients:write`. Do not edit.

import type { ApiOperation, CallOptions } from '../operation.ts';
import type { Schemas } from './schemas.ts';

/** The operations of the API, one method each: parts of the path, then the body or the query, then options. */
export interface ApiMethods {
  /** Deploy a BPMN model. `POST /Definitions/deploy` */
  deploy(body: Schemas['DeployRequest'], options?: CallOptions): Promise<Schemas['DeployResponse']>;
  /** Validate a BPMN model. `POST /Definitions/validate` */
  validate(body: Schemas['ValidateRequest'], options?: CallOptions): Promise<Schemas['ValidateResponse']>;
  /** Simulate a BPMN model. `POST /Definitions/simulate` */
  simulate(body: Schemas['SimulateRequest'], options?: CallOptions): Promise<Schemas['SimulateResponse']>;
  /** Disable a process. `POST /Definitions/disable` */
  disable(body: Schemas['SwitchRequest'], options?: CallOptions): Promise<Schemas['DefinitionRow']>;
  /** Enable a process. `POST /Definitions/enable` */
  enable(body: Schemas['SwitchRequest'], options?: CallOptions): Promise<Schemas['DefinitionRow']>;
  /** Suspend a process. `POST /Definitions/{key}/suspend` */
  suspendDefinition(key: string, body?: Schemas['SuspendDefinitionRequest'], options?: CallOptions): Promise<Schemas['KeySuspensionResponse']>;
  /** Resume a suspended process. `POST /Definitions/{key}/resume` */
  resumeDefinition(key: string, body?: Schemas['SuspendDefinitionRequest'], options?: CallOptions): Promise<Schemas['KeySuspensionResponse']>;
  /** List process definitions. `GET /Definitions` */
  listDefinitions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DefinitionPage']>;
  /** List instances of a process. `GET /Definitions/{key}/instances` */
  listInstances(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<Schemas['InstancePage']>;
  /** List instances of one version. `GET /Definitions/{key}/{version}/instances` */
  listInstancesOfVersion(key: string, version: number | string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<Schemas['InstancePage']>;
  /** List start forms. `GET /Definitions/start-forms` */
  listStartForms(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['StartFormPage']>;
  /** Read the BPMN file of a version. `GET /Definitions/{key}/{version}/xml` */
  readModel(key: string, version: number | string, options?: CallOptions): Promise<string>;
  /** Delete a version of a process. `DELETE /Definitions/{key}/{version}` */
  deleteVersion(key: string, version: number | string, options?: CallOptions): Promise<Schemas['DeleteVersionResponse']>;
  /** Start an instance. `POST /Execution/start` */
  start(body: Schemas['StartRequest'], options?: CallOptions): Promise<Schemas['StartResponse']>;
  /** Publish a message. `POST /Execution/message` */
  message(body: Schemas['MessageRequest'], options?: CallOptions): Promise<Schemas['MessageResponse']>;
  /** Broadcast a signal. `POST /Execution/signal` */
  signal(body: Schemas['SignalRequest'], options?: CallOptions): Promise<Schemas['SignalResponse']>;
  /** Complete an activity. `POST /Execution/complete-activity` */
  completeActivity(body: Schemas['CompleteActivityRequest'], options?: CallOptions): Promise<void>;
  /** Evaluate conditional start events. `POST /Execution/evaluate-conditions` */
  evaluateConditions(body: Schemas['EvaluateConditionsRequest'], options?: CallOptions): Promise<Schemas['EvaluateConditionsResponse']>;
  /** Find instances. `GET /Instances` */
  findInstances(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<Schemas['FoundPage']>;
  /** Read the state of an instance. `GET /Instances/{instanceId}/state` */
  readState(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): Promise<Schemas['InstanceState']>;
  /** Cancel an instance. `POST /Instances/{instanceId}/cancel` */
  cancelInstance(instanceId: string, body?: Schemas['CancelInstanceRequest'], options?: CallOptions): Promise<void>;
  /** Delete a finished instance. `DELETE /Instances/{instanceId}` */
  deleteInstance(instanceId: string, options?: CallOptions): Promise<Schemas['DeletionResponse']>;
  /** Erase all instances with a business id. `POST /Instances/erase` */
  eraseInstances(body: Schemas['EraseRequest'], options?: CallOptions): Promise<Schemas['ErasureResponse']>;
  /** Fork an instance. `POST /Instances/{instanceId}/fork` */
  forkInstance(instanceId: string, body?: Schemas['ForkRequest'], options?: CallOptions): Promise<Schemas['ForkResponse']>;
  /** Restart a failed or cancelled instance. `POST /Instances/{instanceId}/revive` */
  reviveInstance(instanceId: string, body?: Schemas['ReviveRequest'], options?: CallOptions): Promise<Schemas['ReviveResponse']>;
  /** Edit variables. `POST /Instances/{instanceId}/variables` */
  editVariables(instanceId: string, body?: Schemas['EditVariablesRequest'], options?: CallOptions): Promise<void>;
  /** Modify an instance. `POST /Instances/{instanceId}/modify` */
  modifyInstance(instanceId: string, body: Schemas['ModifyInstanceRequest'], options?: CallOptions): Promise<Schemas['ModificationResponse']>;
  /** Migrate an instance. `POST /Instances/{instanceId}/migrate` */
  migrateInstance(instanceId: string, body: Schemas['MigrateInstanceRequest'], options?: CallOptions): Promise<Schemas['MigrationResponse']>;
  /** Suspend an instance. `POST /Instances/{instanceId}/suspend` */
  suspendInstance(instanceId: string, body?: Schemas['SuspendInstanceRequest'], options?: CallOptions): Promise<Schemas['SuspensionResponse']>;
  /** Resume a suspended instance. `POST /Instances/{instanceId}/resume` */
  resumeInstance(instanceId: string, body?: Schemas['ResumeInstanceRequest'], options?: CallOptions): Promise<Schemas['SuspensionResponse']>;
  /** Read the history of an instance. `GET /Instances/{instanceId}/history` */
  readHistory(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['HistoryPage']>;
  /** Read the decisions of an instance. `GET /Instances/{instanceId}/decisions` */
  readInstanceDecisions(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['InstanceDecisionPage']>;
  /** Explain why an instance waits. `GET /Instances/{instanceId}/waiting` */
  readWaiting(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): Promise<Schemas['InstanceWaiting']>;
  /** List pending user tasks. `GET /UserTasks` */
  listUserTasks(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; assignee?: string | undefined; candidateGroup?: string | undefined }, options?: CallOptions): Promise<Schemas['UserTaskPage']>;
  /** Read a pending user task. `GET /UserTasks/{activityInstanceId}` */
  readUserTask(activityInstanceId: string, options?: CallOptions): Promise<Schemas['UserTask']>;
  /** Claim a user task. `POST /UserTasks/{activityInstanceId}/claim` */
  claimUserTask(activityInstanceId: string, body?: Schemas['ClaimRequest'], options?: CallOptions): Promise<void>;
  /** Unclaim a user task. `POST /UserTasks/{activityInstanceId}/unclaim` */
  unclaimUserTask(activityInstanceId: string, options?: CallOptions): Promise<void>;
  /** Complete a user task. `POST /UserTasks/{activityInstanceId}/complete` */
  completeUserTask(activityInstanceId: string, body?: Schemas['CompleteUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** Fail a user task. `POST /UserTasks/{activityInstanceId}/fail` */
  failUserTask(activityInstanceId: string, body: Schemas['FailUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** Cancel a user task. `POST /UserTasks/{activityInstanceId}/cancel` */
  cancelUserTask(activityInstanceId: string, body?: Schemas['CancelUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** Edit a user task. `POST /UserTasks/{activityInstanceId}/edit` */
  editUserTask(activityInstanceId: string, body?: Schemas['EditUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** List comments on a user task. `GET /UserTasks/{activityInstanceId}/comments` */
  listTaskComments(activityInstanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): Promise<Schemas['TaskCommentPage']>;
  /** Comment on a user task. `POST /UserTasks/{activityInstanceId}/comments` */
  commentUserTask(activityInstanceId: string, body: Schemas['CommentUserTaskRequest'], options?: CallOptions): Promise<Schemas['TaskComment']>;
  /** List task types. `GET /custom-tasks` */
  listCustomTasks(options?: CallOptions): Promise<Schemas['CustomTaskTypes']>;
  /** Read a task type. `GET /custom-tasks/{taskType}` */
  readCustomTask(taskType: string, options?: CallOptions): Promise<Schemas['CustomTaskType']>;
  /** List open tasks. `GET /OpenCustomTasks` */
  listOpenCustomTasks(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['OpenCustomTaskPage']>;
  /** Fetch and lock tasks. `POST /custom-tasks/{taskType}/fetch-and-lock` */
  fetchAndLock(taskType: string, body: Schemas['FetchAndLockRequest'], options?: CallOptions): Promise<Schemas['FetchAndLockResponse']>;
  /** Complete a locked task. `POST /custom-tasks/{activityInstanceId}/complete` */
  completeCustomTask(activityInstanceId: string, body: Schemas['CompleteCustomTaskRequest'], options?: CallOptions): Promise<void>;
  /** Report a failed attempt of a locked task. `POST /custom-tasks/{activityInstanceId}/fail` */
  failCustomTask(activityInstanceId: string, body: Schemas['FailCustomTaskRequest'], options?: CallOptions): Promise<Schemas['FailCustomTaskResponse']>;
  /** Extend the lock of a task. `POST /custom-tasks/{activityInstanceId}/extend-lock` */
  extendLock(activityInstanceId: string, body: Schemas['ExtendLockRequest'], options?: CallOptions): Promise<Schemas['ExtendLockResponse']>;
  /** Release the lock of a task. `POST /custom-tasks/{activityInstanceId}/unlock` */
  unlockCustomTask(activityInstanceId: string, body: Schemas['UnlockRequest'], options?: CallOptions): Promise<void>;
  /** List open incidents. `GET /Incidents` */
  listIncidents(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['IncidentPage']>;
  /** Read an open incident. `GET /Incidents/{incidentId}` */
  readIncident(incidentId: string, options?: CallOptions): Promise<Schemas['Incident']>;
  /** Retry an incident. `POST /Incidents/{incidentId}/retry` */
  retryIncident(incidentId: string, body?: Schemas['RetryIncidentRequest'], options?: CallOptions): Promise<void>;
  /** Resolve an incident. `POST /Incidents/{incidentId}/resolve` */
  resolveIncident(incidentId: string, body?: Schemas['ResolveIncidentRequest'], options?: CallOptions): Promise<void>;
  /** List ignored failures. `GET /Incidents/ignored` */
  listIgnoredFailures(options?: CallOptions): Promise<Schemas['IgnoredFailureList']>;
  /** Ignore a group of failures. `POST /Incidents/ignore` */
  ignoreFailures(body: Schemas['IgnoreFailuresRequest'], options?: CallOptions): Promise<void>;
  /** Show an ignored group of failures again. `POST /Incidents/show` */
  showFailures(body: Schemas['ShowFailuresRequest'], options?: CallOptions): Promise<void>;
  /** List dead letters. `GET /DeadLetters` */
  listDeadLetters(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DeadLetterPage']>;
  /** Read a dead letter. `GET /DeadLetters/{deadLetterId}` */
  readDeadLetter(deadLetterId: string, options?: CallOptions): Promise<Schemas['DeadLetter']>;
  /** Retry a dead letter. `POST /DeadLetters/{deadLetterId}/retry` */
  retryDeadLetter(deadLetterId: string, body?: Schemas['RetryDeadLetterRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Discard a dead letter. `POST /DeadLetters/{deadLetterId}/drop` */
  dropDeadLetter(deadLetterId: string, body: Schemas['DropDeadLetterRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Retry dead letters by filter. `POST /DeadLetters/retry` */
  retryDeadLetters(body?: Schemas['RetryDeadLettersRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Discard dead letters by filter. `POST /DeadLetters/drop` */
  dropDeadLetters(body: Schemas['DropDeadLettersRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** List audit entries. `GET /Audit` */
  listAudit(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['AuditPage']>;
  /** Export audit entries as CSV. `GET /Audit/csv` */
  exportAudit(query?: { filters?: string | undefined }, options?: CallOptions): Promise<string>;
  /** Create a batch operation. `POST /Batches` */
  createBatch(body: Schemas['CreateBatchRequest'], options?: CallOptions): Promise<Schemas['BatchMade']>;
  /** List batches. `GET /Batches` */
  listBatches(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['BatchPage']>;
  /** Read a batch. `GET /Batches/{batchId}` */
  readBatch(batchId: string, options?: CallOptions): Promise<Schemas['Batch']>;
  /** List the items of a batch. `GET /Batches/{batchId}/items` */
  listBatchItems(batchId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['BatchItemPage']>;
  /** Pause a batch. `POST /Batches/{batchId}/pause` */
  pauseBatch(batchId: string, body?: Schemas['SteerBatchRequest'], options?: CallOptions): Promise<Schemas['BatchStatus']>;
  /** Resume a paused batch. `POST /Batches/{batchId}/resume` */
  resumeBatch(batchId: string, body?: Schemas['SteerBatchRequest'], options?: CallOptions): Promise<Schemas['BatchStatus']>;
  /** Stop a batch. `POST /Batches/{batchId}/stop` */
  stopBatch(batchId: string, body?: Schemas['SteerBatchRequest'], options?: CallOptions): Promise<Schemas['BatchStatus']>;
  /** Read the event feed. `GET /Events` */
  readEvents(query?: { after?: string | undefined; keys?: string | undefined; types?: string | undefined; instance?: string | undefined; businessId?: string | undefined; limit?: string | undefined; wait?: string | undefined }, options?: CallOptions): Promise<string>;
  /** Stream the event feed. `GET /Events/stream` */
  streamEvents(query?: { after?: string | undefined; keys?: string | undefined; types?: string | undefined; instance?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** List webhooks. `GET /Webhooks` */
  listWebhooks(options?: CallOptions): Promise<Schemas['WebhookList']>;
  /** Read a webhook. `GET /Webhooks/{webhook}` */
  readWebhook(webhook: string, options?: CallOptions): Promise<Schemas['Webhook']>;
  /** List instances with undelivered events. `GET /Webhooks/{webhook}/instances` */
  listWebhookInstances(webhook: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['WebhookInstancePage']>;
  /** Retry undelivered events. `POST /Webhooks/{webhook}/retry` */
  retryWebhook(webhook: string, body?: Schemas['SteerWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Skip undelivered events. `POST /Webhooks/{webhook}/skip` */
  skipWebhook(webhook: string, body?: Schemas['SteerWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Pause a webhook. `POST /Webhooks/{webhook}/pause` */
  pauseWebhook(webhook: string, body?: Schemas['PauseWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Resume a paused webhook. `POST /Webhooks/{webhook}/resume` */
  resumeWebhook(webhook: string, body?: Schemas['PauseWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Deploy decisions. `POST /Decisions/deploy` */
  deployDecisions(body: Schemas['DeployDecisionsRequest'], options?: CallOptions): Promise<Schemas['DeployDecisionsResponse']>;
  /** Validate DMN files. `POST /Decisions/validate` */
  validateDecisions(body: Schemas['ValidateDecisionsRequest'], options?: CallOptions): Promise<Schemas['ValidateDecisionsResponse']>;
  /** Evaluate a decision. `POST /Decisions/{key}/evaluate` */
  evaluateDecision(key: string, body?: Schemas['EvaluateDecisionRequest'], options?: CallOptions): Promise<Schemas['EvaluateDecisionResponse']>;
  /** List decisions. `GET /Decisions` */
  listDecisions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DecisionPage']>;
  /** Read the latest version of a decision. `GET /Decisions/{key}` */
  readDecision(key: string, options?: CallOptions): Promise<Schemas['Decision']>;
  /** List evaluations of a decision. `GET /Decisions/{key}/evaluations` */
  listDecisionEvaluations(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DecisionEvaluationPage']>;
  /** Read the DMN file of a version. `GET /Decisions/{key}/{version}/xml` */
  readDecisionXml(key: string, version: number | string, options?: CallOptions): Promise<string>;
  /** Delete a version of a decision. `DELETE /Decisions/{key}/{version}` */
  deleteDecision(key: string, version: number | string, options?: CallOptions): Promise<Schemas['DeleteDecisionResponse']>;
  /** Check that the process has started. `GET /health` */
  health(options?: CallOptions): Promise<string>;
  /** Check that the process has started. `GET /alive` */
  alive(options?: CallOptions): Promise<string>;
  /** Check readiness. `GET /ready` */
  ready(options?: CallOptions): Promise<string>;
  /** Read metrics. `GET /metrics` */
  metrics(options?: CallOptions): Promise<string>;
  /** Read the OpenAPI document. `GET /openapi.json` */
  openApi(options?: CallOptions): Promise<{
    openapi: '3.1.0';
  }>;
  /** Open the API page. `GET /docs` */
  docs(options?: CallOptions): Promise<string>;
}

/** The lists, row by row over all their pages. */
export interface ApiLists {
  /** List process definitions. `GET /Definitions` */
  listDefinitions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['DefinitionRow']>;
  /** List instances of a process. `GET /Definitions/{key}/instances` */
  listInstances(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['InstanceRow']>;
  /** List instances of one version. `GET /Definitions/{key}/{version}/instances` */
  listInstancesOfVersion(key: string, version: number | string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['InstanceRow']>;
  /** List start forms. `GET /Definitions/start-forms` */
  listStartForms(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['StartFormRow']>;
  /** Find instances. `GET /Instances` */
  findInstances(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['FoundInstance']>;
  /** Read the history of an instance. `GET /Instances/{instanceId}/history` */
  readHistory(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['HistoryItem']>;
  /** Read the decisions of an instance. `GET /Instances/{instanceId}/decisions` */
  readInstanceDecisions(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['InstanceDecision']>;
  /** Explain why an instance waits. `GET /Instances/{instanceId}/waiting` */
  readWaiting(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['WaitItem']>;
  /** List pending user tasks. `GET /UserTasks` */
  listUserTasks(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; assignee?: string | undefined; candidateGroup?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['UserTask']>;
  /** List comments on a user task. `GET /UserTasks/{activityInstanceId}/comments` */
  listTaskComments(activityInstanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['TaskComment']>;
  /** List open tasks. `GET /OpenCustomTasks` */
  listOpenCustomTasks(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['OpenCustomTask']>;
  /** List open incidents. `GET /Incidents` */
  listIncidents(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['Incident']>;
  /** List dead letters. `GET /DeadLetters` */
  listDeadLetters(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['DeadLetterRow']>;
  /** List audit entries. `GET /Audit` */
  listAudit(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['AuditEntry']>;
  /** List batches. `GET /Batches` */
  listBatches(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['Batch']>;
  /** List the items of a batch. `GET /Batches/{batchId}/items` */
  listBatchItems(batchId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['BatchItem']>;
  /** List instances with undelivered events. `GET /Webhooks/{webhook}/instances` */
  listWebhookInstances(webhook: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['WebhookInstance']>;
  /** List decisions. `GET /Decisions` */
  listDecisions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['Decision']>;
  /** List evaluations of a decision. `GET /Decisions/{key}/evaluations` */
  listDecisionEvaluations(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['DecisionEvaluation']>;
}

/** How each operation is sent. */
export const OPERATIONS: Readonly<Record<keyof ApiMethods, ApiOperation>> = {
  deploy: { method: 'POST', path: '/Definitions/deploy', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  validate: { method: 'POST', path: '/Definitions/validate', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  simulate: { method: 'POST', path: '/Definitions/simulate', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  disable: { method: 'POST', path: '/Definitions/disable', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  enable: { method: 'POST', path: '/Definitions/enable', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  suspendDefinition: { method: 'POST', path: '/Definitions/{key}/suspend', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  resumeDefinition: { method: 'POST', path: '/Definitions/{key}/resume', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listDefinitions: { method: 'GET', path: '/Definitions', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  listInstances: { method: 'GET', path: '/Definitions/{key}/instances', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  listInstancesOfVersion: { method: 'GET', path: '/Definitions/{key}/{version}/instances', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  listStartForms: { method: 'GET', path: '/Definitions/start-forms', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  readModel: { method: 'GET', path: '/Definitions/{key}/{version}/xml', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: true, isList: false, isService: false },
  deleteVersion: { method: 'DELETE', path: '/Definitions/{key}/{version}', takes: 'nothing', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  start: { method: 'POST', path: '/Execution/start', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  message: { method: 'POST', path: '/Execution/message', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  signal: { method: 'POST', path: '/Execution/signal', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  completeActivity: { method: 'POST', path: '/Execution/complete-activity', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  evaluateConditions: { method: 'POST', path: '/Execution/evaluate-conditions', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  findInstances: { method: 'GET', path: '/Instances', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  readState: { method: 'GET', path: '/Instances/{instanceId}/state', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: false, isService: false },
  cancelInstance: { method: 'POST', path: '/Instances/{instanceId}/cancel', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  deleteInstance: { method: 'DELETE', path: '/Instances/{instanceId}', takes: 'nothing', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  eraseInstances: { method: 'POST', path: '/Instances/erase', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  forkInstance: { method: 'POST', path: '/Instances/{instanceId}/fork', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  reviveInstance: { method: 'POST', path: '/Instances/{instanceId}/revive', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  editVariables: { method: 'POST', path: '/Instances/{instanceId}/variables', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  modifyInstance: { method: 'POST', path: '/Instances/{instanceId}/modify', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  migrateInstance: { method: 'POST', path: '/Instances/{instanceId}/migrate', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  suspendInstance: { method: 'POST', path: '/Instances/{instanceId}/suspend', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  resumeInstance: { method: 'POST', path: '/Instances/{instanceId}/resume', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  readHistory: { method: 'GET', path: '/Instances/{instanceId}/history', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  readInstanceDecisions: { method: 'GET', path: '/Instances/{instanceId}/decisions', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  readWaiting: { method: 'GET', path: '/Instances/{instanceId}/waiting', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  listUserTasks: { method: 'GET', path: '/UserTasks', takes: 'query', gives: 'json', isKeyed: false, readsProjection: true, isList: true, isService: false },
  readUserTask: { method: 'GET', path: '/UserTasks/{activityInstanceId}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: true, isList: false, isService: false },
  claimUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/claim', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  unclaimUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/unclaim', takes: 'nothing', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  completeUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/complete', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  failUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/fail', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  cancelUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/cancel', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  editUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/edit', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listTaskComments: { method: 'GET', path: '/UserTasks/{activityInstanceId}/comments', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  commentUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/comments', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listCustomTasks: { method: 'GET', path: '/custom-tasks', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  readCustomTask: { method: 'GET', path: '/custom-tasks/{taskType}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  listOpenCustomTasks: { method: 'GET', path: '/OpenCustomTasks', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  fetchAndLock: { method: 'POST', path: '/custom-tasks/{taskType}/fetch-and-lock', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  completeCustomTask: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/complete', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  failCustomTask: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/fail', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  extendLock: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/extend-lock', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  unlockCustomTask: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/unlock', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listIncidents: { method: 'GET', path: '/Incidents', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  readIncident: { method: 'GET', path: '/Incidents/{incidentId}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  retryIncident: { method: 'POST', path: '/Incidents/{incidentId}/retry', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  resolveIncident: { method: 'POST', path: '/Incidents/{incidentId}/resolve', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listIgnoredFailures: { method: 'GET', path: '/Incidents/ignored', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  ignoreFailures: { method: 'POST', path: '/Incidents/ignore', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  showFailures: { method: 'POST', path: '/Incidents/show', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listDeadLetters: { method: 'GET', path: '/DeadLetters', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  readDeadLetter: { method: 'GET', path: '/DeadLetters/{deadLetterId}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  retryDeadLetter: { method: 'POST', path: '/DeadLetters/{deadLetterId}/retry', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  dropDeadLetter: { method: 'POST', path: '/DeadLetters/{deadLetterId}/drop', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  retryDeadLetters: { method: 'POST', path: '/DeadLetters/retry', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  dropDeadLetters: { method: 'POST', path: '/DeadLetters/drop', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listAudit: { method: 'GET', path: '/Audit', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  exportAudit: { method: 'GET', path: '/Audit/csv', takes: 'query', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: false },
  createBatch: { method: 'POST', path: '/Batches', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listBatches: { method: 'GET', path: '/Batches', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  readBatch: { method: 'GET', path: '/Batches/{batchId}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  listBatchItems: { method: 'GET', path: '/Batches/{batchId}/items', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  pauseBatch: { method: 'POST', path: '/Batches/{batchId}/pause', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  resumeBatch: { method: 'POST', path: '/Batches/{batchId}/resume', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  stopBatch: { method: 'POST', path: '/Batches/{batchId}/stop', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  readEvents: { method: 'GET', path: '/Events', takes: 'query', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: false },
  streamEvents: { method: 'GET', path: '/Events/stream', takes: 'query', gives: 'stream', isKeyed: false, readsProjection: false, isList: false, isService: false },
  listWebhooks: { method: 'GET', path: '/Webhooks', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  readWebhook: { method: 'GET', path: '/Webhooks/{webhook}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  listWebhookInstances: { method: 'GET', path: '/Webhooks/{webhook}/instances', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  retryWebhook: { method: 'POST', path: '/Webhooks/{webhook}/retry', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  skipWebhook: { method: 'POST', path: '/Webhooks/{webhook}/skip', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  pauseWebhook: { method: 'POST', path: '/Webhooks/{webhook}/pause', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  resumeWebhook: { method: 'POST', path: '/Webhooks/{webhook}/resume', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  deployDecisions: { method: 'POST', path: '/Decisions/deploy', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  validateDecisions: { method: 'POST', path: '/Decisions/validate', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  evaluateDecision: { method: 'POST', path: '/Decisions/{key}/evaluate', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listDecisions: { method: 'GET', path: '/Decisions', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  readDecision: { method: 'GET', path: '/Decisions/{key}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  listDecisionEvaluations: { method: 'GET', path: '/Decisions/{key}/evaluations', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  readDecisionXml: { method: 'GET', path: '/Decisions/{key}/{version}/xml', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: false },
  deleteDecision: { method: 'DELETE', path: '/Decisions/{key}/{version}', takes: 'nothing', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  health: { method: 'GET', path: '/health', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: true },
  alive: { method: 'GET', path: '/alive', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: true },
  ready: { method: 'GET', path: '/ready', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: true },
  metrics: { method: 'GET', path: '/metrics', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: true },
  openApi: { method: 'GET', path: '/openapi.json', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: true },
  docs: { method: 'GET', path: '/docs', takes: 'nothing', gives: 'text', isKeyed: false, readsProjection: false, isList: false, isService: true },
};
