// Made from the OpenAPI document by `npm run clients:write`. Do not edit.

import type { CallOptions } from '../open-client.ts';
import type { ApiOperation } from '../operation.ts';
import type { Schemas } from './schemas.ts';

/** The operations of the API, one method each: parts of the path, then the body or the query, then options. */
export interface ApiMethods {
  /** Stores a BPMN model as the next version of its process. `POST /Definitions/deploy` */
  deploy(body: Schemas['DeployRequest'], options?: CallOptions): Promise<Schemas['DeployResponse']>;
  /** Validates a BPMN model and returns all findings; stores nothing. `POST /Definitions/validate` */
  validate(body: Schemas['ValidateRequest'], options?: CallOptions): Promise<Schemas['ValidateResponse']>;
  /** Simulates a model that is not deployed with the given actions; stores and sends nothing. `POST /Definitions/simulate` */
  simulate(body: Schemas['SimulateRequest'], options?: CallOptions): Promise<Schemas['SimulateResponse']>;
  /** Disables a process key: no new instances start, running instances continue. `POST /Definitions/disable` */
  disable(body: Schemas['SwitchRequest'], options?: CallOptions): Promise<Schemas['DefinitionRow']>;
  /** Lets a disabled key start instances again. `POST /Definitions/enable` */
  enable(body: Schemas['SwitchRequest'], options?: CallOptions): Promise<Schemas['DefinitionRow']>;
  /** Nothing of the instances of a key moves until it is resumed; what comes for them waits. `POST /Definitions/{key}/suspend` */
  suspendDefinition(key: string, body?: Schemas['SuspendDefinitionRequest'], options?: CallOptions): Promise<Schemas['KeySuspensionResponse']>;
  /** Resumes the instances of a suspended process key. `POST /Definitions/{key}/resume` */
  resumeDefinition(key: string, body?: Schemas['SuspendDefinitionRequest'], options?: CallOptions): Promise<Schemas['KeySuspensionResponse']>;
  /** One row per version of every key. `GET /Definitions` */
  listDefinitions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DefinitionPage']>;
  /** All instances of a key, of every version. `GET /Definitions/{key}/instances` */
  listInstances(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<Schemas['InstancePage']>;
  /** All instances of one version. `GET /Definitions/{key}/{version}/instances` */
  listInstancesOfVersion(key: string, version: number | string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<Schemas['InstancePage']>;
  /** Start forms of the latest versions of active process keys. `GET /Definitions/start-forms` */
  listStartForms(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['StartFormPage']>;
  /** The BPMN file of a version, as it was deployed. `GET /Definitions/{key}/{version}/xml` */
  readModel(key: string, version: number | string, options?: CallOptions): Promise<string>;
  /** Deletes a version that has no instances. `DELETE /Definitions/{key}/{version}` */
  deleteVersion(key: string, version: number | string, options?: CallOptions): Promise<Schemas['DeleteVersionResponse']>;
  /** Starts an instance of the latest version of a key. `POST /Execution/start` */
  start(body: Schemas['StartRequest'], options?: CallOptions): Promise<Schemas['StartResponse']>;
  /** Resumes every instance that waits for a message and key; only if there is none it starts instances. `POST /Execution/message` */
  message(body: Schemas['MessageRequest'], options?: CallOptions): Promise<Schemas['MessageResponse']>;
  /** Resumes every instance that waits for a signal, and starts one of every key with a start event of its name. `POST /Execution/signal` */
  signal(body: Schemas['SignalRequest'], options?: CallOptions): Promise<Schemas['SignalResponse']>;
  /** Completes an activity that waits for a request. `POST /Execution/complete-activity` */
  completeActivity(body: Schemas['CompleteActivityRequest'], options?: CallOptions): Promise<void>;
  /** Evaluates conditional start events; every true one starts an instance. `POST /Execution/evaluate-conditions` */
  evaluateConditions(body: Schemas['EvaluateConditionsRequest'], options?: CallOptions): Promise<Schemas['EvaluateConditionsResponse']>;
  /** Instances of all processes, found by what is known of them. `GET /Instances` */
  findInstances(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<Schemas['FoundPage']>;
  /** The state of an instance: entries, variables, conditions. `GET /Instances/{instanceId}/state` */
  readState(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): Promise<Schemas['InstanceState']>;
  /** Ends a running instance and its children; a terminal one stays as it is. `POST /Instances/{instanceId}/cancel` */
  cancelInstance(instanceId: string, body?: Schemas['CancelInstanceRequest'], options?: CallOptions): Promise<void>;
  /** Deletes a finished instance and those that it called, with their history. `DELETE /Instances/{instanceId}` */
  deleteInstance(instanceId: string, options?: CallOptions): Promise<Schemas['DeletionResponse']>;
  /** Deletes all instances with a business id, and what else is kept of them. `POST /Instances/erase` */
  eraseInstances(body: Schemas['EraseRequest'], options?: CallOptions): Promise<Schemas['ErasureResponse']>;
  /** Forks an instance: a new instance continues from a step of this one, or starts as it started. `POST /Instances/{instanceId}/fork` */
  forkInstance(instanceId: string, body?: Schemas['ForkRequest'], options?: CallOptions): Promise<Schemas['ForkResponse']>;
  /** A failed instance continues with what has failed, a cancelled one from the step before its end. `POST /Instances/{instanceId}/revive` */
  reviveInstance(instanceId: string, body?: Schemas['ReviveRequest'], options?: CallOptions): Promise<Schemas['ReviveResponse']>;
  /** Sets and removes variables of one scope of a running instance. `POST /Instances/{instanceId}/variables` */
  editVariables(instanceId: string, body?: Schemas['EditVariablesRequest'], options?: CallOptions): Promise<void>;
  /** Cancels and starts elements of a running instance, all of it or nothing. `POST /Instances/{instanceId}/modify` */
  modifyInstance(instanceId: string, body: Schemas['ModifyInstanceRequest'], options?: CallOptions): Promise<Schemas['ModificationResponse']>;
  /** Migrates a running instance to another version of its process, completely or not at all. `POST /Instances/{instanceId}/migrate` */
  migrateInstance(instanceId: string, body: Schemas['MigrateInstanceRequest'], options?: CallOptions): Promise<Schemas['MigrationResponse']>;
  /** Nothing of a running instance moves until it is resumed; what comes for it waits. `POST /Instances/{instanceId}/suspend` */
  suspendInstance(instanceId: string, body?: Schemas['SuspendInstanceRequest'], options?: CallOptions): Promise<Schemas['SuspensionResponse']>;
  /** Resumes a suspended instance: runs the commands that waited, in order. `POST /Instances/{instanceId}/resume` */
  resumeInstance(instanceId: string, body?: Schemas['ResumeInstanceRequest'], options?: CallOptions): Promise<Schemas['SuspensionResponse']>;
  /** What happened to an instance, oldest first. `GET /Instances/{instanceId}/history` */
  readHistory(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['HistoryPage']>;
  /** What the tasks of an instance have decided, and by which rules, oldest first. `GET /Instances/{instanceId}/decisions` */
  readInstanceDecisions(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['InstanceDecisionPage']>;
  /** Why an instance waits: one sentence for each live entry, with the data behind it. `GET /Instances/{instanceId}/waiting` */
  readWaiting(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): Promise<Schemas['InstanceWaiting']>;
  /** Pending user tasks. `GET /UserTasks` */
  listUserTasks(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; assignee?: string | undefined; candidateGroup?: string | undefined }, options?: CallOptions): Promise<Schemas['UserTaskPage']>;
  /** One pending user task. `GET /UserTasks/{activityInstanceId}` */
  readUserTask(activityInstanceId: string, options?: CallOptions): Promise<Schemas['UserTask']>;
  /** Takes a task. `POST /UserTasks/{activityInstanceId}/claim` */
  claimUserTask(activityInstanceId: string, body?: Schemas['ClaimRequest'], options?: CallOptions): Promise<void>;
  /** Gives a task back; any body is ignored. `POST /UserTasks/{activityInstanceId}/unclaim` */
  unclaimUserTask(activityInstanceId: string, options?: CallOptions): Promise<void>;
  /** Completes a task. `POST /UserTasks/{activityInstanceId}/complete` */
  completeUserTask(activityInstanceId: string, body?: Schemas['CompleteUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** Lets a task fail; a task that has ended stays as it is. `POST /UserTasks/{activityInstanceId}/fail` */
  failUserTask(activityInstanceId: string, body: Schemas['FailUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** Cancels a task; a task that has ended stays as it is. `POST /UserTasks/{activityInstanceId}/cancel` */
  cancelUserTask(activityInstanceId: string, body?: Schemas['CancelUserTaskRequest'], options?: CallOptions): Promise<void>;
  /** Comments on a task, newest first, also after its end. `GET /UserTasks/{activityInstanceId}/comments` */
  listTaskComments(activityInstanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): Promise<Schemas['TaskCommentPage']>;
  /** Adds a comment to a pending task; comments cannot be changed. `POST /UserTasks/{activityInstanceId}/comments` */
  commentUserTask(activityInstanceId: string, body: Schemas['CommentUserTaskRequest'], options?: CallOptions): Promise<Schemas['TaskComment']>;
  /** Task types that plugin hosts offer now, in the order of the types. `GET /custom-tasks` */
  listCustomTasks(options?: CallOptions): Promise<Schemas['CustomTaskTypes']>;
  /** One task type. `GET /custom-tasks/{taskType}` */
  readCustomTask(taskType: string, options?: CallOptions): Promise<Schemas['CustomTaskType']>;
  /** Gives waiting tasks of a type to a remote worker and locks them for it. `POST /custom-tasks/{taskType}/fetch-and-lock` */
  fetchAndLock(taskType: string, body: Schemas['FetchAndLockRequest'], options?: CallOptions): Promise<Schemas['FetchAndLockResponse']>;
  /** Completes a locked task with its result. `POST /custom-tasks/{activityInstanceId}/complete` */
  completeCustomTask(activityInstanceId: string, body: Schemas['CompleteCustomTaskRequest'], options?: CallOptions): Promise<void>;
  /** Ends the run of a locked task without a result; it may run again. `POST /custom-tasks/{activityInstanceId}/fail` */
  failCustomTask(activityInstanceId: string, body: Schemas['FailCustomTaskRequest'], options?: CallOptions): Promise<Schemas['FailCustomTaskResponse']>;
  /** Keeps the lock of a task for longer. `POST /custom-tasks/{activityInstanceId}/extend-lock` */
  extendLock(activityInstanceId: string, body: Schemas['ExtendLockRequest'], options?: CallOptions): Promise<Schemas['ExtendLockResponse']>;
  /** Failures that wait for an operator, the latest first. `GET /Incidents` */
  listIncidents(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['IncidentPage']>;
  /** One open incident. `GET /Incidents/{incidentId}` */
  readIncident(incidentId: string, options?: CallOptions): Promise<Schemas['Incident']>;
  /** Tries again what has failed, with the variables as they are now. `POST /Incidents/{incidentId}/retry` */
  retryIncident(incidentId: string, body?: Schemas['RetryIncidentRequest'], options?: CallOptions): Promise<void>;
  /** Counts what has failed as done, with these variables as its result. `POST /Incidents/{incidentId}/resolve` */
  resolveIncident(incidentId: string, body?: Schemas['ResolveIncidentRequest'], options?: CallOptions): Promise<void>;
  /** Dead letters: commands and timers that failed permanently, newest first. `GET /DeadLetters` */
  listDeadLetters(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DeadLetterPage']>;
  /** One dead letter with its command, its error and what it belongs to. `GET /DeadLetters/{deadLetterId}` */
  readDeadLetter(deadLetterId: string, options?: CallOptions): Promise<Schemas['DeadLetter']>;
  /** Retries a dead letter under its old id. `POST /DeadLetters/{deadLetterId}/retry` */
  retryDeadLetter(deadLetterId: string, body?: Schemas['RetryDeadLetterRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Drops a dead letter for good. `POST /DeadLetters/{deadLetterId}/drop` */
  dropDeadLetter(deadLetterId: string, body: Schemas['DropDeadLetterRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Puts the oldest dead letters that fit back. `POST /DeadLetters/retry` */
  retryDeadLetters(body?: Schemas['RetryDeadLettersRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Drops the oldest dead letters that fit. `POST /DeadLetters/drop` */
  dropDeadLetters(body: Schemas['DropDeadLettersRequest'], options?: CallOptions): Promise<Schemas['HandledDeadLetters']>;
  /** Acts of operators, accepted and refused, newest first. `GET /Audit` */
  listAudit(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['AuditPage']>;
  /** All entries that match as CSV, newest first. `GET /Audit/csv` */
  exportAudit(query?: { filters?: string | undefined }, options?: CallOptions): Promise<string>;
  /** Does the same to many incidents or instances: to all that match now. `POST /Batches` */
  createBatch(body: Schemas['CreateBatchRequest'], options?: CallOptions): Promise<Schemas['BatchMade']>;
  /** Batches with their counts, the latest first. `GET /Batches` */
  listBatches(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['BatchPage']>;
  /** One batch with its counts. `GET /Batches/{batchId}` */
  readBatch(batchId: string, options?: CallOptions): Promise<Schemas['Batch']>;
  /** What became of each item of a batch. `GET /Batches/{batchId}/items` */
  listBatchItems(batchId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['BatchItemPage']>;
  /** Takes no more items of a batch until it is resumed. `POST /Batches/{batchId}/pause` */
  pauseBatch(batchId: string, body?: Schemas['SteerBatchRequest'], options?: CallOptions): Promise<Schemas['BatchStatus']>;
  /** Resumes a paused batch. `POST /Batches/{batchId}/resume` */
  resumeBatch(batchId: string, body?: Schemas['SteerBatchRequest'], options?: CallOptions): Promise<Schemas['BatchStatus']>;
  /** Ends a batch: what is not in work yet is skipped. `POST /Batches/{batchId}/stop` */
  stopBatch(batchId: string, body?: Schemas['SteerBatchRequest'], options?: CallOptions): Promise<Schemas['BatchStatus']>;
  /** What happened to all instances, in an order in which nothing is missed. `GET /Events` */
  readEvents(query?: { after?: string | undefined; keys?: string | undefined; types?: string | undefined; instance?: string | undefined; businessId?: string | undefined; limit?: string | undefined; wait?: string | undefined }, options?: CallOptions): Promise<string>;
  /** The same as server-sent events, without end. `GET /Events/stream` */
  streamEvents(query?: { after?: string | undefined; keys?: string | undefined; types?: string | undefined; instance?: string | undefined; businessId?: string | undefined }, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** All webhooks with their progress and their blocked deliveries. `GET /Webhooks` */
  listWebhooks(options?: CallOptions): Promise<Schemas['WebhookList']>;
  /** One webhook. `GET /Webhooks/{webhook}` */
  readWebhook(webhook: string, options?: CallOptions): Promise<Schemas['Webhook']>;
  /** Instances that a webhook has passed without all of their events. `GET /Webhooks/{webhook}/instances` */
  listWebhookInstances(webhook: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['WebhookInstancePage']>;
  /** Sends what was refused again, at once. `POST /Webhooks/{webhook}/retry` */
  retryWebhook(webhook: string, body?: Schemas['SteerWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Passes over the refused event of an instance, or of all that are failing; it is never sent. `POST /Webhooks/{webhook}/skip` */
  skipWebhook(webhook: string, body?: Schemas['SteerWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Sends nothing to a webhook until it is resumed. `POST /Webhooks/{webhook}/pause` */
  pauseWebhook(webhook: string, body?: Schemas['PauseWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Resumes a paused webhook where it stopped. `POST /Webhooks/{webhook}/resume` */
  resumeWebhook(webhook: string, body?: Schemas['PauseWebhookRequest'], options?: CallOptions): Promise<Schemas['WebhookSteered']>;
  /** Stores the decisions of DMN files, each as the next version of its id; what is unchanged keeps its version. `POST /Decisions/deploy` */
  deployDecisions(body: Schemas['DeployDecisionsRequest'], options?: CallOptions): Promise<Schemas['DeployDecisionsResponse']>;
  /** Validates DMN files and returns all findings, with the cells of their tables; stores nothing. `POST /Decisions/validate` */
  validateDecisions(body: Schemas['ValidateDecisionsRequest'], options?: CallOptions): Promise<Schemas['ValidateDecisionsResponse']>;
  /** Makes a decision: its result, and of every decision in its graph the inputs and the rules that match. `POST /Decisions/{key}/evaluate` */
  evaluateDecision(key: string, body?: Schemas['EvaluateDecisionRequest'], options?: CallOptions): Promise<Schemas['EvaluateDecisionResponse']>;
  /** One row per version of every decision. `GET /Decisions` */
  listDecisions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DecisionPage']>;
  /** The latest version of a decision. `GET /Decisions/{key}` */
  readDecision(key: string, options?: CallOptions): Promise<Schemas['Decision']>;
  /** What calls of evaluate have decided, newest first, while that is kept. `GET /Decisions/{key}/evaluations` */
  listDecisionEvaluations(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): Promise<Schemas['DecisionEvaluationPage']>;
  /** The DMN file of a version, as it was deployed. `GET /Decisions/{key}/{version}/xml` */
  readDecisionXml(key: string, version: number | string, options?: CallOptions): Promise<string>;
  /** Deletes a version that no deployed process needs. `DELETE /Decisions/{key}/{version}` */
  deleteDecision(key: string, version: number | string, options?: CallOptions): Promise<Schemas['DeleteDecisionResponse']>;
  /** The process has started. `GET /health` */
  health(options?: CallOptions): Promise<string>;
  /** The process has started. `GET /alive` */
  alive(options?: CallOptions): Promise<string>;
  /** Database and queue answer. `GET /ready` */
  ready(options?: CallOptions): Promise<string>;
  /** Metrics in the text format of Prometheus. `GET /metrics` */
  metrics(options?: CallOptions): Promise<string>;
  /** This document. `GET /openapi.json` */
  openApi(options?: CallOptions): Promise<{
    openapi: '3.1.0';
  }>;
  /** A page that shows this document. `GET /docs` */
  docs(options?: CallOptions): Promise<string>;
}

/** The lists, row by row over all their pages. */
export interface ApiLists {
  /** One row per version of every key. `GET /Definitions` */
  listDefinitions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['DefinitionRow']>;
  /** All instances of a key, of every version. `GET /Definitions/{key}/instances` */
  listInstances(key: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['InstanceRow']>;
  /** All instances of one version. `GET /Definitions/{key}/{version}/instances` */
  listInstancesOfVersion(key: string, version: number | string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['InstanceRow']>;
  /** Start forms of the latest versions of active process keys. `GET /Definitions/start-forms` */
  listStartForms(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['StartFormRow']>;
  /** Instances of all processes, found by what is known of them. `GET /Instances` */
  findInstances(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; businessId?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['FoundInstance']>;
  /** What happened to an instance, oldest first. `GET /Instances/{instanceId}/history` */
  readHistory(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['HistoryItem']>;
  /** What the tasks of an instance have decided, and by which rules, oldest first. `GET /Instances/{instanceId}/decisions` */
  readInstanceDecisions(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['InstanceDecision']>;
  /** Why an instance waits: one sentence for each live entry, with the data behind it. `GET /Instances/{instanceId}/waiting` */
  readWaiting(instanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['WaitItem']>;
  /** Pending user tasks. `GET /UserTasks` */
  listUserTasks(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined; assignee?: string | undefined; candidateGroup?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['UserTask']>;
  /** Comments on a task, newest first, also after its end. `GET /UserTasks/{activityInstanceId}/comments` */
  listTaskComments(activityInstanceId: string, query?: { page?: number | undefined; pageSize?: number | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['TaskComment']>;
  /** Failures that wait for an operator, the latest first. `GET /Incidents` */
  listIncidents(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['Incident']>;
  /** Dead letters: commands and timers that failed permanently, newest first. `GET /DeadLetters` */
  listDeadLetters(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['DeadLetterRow']>;
  /** Acts of operators, accepted and refused, newest first. `GET /Audit` */
  listAudit(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['AuditEntry']>;
  /** Batches with their counts, the latest first. `GET /Batches` */
  listBatches(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['Batch']>;
  /** What became of each item of a batch. `GET /Batches/{batchId}/items` */
  listBatchItems(batchId: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['BatchItem']>;
  /** Instances that a webhook has passed without all of their events. `GET /Webhooks/{webhook}/instances` */
  listWebhookInstances(webhook: string, query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['WebhookInstance']>;
  /** One row per version of every decision. `GET /Decisions` */
  listDecisions(query?: { page?: number | undefined; pageSize?: number | undefined; sorts?: string | undefined; filters?: string | undefined }, options?: CallOptions): AsyncIterableIterator<Schemas['Decision']>;
  /** What calls of evaluate have decided, newest first, while that is kept. `GET /Decisions/{key}/evaluations` */
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
  listTaskComments: { method: 'GET', path: '/UserTasks/{activityInstanceId}/comments', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  commentUserTask: { method: 'POST', path: '/UserTasks/{activityInstanceId}/comments', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listCustomTasks: { method: 'GET', path: '/custom-tasks', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  readCustomTask: { method: 'GET', path: '/custom-tasks/{taskType}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  fetchAndLock: { method: 'POST', path: '/custom-tasks/{taskType}/fetch-and-lock', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  completeCustomTask: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/complete', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  failCustomTask: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/fail', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  extendLock: { method: 'POST', path: '/custom-tasks/{activityInstanceId}/extend-lock', takes: 'body', gives: 'json', isKeyed: true, readsProjection: false, isList: false, isService: false },
  listIncidents: { method: 'GET', path: '/Incidents', takes: 'query', gives: 'json', isKeyed: false, readsProjection: false, isList: true, isService: false },
  readIncident: { method: 'GET', path: '/Incidents/{incidentId}', takes: 'nothing', gives: 'json', isKeyed: false, readsProjection: false, isList: false, isService: false },
  retryIncident: { method: 'POST', path: '/Incidents/{incidentId}/retry', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
  resolveIncident: { method: 'POST', path: '/Incidents/{incidentId}/resolve', takes: 'body', gives: 'empty', isKeyed: true, readsProjection: false, isList: false, isService: false },
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
