/** Level names as they stand in a log line (docs/spec/observability.md#log-levels). */
export type LogLevel = 'Debug' | 'Information' | 'Warning' | 'Error' | 'Critical';

/** What a log event means. */
export interface LogEvent<Property extends string = string> {
  /** the `eventId` of its lines */
  readonly id: number;
  readonly level: LogLevel;
  /** the text of its lines, always the same but for the value of a property that it names in braces */
  readonly message: string;
  /** what its lines may carry beside the scope */
  readonly properties: readonly Property[];
}

/** Makes the events of one level. */
function ofLevel(level: LogLevel) {
  return <const Id extends number, Property extends string>(id: Id, message: string, ...properties: readonly Property[]) =>
    ({ id, level, message, properties }) as const;
}

const debug = ofLevel('Debug');
const information = ofLevel('Information');
const warning = ofLevel('Warning');
const error = ofLevel('Error');
const critical = ofLevel('Critical');

/** The catalogue (docs/spec/log-events.md), by name. One id, one meaning, for ever: a retired id is never used again. */
export const LOG_EVENTS = {
  // 1000 to 1199: workflow instance
  'command-begun': debug(1000, 'command begins', 'CommandKind', 'CommandId'),
  'command-committed': debug(1001, 'command committed', 'CommandKind', 'CommandId', 'EventCount', 'DurationMs'),
  'instance-started': information(1002, 'instance started', 'ProcessDefinitionId', 'VariableNames'),
  'instance-completed': information(1003, 'instance completed', 'DurationMs'),
  'instance-cancelled': warning(1004, 'instance cancelled', 'Reason'),
  'instance-failed': error(1005, 'instance failed', 'ErrorCode', 'ErrorMessage'),
  'gateway-chose-flows': debug(1006, 'gateway chose its flows', 'SequenceFlowIds'),
  'gateway-has-no-way-out': error(1007, 'gateway has no true condition and no default'),
  'activity-failure-caught': warning(1008, 'failure of an activity caught', 'BoundaryActivityId', 'ErrorCode'),
  'join-waits': debug(1009, 'join waits for more tokens', 'Arrived', 'Expected'),
  'timer-armed': information(1010, 'timer armed', 'DueAt'),
  'timer-fired': information(1011, 'timer fired', 'DueAt'),
  'late-trigger-ignored': debug(1012, 'trigger came too late and was ignored', 'TriggerKind'),
  'message-subscription-made': information(1013, 'message subscription made', 'MessageName', 'CorrelationKey'),
  'message-received': information(1014, 'message received', 'MessageName', 'CorrelationKey'),
  'correlation-value-missing': warning(1015, 'correlation value missing or not usable', 'MessageName', 'VariableName'),
  'signal-subscription-made': information(1016, 'signal subscription made', 'SignalName'),
  'signal-received': information(1017, 'signal received', 'SignalName'),
  'signal-thrown': information(1018, 'signal thrown', 'SignalName'),
  'boundary-event-fired': information(1019, 'boundary event fired', 'BoundaryActivityId', 'IsInterrupting'),
  'event-based-gateway-decided': information(1020, 'event-based gateway decided', 'WinningActivityId', 'CancelledActivityIds'),
  'child-instance-started': information(1021, 'child instance started', 'CalledProcessKey', 'ChildWorkflowInstanceId'),
  'child-instance-ended': information(1022, 'child instance ended', 'ChildWorkflowInstanceId', 'Result'),
  'sub-process-opened-or-closed': debug(1023, 'sub-process opened or closed', 'Phase'),
  'multi-instance-opened': debug(1024, 'multi-instance opened', 'Total', 'IsSequential'),
  'multi-instance-ended': information(1025, 'multi-instance ended', 'Completed', 'Cancelled'),
  'conditional-event-fired': information(1026, 'conditional event fired'),
  'conditional-expression-failed': warning(1027, 'conditional expression failed', 'ErrorMessage'),
  'activity-completed-by-client': information(1028, 'activity completed by a client'),
  'step-limit-reached': error(1029, 'step limit of one run reached', 'Limit'),
  'cancel-requested': information(1030, 'cancel of the instance requested', 'Reason'),
  'variables-edited': information(1031, 'variables edited', 'VariablesStateId', 'VariableNames', 'RemovedNames'),
  'instance-modified': information(1032, 'instance modified', 'CancelledCount', 'StartedActivityIds', 'Reason'),
  'user-task-claimed': information(1060, 'user task claimed', 'UserId'),
  'user-task-unclaimed': information(1061, 'user task unclaimed'),
  'user-task-completed': information(1062, 'user task completed', 'UserId'),
  'user-task-failed-by-client': information(1063, 'user task failed by a client', 'ErrorCode'),
  'user-task-cancelled-by-client': information(1064, 'user task cancelled by a client', 'Reason'),
  'claim-refused': warning(1065, 'claim of a user task refused', 'UserId', 'UserGroupCount'),
  'completion-refused': warning(1066, 'completion of a user task refused', 'UserId', 'Rule'),
  'external-event-queued': debug(1070, 'external event waits for the command at work', 'EventKind'),
  'queued-external-event-applied': debug(1071, 'queued external event applied', 'EventKind'),
  'repeated-command-answered': debug(1072, 'repeated command answered from the record', 'CommandId'),
  'event-sub-process-triggered': information(1073, 'event sub-process triggered', 'EventSubProcessId', 'IsInterrupting'),
  'event-sub-process-ended': information(1074, 'event sub-process ended', 'EventSubProcessId'),
  'root-scope-listeners-armed': information(1078, 'listeners of the root scope armed', 'ListenerCount'),
  'complex-gateway-waits': debug(1080, 'complex gateway waits', 'TokenCount'),
  'complex-gateway-fired': information(1081, 'complex gateway fired', 'TokenCount'),
  'late-token-discarded': debug(1082, 'complex gateway discarded a late token'),
  'escalation-thrown': information(1090, 'escalation thrown', 'EscalationCode'),
  'escalation-caught': information(1091, 'escalation caught', 'EscalationCode', 'BoundaryActivityId', 'IsInterrupting'),
  'escalation-passed-to-parent': information(1092, 'escalation passed to the parent instance', 'EscalationCode'),
  'transaction-opened': debug(1100, 'transaction opened'),
  'transaction-cancel-begun': information(1101, 'cancel of a transaction begun'),
  'transaction-ended': information(1102, 'transaction ended', 'Outcome'),
  'transaction-hazard': warning(1103, 'transaction ended by a hazard', 'ErrorCode'),
  'compensation-entry-recorded': debug(1110, 'compensation entry recorded'),
  'compensation-begun': information(1111, 'compensation begun', 'HandlerCount'),
  'compensation-handler-ended': information(1112, 'compensation handler ended'),
  'compensation-done': information(1113, 'compensation done'),
  'compensation-handler-failed': error(1114, 'compensation handler failed', 'ErrorCode', 'ErrorMessage'),
  'incident-raised': error(1120, 'a failure waits for an operator', 'IncidentId', 'ErrorCode', 'ErrorMessage', 'Count'),
  'incident-ended': information(1121, 'incident ended', 'IncidentId', 'Outcome'),
  'instance-suspended': information(1122, 'instance suspended', 'SuspendedBy', 'Reason'),
  'instance-resumed': information(1123, 'instance resumed', 'SuspendedBy', 'Reason'),
  'instance-caught-up': debug(1124, 'what waited for the instance is carried out'),
  'instance-forked': information(1130, 'instance forked', 'FromInstanceId', 'Step'),
  'instance-revived': information(1131, 'instance revived', 'FromInstanceId', 'Step'),
  'instance-migrated': information(1132, 'instance migrated', 'FromVersion', 'Version'),
  'instance-deleted': information(1140, 'instance deleted', 'Count'),
  'instances-deleted': information(
    1141,
    'finished instances deleted',
    'Count',
    'RowCount',
    'ArchiveBytes',
    'LagSeconds',
    'DurationMs',
  ),
  'retention-failed': warning(1142, 'finished instances could not be deleted; it is tried again', 'ErrorMessage'),
  'old-versions-deleted': information(1143, 'deletion of old versions begun', 'Count'),
  'instances-erased': information(1144, 'all instances of a business id deleted', 'Count'),
  // 2000 to 2099: activity instance
  'entry-spawned': debug(2000, 'entry spawned', 'ActivityType'),
  'execution-began': debug(2001, 'execution began'),
  'entry-completed': debug(2002, 'entry completed', 'DurationMs'),
  'entry-failed': warning(2003, 'entry failed', 'ErrorCode', 'ErrorMessage'),
  'entry-cancelled': information(2004, 'entry cancelled', 'Reason'),
  'script-stopped-at-time-limit': warning(2005, 'script or expression stopped at its time limit', 'LimitMs'),
  // 3000 to 3099: instance state
  'state-loaded': debug(3000, 'state loaded', 'Sequence'),
  'events-stored': debug(3001, 'events stored', 'FromSequence', 'Count'),
  'variables-merged': debug(3002, 'variables merged', 'VariablesStateId', 'VariableNames'),
  'variable-scope-opened-or-removed': debug(3003, 'variable scope opened or removed', 'VariablesStateId', 'Phase'),
  'invariant-broken': critical(3004, 'an invariant is broken', 'Rule', 'ErrorMessage'),
  'escalation-not-caught': warning(3030, 'escalation not caught', 'EscalationCode'),
  'escalation-too-late': warning(3031, 'escalation reached a parent that has ended', 'EscalationCode'),
  'escalation-answer-missing': warning(3032, 'answer of the parent to an escalation is missing', 'EscalationCode'),
  // 4000 to 4099: event handlers, plugins, projection
  'message-delivered': information(4000, 'message delivered', 'MessageName', 'CorrelationKey', 'ReceiverCount'),
  'no-receiver': debug(4001, 'no receiver waits for the message or signal', 'Name', 'CorrelationKey'),
  'message-not-delivered': warning(4002, 'message not delivered to one instance', 'MessageName', 'WorkflowInstanceId'),
  'signal-broadcast': information(4003, 'signal broadcast', 'SignalName', 'DeliveredCount'),
  'signal-not-delivered': warning(4004, 'signal not delivered to one receiver', 'SignalName', 'WorkflowInstanceId'),
  'start-event-registered': information(4010, 'start event registered', 'EventKind', 'Name', 'ProcessDefinitionKey'),
  'start-event-unregistered': information(4011, 'start event unregistered', 'EventKind', 'Name', 'ProcessDefinitionKey'),
  'start-event-fired': information(4012, 'start event fired', 'EventKind', 'Name', 'ProcessDefinitionKey', 'WorkflowInstanceId'),
  'start-event-failed': error(
    4013,
    'start event started no instance',
    'EventKind',
    'Name',
    'ProcessDefinitionKey',
    'ErrorMessage',
  ),
  'start-condition-false': debug(4022, 'start condition is false', 'ProcessDefinitionKey', 'ActivityId'),
  'start-condition-failed': error(4023, 'start condition failed', 'ProcessDefinitionKey', 'ActivityId', 'ErrorMessage'),
  'start-event-skipped-key-disabled': warning(
    4024,
    'start event of a disabled key skipped',
    'EventKind',
    'Name',
    'ProcessDefinitionKey',
  ),
  'plugin-started': information(4030, 'plugin started', 'TaskType', 'Attempt'),
  'plugin-ended': information(4031, 'plugin ended', 'TaskType', 'DurationMs'),
  'plugin-failed': warning(4032, 'plugin failed', 'TaskType', 'ErrorCode', 'DurationMs'),
  'plugin-result-not-handed-over': error(4033, 'result of a plugin not handed over', 'TaskType', 'Attempt', 'Next'),
  'no-worker-offers-task-type': warning(4034, 'no worker offers the task type; the entry waits', 'TaskType'),
  'plugin-interrupted': information(4035, 'plugin interrupted by shut-down', 'TaskType'),
  'late-result-dropped': debug(4036, 'late result dropped', 'TaskType'),
  'catalog-entry-announced': information(4040, 'catalog entry announced', 'TaskType', 'SiloName'),
  'catalog-entry-removed': information(4041, 'catalog entry removed', 'TaskType', 'SiloName'),
  'catalog-announcement-given-up': error(4042, 'catalog announcement given up; the plugin still runs', 'TaskType', 'Attempt'),
  'plugin-log-debug': debug(4043, '{PluginMessage}', 'TaskType', 'PluginMessage'),
  'plugin-log-information': information(4044, '{PluginMessage}', 'TaskType', 'PluginMessage'),
  'plugin-log-warning': warning(4045, '{PluginMessage}', 'TaskType', 'PluginMessage'),
  'plugin-log-error': error(4046, '{PluginMessage}', 'TaskType', 'PluginMessage'),
  'plugin-loaded': information(4047, 'plugin loaded', 'TaskType', 'File'),
  'plugin-attempt-repeated': warning(4048, 'plugin failed; it runs again', 'TaskType', 'Attempt', 'ErrorCode', 'RetryAt'),
  'rest-call-sends': information(4050, 'REST call sends', 'Method', 'Url', 'ActivityInstanceId'),
  'rest-call-received': information(4051, 'REST call received', 'StatusCode', 'DurationMs'),
  'rest-call-failed': warning(4052, 'REST call failed', 'ErrorCode', 'DurationMs'),
  'batch-projected': debug(4060, 'batch projected', 'Count', 'LagMs'),
  'journal-gap': error(4061, 'journal row missing; the projection of its subject stops', 'ExpectedSequence', 'FoundSequence'),
  'projection-lagging': warning(4062, 'the read side is more than 10 seconds behind', 'LagMs'),
  'read-table-rebuilt': information(4063, 'read table rebuilt', 'Table', 'Count'),
  // 5000 to 5099: event publisher
  'effect-handed-to-queue': debug(5000, 'follow-up handed to the queue', 'EffectKind'),
  'handing-over-repeated': warning(5001, 'handing over is repeated', 'EffectKind', 'Attempt'),
  'effect-stays-in-outbox': error(5002, 'follow-up stays in the outbox and is swept', 'EffectKind', 'ErrorMessage'),
  'waiting-effects-swept': information(5003, 'waiting effects swept', 'Count'),
  'command-given-up': error(5004, 'command given up', 'CommandKind', 'CommandId', 'Attempt', 'ErrorMessage'),
  'dead-letter-retried': information(5005, 'dead letter put back', 'CommandKind', 'CommandId', 'Attempt', 'Actor'),
  'dead-letter-carried-out': information(5006, 'dead letter carried out', 'CommandKind', 'CommandId', 'Outcome'),
  'dead-letter-dropped': warning(5007, 'dead letter dropped', 'CommandKind', 'CommandId', 'Reason', 'Actor'),
  // 6000 to 6099: instance factory
  'definition-deployed': information(6000, 'definition deployed', 'ProcessDefinitionKey', 'Version', 'ProcessDefinitionId'),
  'instance-created': information(6001, 'instance created', 'ProcessDefinitionId', 'WorkflowInstanceId'),
  'key-disabled': information(6002, 'key disabled', 'ProcessDefinitionKey'),
  'key-enabled': information(6003, 'key enabled', 'ProcessDefinitionKey'),
  'deploy-while-disabled': warning(6004, 'deployed while the key is disabled', 'ProcessDefinitionKey', 'Version'),
  'start-refused': warning(6005, 'start refused', 'ProcessDefinitionKey', 'Rule'),
  'definition-deleted': information(6006, 'definition deleted', 'ProcessDefinitionKey', 'Version', 'ProcessDefinitionId'),
  'deploy-unchanged': information(6007, 'deployed again without a change', 'ProcessDefinitionKey', 'Version'),
  'key-suspended': information(6008, 'key suspended', 'ProcessDefinitionKey', 'InstanceCount', 'Reason'),
  'key-resumed': information(6009, 'key resumed', 'ProcessDefinitionKey', 'InstanceCount', 'Reason'),
  // 7000 to 7099: engine and its surfaces
  'write-request-accepted': information(7000, 'write request accepted', 'Endpoint', 'CommandId', 'Actor'),
  'write-request-refused': information(7001, 'write request refused', 'Endpoint', 'CommandId', 'Status', 'Rule', 'Actor'),
  'stored-reply-sent': information(7014, 'stored reply sent', 'Endpoint', 'CommandId', 'Actor'),
  'idempotency-key-reused': warning(7015, 'Idempotency-Key used with another request', 'Endpoint', 'Actor'),
  'no-worker-answered': warning(7016, 'no worker answered in time', 'Endpoint', 'CommandId', 'TimeoutSeconds', 'Actor'),
  'queue-unreachable': error(7017, 'the queue is not reachable', 'ErrorMessage', 'Operation'),
  'body-user-differs-from-token': warning(7020, 'the user of the body differs from the token', 'Endpoint'),
  'token-without-user-id': warning(7021, 'the token has no user id', 'Endpoint', 'ClaimName'),
  'token-refused': information(7022, 'token refused', 'Reason', 'ClientAddress'),
  'issuer-unusable': error(7023, 'the issuer cannot be used', 'Authority', 'ErrorMessage'),
  'host-refused': warning(7024, 'host refused', 'Host', 'ClientAddress'),
  'right-missing': warning(7025, 'the right is missing', 'Endpoint', 'Right', 'Actor'),
  'audit-not-written': error(7026, 'entries of the audit could not be written', 'ErrorMessage'),
  'unexpected-error': error(7030, 'unexpected error', 'Endpoint', 'ErrorMessage', 'Stack', 'Operation'),
  'rate-limit-reached': information(7032, 'rate limit reached', 'Policy', 'ClientAddress'),
  'rate-limit-policies-missing': error(7033, 'rate limit policies are missing', 'Policies'),
  'rate-limit-counters-not-shared': warning(7034, 'every API replica counts requests for itself', 'Reason'),
  'role-started': information(7040, 'role started', 'Version', 'Url'),
  'replica-stopping': information(7041, 'the replica is stopping or has stopped', 'Phase', 'Reason', 'Deadline'),
  'configuration-unusable': critical(7042, 'a setting cannot be used: the start-up ends', 'Key', 'Reason'),
  'schema-updated': information(7043, 'the database schema is up to date', 'FromVersion', 'ToVersion'),
  'database-unreachable': error(7044, 'the database is not reachable', 'ErrorMessage', 'Operation'),
  'readiness-lost': warning(7045, 'readiness lost', 'Parts'),
  'replica-vanished': warning(7046, 'another replica has vanished', 'LostProcessName'),
  'foreign-envelope-refused': error(
    7047,
    'envelope of another installation refused',
    'EnvelopeId',
    'CommandCount',
    'Installation',
    'Reason',
  ),
  'schema-behind': warning(7048, 'the database schema is behind; waiting for `npm run migrate`', 'FoundVersion', 'NeededVersion'),
  'job-lock-lost': warning(7049, 'a job is delivered again: this replica was too busy to renew its lock', 'ErrorMessage'),
  'ui-signed-in-or-out': information(7050, 'signed in or out', 'UserName', 'Phase'),
  'ui-sign-in-failed': warning(7051, 'the sign-in failed', 'Reason', 'Phase'),
  'return-address-refused': warning(7052, 'return address refused'),
  'antiforgery-token-wrong': warning(7053, 'antiforgery token missing or wrong', 'Path'),
  'ui-action-done': information(7054, 'action done', 'Action', 'UserName'),
  'ui-action-refused': warning(7055, 'action refused', 'Action', 'UserName', 'Rule'),
  'authority-without-client-id': warning(7056, 'the operator pages are read-only', 'Reason'),
  'open-to-other-machines': warning(7057, 'a port lets everybody who reaches it do everything', 'Url', 'Surface'),
  // 8000 to 8099: timer start scheduler
  'schedule-set': information(8000, 'schedule set', 'ProcessDefinitionKey', 'DueAt'),
  'schedule-removed': information(8001, 'schedule removed', 'ProcessDefinitionKey'),
  'schedule-fired': information(8002, 'schedule fired', 'ProcessDefinitionKey', 'WorkflowInstanceId'),
  'schedule-failed': error(8003, 'schedule started no instance; it is tried again', 'ProcessDefinitionKey', 'ErrorMessage'),
  // 9000 to 9099: warnings about models
  'activation-condition-ignored': warning(9000, 'activation condition ignored', 'ProcessDefinitionKey', 'ElementId', 'Text'),
  'more-than-one-process': warning(9001, 'process not deployed', 'ProcessDefinitionKey', 'Ignored', 'Text'),
  'attribute-ignored': warning(9002, 'part of the model has no effect', 'ProcessDefinitionKey', 'ElementId', 'Name', 'Text'),
  'error-reference-names-no-error': warning(9003, 'error reference names no error', 'ProcessDefinitionKey', 'ElementId', 'Text'),
  'model-without-diagram': warning(9004, 'model has no diagram', 'ProcessDefinitionKey', 'Text'),
  'custom-task-input-does-not-fit': warning(9005, 'custom task input does not fit', 'ProcessDefinitionKey', 'ElementId', 'Text'),
  'paths-read-each-other': warning(9006, 'parallel paths read each other', 'ProcessDefinitionKey', 'ElementId', 'Text'),
  // 10000 to 10099: timer callback
  'callback-set': information(10000, 'timer of an instance scheduled', 'WorkflowInstanceId', 'ActivityId', 'DueAt'),
  'callback-fired': information(10001, 'timer of an instance fired', 'WorkflowInstanceId', 'ActivityId', 'LateMs'),
  'callback-removed': debug(10002, 'timer of an instance removed', 'WorkflowInstanceId', 'ActivityId'),
  'callback-failed': warning(
    10003,
    'timer of an instance could not be fired',
    'WorkflowInstanceId',
    'ActivityId',
    'Attempt',
    'ErrorMessage',
  ),
} as const satisfies Readonly<Record<string, LogEvent>>;

/** A name of the catalogue; an unknown name does not compile. */
export type LogEventName = keyof typeof LOG_EVENTS;
/** The `eventId` of an event. */
export type LogEventId = (typeof LOG_EVENTS)[LogEventName]['id'];

/** The name of an event by its id. */
export const LOG_EVENT_NAMES: ReadonlyMap<LogEventId, LogEventName> = new Map(
  Object.entries(LOG_EVENTS).map(([name, { id }]) => [id, name as LogEventName]),
);

/** Outages: every part that notices one logs it, again and again while it lasts. Equal lines are written once, then once a minute. */
export const LIMITED_EVENTS: ReadonlySet<LogEventName> = new Set<LogEventName>([
  'queue-unreachable',
  'database-unreachable',
  'schema-behind',
  'audit-not-written',
]);
