/** Header of every error answer, for programs (docs/contributing/spec/http/errors.md#error-codes). */
export const ERROR_CODE_HEADER = 'Service-Error-Code';

/** Codes with HTTP status and meaning. A released code is never renamed or used for another error. */
export const ERROR_CODES = {
  // the request itself
  'invalid-host': [400, 'The Host header is missing, repeated or not a host name.'],
  'malformed-path': [400, 'The path cannot be decoded, or the path or query contains U+0000.'],
  'unreadable-request': [400, 'The request is not valid HTTP/1.1.'],
  'headers-too-large': [400, 'The request line and the headers are larger than the limit.'],
  'invalid-json': [400, 'The body is not valid JSON.'],
  'invalid-body': [400, 'The body is not a JSON object, or not a form with files where one is expected.'],
  'missing-field': [400, 'A required field or parameter is missing or blank.'],
  'invalid-field': [400, 'A field of the body has a wrong type or value.'],
  'unknown-field': [400, '`Api:StrictRequests` is on, and the endpoint does not have this field or parameter.'],
  'invalid-query': [400, 'A query parameter has a wrong value.'],
  'invalid-idempotency-key': [400, 'The header `Idempotency-Key` is malformed.'],
  'invalid-position': [400, 'The header `Service-Min-Position` is malformed or from another service.'],
  'unknown-endpoint': [404, 'No endpoint has this path.'],
  'method-not-allowed': [405, 'The endpoint does not have this method.'],
  'not-acceptable': [406, 'The endpoint has none of the media types in `Accept`.'],
  'body-too-large': [413, 'The body is larger than the limit.'],
  'unsupported-media-type': [415, 'The body is not `application/json`.'],
  'unsupported-encoding': [415, 'The service does not support the `Content-Encoding` of the body.'],
  'unknown-host': [421, 'The service does not accept requests for this host name.'],
  'idempotency-key-reused': [422, 'The `Idempotency-Key` belongs to another request.'],
  // by sender, and by rate
  'missing-token': [401, 'The endpoint needs a bearer token.'],
  'invalid-token': [401, 'The token is malformed, expired, or from another issuer or audience.'],
  'issuer-unavailable': [401, 'The token cannot be checked, because the issuer is not reachable.'],
  'missing-permission': [403, 'The roles of the user do not permit this, or not for this process key.'],
  'missing-user-id': [403, 'The token has no claim with a user id.'],
  'user-mismatch': [403, 'The field `UserId` differs from the user of the token.'],
  'reserved-task-type': [403, 'The service runs tasks of this type itself. External workers cannot fetch them.'],
  'cross-origin-request': [403, 'The request comes from a web page of another origin.'],
  'rate-limit-exceeded': [429, 'The client has used all permits of this period.'],
  'too-many-streams': [429, 'The client or the service has too many open event streams.'],
  'too-many-waits': [429, 'Too many requests of the client, or of all clients, are waiting for tasks, ends or events.'],
  'rate-limit-not-configured': [500, 'Rate limiting is on, but the policy of this endpoint is missing.'],
  // the service
  'internal-error': [500, 'An unexpected error. The log of the service has the details.'],
  overloaded: [503, 'Too much work is waiting. Nothing has changed.'],
  'queue-unavailable': [503, 'The command queue is not reachable. Nothing has changed.'],
  'no-worker-answered': [503, 'No worker answered in time. The outcome is unknown.'],
  'database-unavailable': [503, 'The database is not reachable.'],
  'position-not-reached': [503, 'The query tables do not contain the requested position yet.'],
  starting: [503, 'The service is starting.'],
  'not-ready': [503, 'A readiness check fails.'],
  // definitions and decisions
  'invalid-bpmn': [400, 'The BPMN file cannot be deployed.'],
  'invalid-dmn': [400, 'The DMN file cannot be deployed.'],
  'model-has-warnings': [400, '`Strict` is true, and the model has warnings.'],
  'unknown-process': [404, 'No process with this key is deployed.'],
  'unknown-process-version': [404, 'The process does not have this version.'],
  'unknown-decision': [404, 'No decision with this key or version is deployed.'],
  'process-disabled': [409, 'The process is disabled.'],
  'process-suspended': [409, 'The process is suspended.'],
  'process-version-in-use': [409, 'The process version has instances.'],
  'decision-in-use': [409, 'A deployed process needs this decision version.'],
  'decision-failed': [409, 'The evaluation of the decision failed.'],
  'simulation-failed': [422, 'The simulation stopped with an error.'],
  // instances
  'unknown-instance': [404, 'The instance does not exist.'],
  'no-message-subscription': [404, 'No instance or start event waits for this message.'],
  'message-id-in-use': [409, 'A message with this name, correlation key and id has not expired.'],
  'no-signal-subscription': [404, 'No instance or start event waits for this signal.'],
  'instance-suspended': [409, 'The instance is suspended.'],
  'instance-ended': [409, 'The instance has ended.'],
  'instance-not-ended': [409, 'An instance that must have ended is still running.'],
  'instance-is-called': [409, 'The instance was called by another one, and is deleted together with it.'],
  'instance-not-restartable': [409, 'Only a failed or cancelled instance can be restarted.'],
  'calling-instance-ended': [409, 'The calling instance has ended. Restart that one.'],
  'already-restarted': [409, 'The instance was already restarted.'],
  'data-erased': [409, 'The request was already processed, and its data was erased later.'],
  'activity-not-active': [409, 'The activity is not active in the instance.'],
  'activity-is-user-task': [409, 'User tasks are completed through their own endpoint.'],
  'activity-not-completable': [409, 'Requests cannot complete an activity of this type.'],
  'scope-not-active': [409, '`Scope` does not match an active scope of the instance.'],
  'modification-conflict': [409, 'A modification instruction cannot be applied.'],
  'migration-conflict': [409, 'The instance cannot continue in the other version.'],
  'variables-too-large': [409, 'The variables are larger than a limit.'],
  'state-too-large': [413, 'The answer would be too large without paging.'],
  // steps of the history
  'invalid-step': [400, 'The history of the instance does not have this step.'],
  'step-is-the-end': [409, 'The instance had ended at this step.'],
  'step-not-restorable': [409, 'The instance cannot continue from this step.'],
  'history-too-long': [409, 'The history up to this step is longer than the limit.'],
  'origin-deleted': [409, 'The instance that a fork or restart came from was deleted.'],
  // tasks
  'unknown-user-task': [404, 'The user task does not exist.'],
  'unknown-task-type': [404, 'No plugin registers this task type.'],
  'claim-not-allowed': [409, 'The user is neither assignee nor candidate of the task.'],
  'task-not-claimed': [409, 'The task must be claimed first.'],
  'task-claimed-by-other': [409, 'Another user has claimed the task.'],
  'missing-output-variables': [409, 'Required output variables of the task are missing.'],
  'listener-not-finished': [409, 'A task listener of the task has not finished.'],
  'task-not-locked': [409, 'The lock on the custom task has expired or belongs to another worker.'],
  // operations
  'unknown-incident': [404, 'The incident does not exist, or is resolved.'],
  'incident-not-resolvable': [409, 'The incident can be retried, but not resolved.'],
  'unknown-dead-letter': [404, 'The dead letter does not exist.'],
  'dead-letter-retrying': [409, 'A retry of the dead letter is running.'],
  'dead-letter-ended': [409, 'The dead letter was already retried or discarded.'],
  'dead-letter-not-retryable': [409, 'The dead letter cannot be retried.'],
  'batch-too-large': [400, 'The batch would have more items than `Batches:MaxItems`.'],
  'unknown-batch': [404, 'The batch does not exist.'],
  'batch-ended': [409, 'The batch has ended.'],
  'unknown-webhook': [404, 'No webhook has this name.'],
  'instance-not-blocked': [404, 'The webhook has no blocked delivery for this instance.'],
  'event-feed-disabled': [409, 'The event feed is off.'],
  'foreign-feed-position': [409, 'The position belongs to another event feed.'],
  // the server of the web UI, and the endpoint of assistants
  'invalid-mcp-request': [400, 'The message does not follow the Model Context Protocol.'],
  'invalid-antiforgery-token': [400, 'The antiforgery token of the session is missing or wrong.'],
  'sign-in-required': [401, 'The session has no user. Sign in first.'],
  'sign-in-failed': [400, 'The sign-in with the identity provider failed.'],
  'read-only': [403, 'The web UI is read-only.'],
  'sign-in-unavailable': [503, 'The identity provider is not reachable.'],
  'query-too-slow': [422, 'The query takes longer than its time limit.'],
} as const satisfies Readonly<Record<string, readonly [status: number, meaning: string]>>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Codes with one of these statuses. */
export type ErrorCodeOf<Status extends number> = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code][0] extends Status ? Code : never;
}[ErrorCode];

export function statusOf<Code extends ErrorCode>(code: Code): (typeof ERROR_CODES)[Code][0] {
  return ERROR_CODES[code][0];
}
