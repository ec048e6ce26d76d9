// Made from the OpenAPI document by `npm run clients:write`. Do not edit.

/** What requests and answers hold, by the names of the document. */
export interface Schemas {
  AuditEntry: {
    entryId: Schemas['Guid'];
    /** When it was decided; of a count, when the last one was refused. */
    at: string;
    /** For example `CancelInstance`, `DeployDefinition`, `SignIn`. */
    act: string;
    identifiedBy: 'token' | 'session' | 'anonymous';
    /** Subject of the token or of the signed-in user; null: unknown. */
    actor: string | null;
    /** Digest of the session of the pages. */
    session: string | null;
    surface: 'api' | 'pages';
    /** For example `instance`, `process`, `definition`, `incident`. */
    targetKind: string | null;
    targetId: string | null;
    processKey: string | null;
    clientAddress: string | null;
    traceId: string | null;
    commandId: Schemas['Guid'] | null;
    result: 'accepted' | 'refused' | 'failed';
    status: number;
    /** Why it was refused. */
    code: string | null;
    /** How many rejected requests the entry counts. */
    count: number;
  };
  AuditPage: {
    items: ReadonlyArray<Schemas['AuditEntry']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  Batch: {
    batchId: Schemas['Guid'];
    operation: string;
    status: 'Running' | 'Paused' | 'Stopping' | 'Stopped' | 'Completed';
    /** Null where ids were given. */
    filters: string | null;
    processDefinitionKeys: ReadonlyArray<string>;
    /** The sum of the four counts, at all times. */
    totalCount: number;
    pendingCount: number;
    succeededCount: number;
    failedCount: number;
    skippedCount: number;
    itemsPerSecond: number | null;
    createdBy: string | null;
    createdAt: Schemas['Timestamp'];
    endedAt: Schemas['Timestamp'] | null;
  };
  BatchItem: {
    /** Order in which the items are processed. */
    position: number;
    /** The incident or the instance. */
    subjectId: string;
    /** Null where the id leads nowhere. */
    workflowInstanceId: Schemas['Guid'] | null;
    processDefinitionKey: string | null;
    status: 'Pending' | 'Succeeded' | 'Failed' | 'Skipped';
    code: string | null;
    /** Why it failed or was skipped: what the endpoint for one would answer. */
    reason: string | null;
    /** The instance that continues, if it is another one. */
    resultInstanceId: Schemas['Guid'] | null;
    endedAt: Schemas['Timestamp'] | null;
  };
  BatchItemPage: {
    items: ReadonlyArray<Schemas['BatchItem']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  BatchMade: {
    /** Null of a dry run. */
    batchId: Schemas['Guid'] | null;
    isDryRun: boolean;
    totalCount: number;
    /** Items by process key, most first; at most 100 keys. */
    processes: ReadonlyArray<{
      processDefinitionKey: string;
      count: number;
    }>;
    /** Ids that lead nowhere; their items will fail or be skipped. */
    unknownCount: number;
  };
  BatchPage: {
    items: ReadonlyArray<Schemas['Batch']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  BatchStatus: {
    status: 'Running' | 'Paused' | 'Stopping' | 'Stopped' | 'Completed';
  };
  CancelInstanceRequest: {
    /** Left out, null or blank: `Cancelled by operator`. */
    reason?: string | null | undefined;
  };
  CancelUserTaskRequest: {
    /** Left out, null or blank: `User task cancelled by operator`. */
    reason?: string | null | undefined;
  };
  ClaimRequest: {
    /** The acting user. Required with authentication off; with authentication on it must equal the user of the token, if given. */
    UserId?: string | null | undefined;
    /** The groups of the user; ignored with authentication on. */
    UserGroups?: ReadonlyArray<string> | null | undefined;
  };
  CommentUserTaskRequest: {
    /** The acting user. Required with authentication off; with authentication on it must equal the user of the token, if given. */
    UserId?: string | null | undefined;
    /** Text of the comment, at most 4000 characters. */
    Text: string;
  };
  CompleteActivityRequest: {
    /** The instance. */
    WorkflowInstanceId: string;
    /** Id of the activity in the model. */
    ActivityId: string;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  CompleteCustomTaskRequest: {
    /** The token of the lock, as fetch-and-lock gave it. */
    LockToken: string;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  CompleteUserTaskRequest: {
    /** The acting user. Required with authentication off; with authentication on it must equal the user of the token, if given. */
    UserId?: string | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  CreateBatchRequest: {
    /** `retry` or `resolve` of incidents; `cancel`, `revive`, `suspend`, `resume`, `modify`, `variables`, `migrate` or `delete` of instances. */
    Operation: string;
    /** Ids of incidents or instances, as the operation needs them; the same one counts once. This or Filters. */
    Ids?: ReadonlyArray<string> | null | undefined;
    /** All that GET /Incidents or GET /Instances lists with this text as `filters`. This or Ids. */
    Filters?: string | null | undefined;
    /** Nothing is made, it is only counted what would be hit. Left out or null: `false`. */
    DryRun?: boolean | null | undefined;
    /** At most so many, by all workers together. Left out or null: as the service is set up. */
    ItemsPerSecond?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Of `variables`: names to be removed. */
    Delete?: ReadonlyArray<string> | null | undefined;
    /** Of `cancel`, `suspend`, `resume` and `modify`: as the endpoint for one has it. */
    Reason?: string | null | undefined;
    /** Of `suspend`: whether the instances it has called are suspended with it. Left out or null: true. */
    CalledInstances?: boolean | null | undefined;
    /** Of `migrate`: the version in which the instances continue; required. */
    DefinitionId?: string | null | undefined;
    /** Of `migrate`: as the endpoint for one has it. */
    Plan?: ReadonlyArray<Schemas['MigrationPair']> | null | undefined;
    /** Of `migrate`: `keep` or `renew`. */
    Timers?: string | null | undefined;
    /** Of `migrate`: `keep` or `renew`. */
    Subscriptions?: string | null | undefined;
    /** Of `modify`: as the endpoint for one has them; 1 to 1000. */
    Instructions?: ReadonlyArray<Schemas['ModifyInstruction']> | null | undefined;
  };
  CustomTaskType: {
    taskType: string;
    displayName: string | null;
    /** The parameters that the plugin declares; null when it declares none. */
    parameterSchema?: unknown;
    /** The plugin hosts that offer it now, by code point. */
    siloNames: ReadonlyArray<string>;
  };
  CustomTaskTypes: ReadonlyArray<Schemas['CustomTaskType']>;
  DeadLetter: {
    /** The id of the command. */
    deadLetterId: string;
    kind: string;
    status: 'Parked' | 'Retrying' | 'CarriedOut' | 'Refused' | 'Dropped';
    instanceId: Schemas['Guid'] | null;
    processKey: string | null;
    /** The first line of the error. */
    errorMessage: string;
    /** How often it became a dead letter. */
    attempts: number;
    firstParkedAt: Schemas['Timestamp'];
    parkedAt: Schemas['Timestamp'];
    retriedAt: Schemas['Timestamp'] | null;
    retriedBy: string | null;
    endedAt: Schemas['Timestamp'] | null;
    endedBy: string | null;
    /** Why it was dropped, or the code with which it was refused. */
    reason: string | null;
    canRetry: boolean;
    error: string;
    /** The whole command, with its values. */
    command?: unknown;
    /** The instance whose stream of messages, signals and calls it belongs to. */
    senderInstanceId: Schemas['Guid'] | null;
    whyNotRetried: string | null;
    /** What it means that it is dropped. */
    ifDropped: string | null;
    links: {
      self: string;
      instanceState: string | null;
      instanceHistory: string | null;
    };
  };
  DeadLetterPage: {
    items: ReadonlyArray<Schemas['DeadLetterRow']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  DeadLetterRow: {
    /** The id of the command. */
    deadLetterId: string;
    kind: string;
    status: 'Parked' | 'Retrying' | 'CarriedOut' | 'Refused' | 'Dropped';
    instanceId: Schemas['Guid'] | null;
    processKey: string | null;
    /** The first line of the error. */
    errorMessage: string;
    /** How often it became a dead letter. */
    attempts: number;
    firstParkedAt: Schemas['Timestamp'];
    parkedAt: Schemas['Timestamp'];
    retriedAt: Schemas['Timestamp'] | null;
    retriedBy: string | null;
    endedAt: Schemas['Timestamp'] | null;
    endedBy: string | null;
    /** Why it was dropped, or the code with which it was refused. */
    reason: string | null;
    canRetry: boolean;
  };
  DecidedTable: {
    Inputs: ReadonlyArray<{
      Name: string;
      Value?: unknown;
    }>;
    /** The rules that match, in the order of the table. */
    Rules: ReadonlyArray<{
      /** Of the row, from 1. */
      Number: number;
      /** Of the rule in the file; absent where it has none. */
      Id?: string | undefined;
      Outputs: Schemas['Variables'];
    }>;
  };
  Decision: {
    decisionKey: string;
    version: number;
    name: string;
    versionTag: string | null;
    deployedAt: Schemas['Timestamp'];
  };
  DecisionEvaluation: {
    evaluationId: Schemas['Guid'];
    version: number;
    evaluatedAt: Schemas['Timestamp'];
    outcome: 'made' | 'failed';
    /** Business id of the call; null: none. */
    businessId: string | null;
    /** The caller; null: unknown. */
    actor: string | null;
    /** Why it could not be made; null: it was. */
    failure: string | null;
    /** Absent: it is too long to be kept. */
    variables?: Readonly<Record<string, unknown>> | undefined;
    /** Every decision that was made, those that others require before them; none of a failed call. */
    decisions: ReadonlyArray<Schemas['KeptDecision']>;
    /** How many further decisions are not kept; absent: none. */
    moreDecisions?: number | undefined;
  };
  DecisionEvaluationPage: {
    items: ReadonlyArray<Schemas['DecisionEvaluation']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  DecisionPage: {
    items: ReadonlyArray<Schemas['Decision']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  DefinitionPage: {
    items: ReadonlyArray<Schemas['DefinitionRow']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  DefinitionRow: {
    processDefinitionId: string;
    processDefinitionKey: string;
    version: number;
    deployedAt: Schemas['Timestamp'];
    activitiesCount: number;
    sequenceFlowsCount: number;
    isActive: boolean;
    /** Only where it is true: nothing of the instances of the key moves. */
    isSuspended?: boolean | undefined;
    /** In the list only; absent when the model describes none. */
    startForm?: {
      key?: string | undefined;
      id?: string | undefined;
      binding?: string | undefined;
      version?: string | undefined;
      fields?: ReadonlyArray<{
        id: string;
        label?: string | undefined;
        type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
        defaultValue?: string | number | boolean | undefined;
        isRequired?: boolean | undefined;
        isReadOnly?: boolean | undefined;
        values?: ReadonlyArray<{
          id: string;
          label: string;
        }> | undefined;
        control?: 'textarea' | 'radio' | undefined;
        hint?: string | undefined;
        rules?: {
          min?: number | undefined;
          max?: number | undefined;
          minLength?: number | undefined;
          maxLength?: number | undefined;
          pattern?: string | undefined;
        } | undefined;
      }> | undefined;
      notShown?: ReadonlyArray<string> | undefined;
    } | undefined;
  };
  DeleteDecisionResponse: {
    DecisionKey: string;
    Version: number;
    /** The latest version from now on; null: there is none. */
    LatestVersion: number | null;
  };
  DeleteVersionResponse: {
    ProcessDefinitionKey: string;
    Version: number;
    /** The latest version of the key from now on; null: it has none. */
    LatestVersion: number | null;
  };
  DeletionResponse: {
    /** How many instances are gone, called ones included. */
    Deleted: number;
    /** Whether so many were called that the rest is deleted in the background. */
    GoesOn: boolean;
  };
  DeployDecisionsRequest: {
    /** The DMN XML text. */
    DmnXml: string;
    /** Further DMN files, deployed with the first one or not at all; at most 50. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** Whether the deploy is refused where it would only be warned about. Left out or null: `false`. */
    Strict?: boolean | null | undefined;
  };
  DeployDecisionsResponse: {
    DecisionKey: string;
    Version: number;
    /** The latest version is the same, nothing was deployed; absent when it is new. */
    Unchanged?: boolean | undefined;
    /** Further decisions of the files, in their order; absent when there are none. */
    AdditionalDecisions?: ReadonlyArray<{
      DecisionKey: string;
      Version: number;
      /** The latest version is the same, nothing was deployed; absent when it is new. */
      Unchanged?: boolean | undefined;
      /** Name of the further file that it came from. */
      Resource?: string | undefined;
    }> | undefined;
    /** Warnings about the files; absent when there are none. */
    Warnings?: ReadonlyArray<string> | undefined;
  };
  DeployRefusal: {
    error: string;
    /** All that `Strict` refuses; absent where something else refused the deploy. */
    Errors?: ReadonlyArray<string> | undefined;
  };
  DeployRequest: {
    /** The BPMN 2.0 XML text. */
    BpmnXml: string;
    /** `off`, `executable` or `strict`. Left out, null or blank: `executable`. */
    Validation?: string | null | undefined;
    /** References that must be there: `messageRef`, `signalRef`, `operationRef`. */
    RequiredReferences?: ReadonlyArray<string> | null | undefined;
    /** Further BPMN files, scripts, decisions and forms, deployed with the first file or not at all; at most 50. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** Whether a deploy of what is deployed already answers the versions that are there. Left out or null: as the service is set up. */
    KeepUnchanged?: boolean | null | undefined;
    /** `fail` or `incident`: what happens to uncaught failures. Left out, null or blank: the setting of the model or the service. */
    OnFailure?: string | null | undefined;
    /** Whether the deploy is refused where it would only be warned about. Left out or null: `false`. */
    Strict?: boolean | null | undefined;
  };
  DeployResponse: {
    ProcessDefinitionKey: string;
    Version: number;
    /** The versions were there before, nothing was deployed; absent when they are new. */
    Unchanged?: boolean | undefined;
    /** Further executable processes of the files, in their order; absent when there are none. */
    AdditionalDefinitions?: ReadonlyArray<{
      ProcessDefinitionKey: string;
      Version: number;
      /** Name of the further file that it came from. */
      Resource?: string | undefined;
    }> | undefined;
    /** Warnings about the model; absent when there are none. */
    Warnings?: ReadonlyArray<string> | undefined;
  };
  DropDeadLetterRequest: {
    /** Why it is dropped. */
    Reason: string;
  };
  DropDeadLettersRequest: {
    /** Only those whose command is of this kind. */
    Kind?: string | null | undefined;
    /** Only those that belong to this instance. */
    InstanceId?: string | null | undefined;
    /** Only those that belong to this process definition key. */
    ProcessKey?: string | null | undefined;
    /** Only those that were last parked before this time. */
    ParkedBefore?: string | null | undefined;
    /** Most dead letters of one request, oldest first. Left out or null: 100. */
    Limit?: number | null | undefined;
    /** Why it is dropped. */
    Reason: string;
  };
  EditVariablesRequest: {
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Names to be removed. Names that the scope does not have are ignored. */
    Delete?: ReadonlyArray<string> | null | undefined;
    /** Id of an active activity instance or of a variable scope. Left out, null or blank: the instance itself. */
    Scope?: string | null | undefined;
  };
  Entry: {
    activityInstanceId: Schemas['Guid'];
    activityId: string;
    /** Name of the BPMN element with a capital first letter. */
    activityType: string;
    isCompleted: boolean;
    isExecuting: boolean;
    isCancelled: boolean;
    variablesStateId: Schemas['Guid'];
    errorState: {
      code: string;
      message: string;
    } | null;
    cancellationReason: string | null;
    createdAt: Schemas['Timestamp'];
    executionStartedAt: Schemas['Timestamp'] | null;
    completedAt: Schemas['Timestamp'] | null;
    childWorkflowInstanceId: Schemas['Guid'] | null;
  };
  EraseRequest: {
    /** The business id of which nothing is to be left, to the letter. */
    BusinessId: string;
    /** Whether instances that run are cancelled and erased too. Left out or null: `false`. */
    CancelRunning?: boolean | null | undefined;
  };
  ErasureResponse: {
    /** How many instances are gone, called ones included. */
    Erased: number;
    /** How many kept calls of decisions are gone; absent: none. */
    Evaluations?: number | undefined;
    /** Those that ran and were cancelled for it. */
    Cancelled: ReadonlyArray<Schemas['Guid']>;
    /** False: some are ending, or there are very many. Send the same request again to continue. */
    IsComplete: boolean;
    /** Files of the archive that still hold instances with this business id. */
    Archives: ReadonlyArray<string>;
  };
  /** Shape E. */
  Error: {
    error: string;
  };
  EvaluateConditionsRequest: {
    /** Left out, null, empty or blank: all keys. */
    WorkflowId?: string | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. At least one name. */
    Variables: Readonly<Record<string, unknown>>;
  };
  EvaluateConditionsResponse: {
    StartedInstanceIds: ReadonlyArray<Schemas['Guid']>;
    /** One text per listener that failed; absent when none did. */
    Errors?: ReadonlyArray<string> | undefined;
  };
  EvaluateDecisionRequest: {
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** A version to use instead of the latest one. */
    Version?: number | null | undefined;
    /** Exact text of 1 to 256 UTF-16 code units, without white space at either end and without control characters. */
    BusinessId?: string | null | undefined;
  };
  EvaluateDecisionResponse: {
    DecisionKey: string;
    Version: number;
    /** What the decision gives. */
    Result?: unknown;
    /** Every decision that was made, those that others require before them; the last is the one asked for. */
    Decisions: ReadonlyArray<{
      DecisionKey: string;
      Name: string;
      Result?: unknown;
      Tables: ReadonlyArray<Schemas['DecidedTable']>;
    }>;
  };
  ExtendLockRequest: {
    /** The token of the lock, as fetch-and-lock gave it. */
    LockToken: string;
    /** How long the lock holds from now. Left out or null: 60. */
    LockSeconds?: number | null | undefined;
  };
  ExtendLockResponse: {
    lockedUntil: Schemas['Timestamp'];
  };
  FailCustomTaskRequest: {
    /** The token of the lock, as fetch-and-lock gave it. */
    LockToken: string;
    /** Why the run failed. Longer than 2000 characters: cut. */
    ErrorMessage: string;
    /** Error code of the activity, at most 256 characters. Left out, null or blank: `500`. */
    ErrorCode?: string | null | undefined;
    /** Whether another run may help. Left out or null: `true`. */
    IsRetryable?: boolean | null | undefined;
    /** Delay before the next run. Left out or null: the value of the model. */
    RetryAfterSeconds?: number | null | undefined;
  };
  FailCustomTaskResponse: {
    /** When the next attempt begins; null when the activity has failed. */
    retryAt: Schemas['Timestamp'] | null;
  };
  FailUserTaskRequest: {
    /** Why it failed. */
    errorMessage: string;
    /** Left out, null or blank: `500`. */
    errorCode?: string | null | undefined;
  };
  FetchAndLockRequest: {
    /** Name of the worker, at most 256 characters. */
    WorkerId: string;
    /** Most tasks of one answer. Left out or null: 1. */
    MaxTasks?: number | null | undefined;
    /** How long the lock holds from now. Left out or null: 60. */
    LockSeconds?: number | null | undefined;
    /** How long to wait for a task while there is none. Left out or null: 0. */
    WaitSeconds?: number | null | undefined;
  };
  FetchAndLockResponse: {
    tasks: ReadonlyArray<Schemas['LockedCustomTask']>;
  };
  ForkRequest: {
    /** The step to continue from: an event of the history, as time travel counts them. Left out or null: 0, the beginning. */
    Step?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Another version of the same process. Left out, null or blank: that of the instance. */
    DefinitionId?: string | null | undefined;
    /** Makes no instance and returns what would run again. Left out or null: `false`. */
    DryRun?: boolean | null | undefined;
  };
  ForkResponse: {
    /** The new instance; of a dry run the one that was asked about. */
    WorkflowInstanceId: string;
    Step: number;
    /** True of a dry run; else absent. */
    IsDryRun?: boolean | undefined;
    /** What is done once more. ActivityId: null for the process itself. RetryDoes: as of an incident. WorkflowInstanceId: the called instance that does it; absent: the instance itself. */
    Repeats?: ReadonlyArray<{
      ActivityId: string | null;
      RetryDoes: string;
      WorkflowInstanceId?: Schemas['Guid'] | undefined;
    }> | undefined;
  };
  FoundInstance: {
    instanceId: Schemas['Guid'];
    processDefinitionId: string;
    processDefinitionKey: string;
    version: number;
    status: 'Running' | 'Completed' | 'Cancelled' | 'Failed' | 'Pending';
    businessId: string | null;
    /** The instance that called it. */
    parentInstanceId: Schemas['Guid'] | null;
    /** Elements with a live entry, each once, by code point. */
    activeActivityIds: ReadonlyArray<string>;
    failure: {
      activityId: string | null;
      /** At most 512 characters. */
      code: string;
      /** At most 1000 characters. */
      message: string;
    } | null;
    createdAt: Schemas['Timestamp'];
    completedAt: Schemas['Timestamp'] | null;
  };
  FoundPage: {
    items: ReadonlyArray<Schemas['FoundInstance']>;
    totalCount: number;
    /** False: there are more than `totalCount`. */
    isTotalCountExact: boolean;
    page: number;
    pageSize: number;
  };
  Guid: string;
  HandledDeadLetters: {
    deadLetterIds: ReadonlyArray<Schemas['Guid']>;
    /** Further ones that fit, beyond the limit. */
    remainingCount: number;
    /** Those that fit and cannot be retried. */
    refusedCount: number;
    /** What it means that they are dropped. */
    consequences: ReadonlyArray<{
      deadLetterId: Schemas['Guid'];
      consequence: string;
    }>;
  };
  HistoryItem: {
    sequence: number;
    type: string;
    occurredAt: Schemas['Timestamp'];
    activityId: string | null;
    activityInstanceId: Schemas['Guid'] | null;
    data: Readonly<Record<string, unknown>>;
    actor?: string | undefined;
  };
  HistoryPage: {
    items: ReadonlyArray<Schemas['HistoryItem']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  Incident: {
    incidentId: Schemas['Guid'];
    workflowInstanceId: Schemas['Guid'];
    /** Null for the process itself. */
    activityInstanceId: Schemas['Guid'] | null;
    /** What has failed: an element, or the key of the process. */
    activityId: string;
    processDefinitionId: string;
    processDefinitionKey: string;
    businessId: string | null;
    errorCode: string;
    errorMessage: string;
    /** Kind of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`. */
    cause: string;
    /** What a retry repeats, for example `job`, `enter`, `leave`. */
    retryDoes: string;
    /** How often it has failed at this place. */
    count: number;
    firstFailedAt: Schemas['Timestamp'];
    lastFailedAt: Schemas['Timestamp'];
  };
  IncidentPage: {
    items: ReadonlyArray<Schemas['Incident']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  InstanceDecision: {
    sequence: number;
    occurredAt: Schemas['Timestamp'];
    activityId: string | null;
    activityInstanceId: Schemas['Guid'];
    /** The decisions that the activity asked for. */
    decisionKeys: ReadonlyArray<string>;
    /** Of them; null: they were deployed with the process. */
    version: number | null;
    /** Every decision that was made, those that others require before them. */
    decisions: ReadonlyArray<Schemas['KeptDecision']>;
    /** How many further decisions are not kept; absent: none. */
    moreDecisions?: number | undefined;
  };
  InstanceDecisionPage: {
    items: ReadonlyArray<Schemas['InstanceDecision']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  InstancePage: {
    items: ReadonlyArray<Schemas['InstanceRow']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  InstanceRow: {
    instanceId: Schemas['Guid'];
    processDefinitionId: string;
    isStarted: boolean;
    /** The instance is terminal. */
    isCompleted: boolean;
    isCancelled: boolean;
    isFailed: boolean;
    /** Only where it is true: nothing moves until it is resumed. */
    isSuspended?: boolean | undefined;
    businessId: string | null;
    createdAt: Schemas['Timestamp'];
    executionStartedAt: Schemas['Timestamp'] | null;
    completedAt: Schemas['Timestamp'] | null;
  };
  InstanceState: {
    activeActivityIds: ReadonlyArray<string>;
    completedActivityIds: ReadonlyArray<string>;
    isStarted: boolean;
    /** The instance is terminal. */
    isCompleted: boolean;
    isCancelled: boolean;
    isFailed: boolean;
    /** Only where it is true: nothing moves until it is resumed. */
    isSuspended?: boolean | undefined;
    /** Who holds it. */
    suspendedBy?: ReadonlyArray<'operator' | 'callingInstance' | 'processKey'> | undefined;
    businessId: string | null;
    processDefinitionId: string;
    createdAt: Schemas['Timestamp'];
    executionStartedAt: Schemas['Timestamp'] | null;
    completedAt: Schemas['Timestamp'] | null;
    activeActivities: ReadonlyArray<Schemas['Entry']>;
    completedActivities: ReadonlyArray<Schemas['Entry']>;
    variableStates: ReadonlyArray<{
      variablesId: Schemas['Guid'];
      variables: Schemas['Variables'];
    }>;
    conditionSequences: ReadonlyArray<{
      sequenceFlowId: string;
      condition: string;
      sourceActivityId: string;
      targetActivityId: string;
      result: boolean;
    }>;
    /** Only when a page was asked for. */
    paging?: {
      page: number;
      pageSize: number;
      totalCounts: {
        activeActivities: number;
        completedActivities: number;
        variableStates: number;
        conditionSequences: number;
      };
    } | undefined;
  };
  InstanceWaiting: {
    instanceId: Schemas['Guid'];
    processDefinitionId: string;
    processDefinitionKey: string;
    version: number;
    businessId: string | null;
    status: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
    startedAt: Schemas['Timestamp'];
    endedAt: Schemas['Timestamp'] | null;
    failure: {
      activityId: string | null;
      code: string;
      message: string;
    } | null;
    cancellationReason: string | null;
    items: ReadonlyArray<Schemas['WaitItem']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  KeptDecision: {
    decisionKey: string;
    name: string;
    /** Absent: it is too long to be kept. */
    result?: unknown;
    tables: ReadonlyArray<Schemas['KeptTable']>;
    /** How many further tables are not kept; absent: none. */
    moreTables?: number | undefined;
  };
  KeptTable: {
    inputs: ReadonlyArray<{
      name: string;
      /** Absent: it is too long to be kept. */
      value?: unknown;
    }>;
    /** The rules that matched, in the order of the table. */
    rules: ReadonlyArray<{
      /** Of the row, from 1. */
      number: number;
      /** Of the rule in the file; absent where it has none. */
      id?: string | undefined;
      /** Absent: it is too long to be kept. */
      outputs?: Readonly<Record<string, unknown>> | undefined;
    }>;
    /** How many further rules that matched are not kept; absent: none. */
    moreRules?: number | undefined;
  };
  KeySuspensionResponse: {
    processDefinitionKey: string;
    isSuspended: boolean;
    /** Instances of all its versions that have not ended. */
    instances: number;
  };
  LockedCustomTask: {
    activityInstanceId: Schemas['Guid'];
    workflowInstanceId: Schemas['Guid'];
    workflowId: string;
    processDefinitionId: string;
    activityId: string;
    taskType: string;
    businessId: string | null;
    input: Schemas['Variables'];
    /** Fixed texts that the model has for the worker. */
    headers: Readonly<Record<string, string>>;
    attempt: number;
    /** Attempts that are left, this one included; absent in answers recorded before 0.3. */
    retries?: number | undefined;
    /** The same for every attempt at one activity. */
    idempotencyKey: string;
    /** Secret that proves the lock of this attempt. Do not share it. */
    lockToken: string;
    lockedUntil: Schemas['Timestamp'];
  };
  MessageRequest: {
    /** Name of the message in the model. */
    MessageName: string;
    /** Left out, null, empty or blank: no key. */
    CorrelationKey?: string | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Exact text of 1 to 256 UTF-16 code units, without white space at either end and without control characters. */
    BusinessId?: string | null | undefined;
  };
  MessageResponse: {
    Delivered: boolean;
    WorkflowInstanceIds: ReadonlyArray<Schemas['Guid']>;
  };
  MigrateInstanceRequest: {
    /** The version of the same process in which the instance continues. */
    DefinitionId: string;
    /** What takes the place of what, where the id is another one; at most 10000. All else is found by its id, type and place. */
    Plan?: ReadonlyArray<Schemas['MigrationPair']> | null | undefined;
    /** `keep` or `renew`: whether due dates stay, or are calculated again. Left out, null or blank: `keep`. */
    Timers?: string | null | undefined;
    /** `keep` or `renew`: whether messages and signals are waited for under the names and keys of before, or of the other version. Left out, null or blank: `keep`. */
    Subscriptions?: string | null | undefined;
    /** Dry run: changes nothing and returns what would happen. Left out or null: `false`. */
    DryRun?: boolean | null | undefined;
  };
  /** Ids of two elements, or of two sequence flows. */
  MigrationPair: {
    from: string;
    to: string;
  };
  MigrationReport: {
    /** Nothing is refused. */
    isPossible: boolean;
    refusals: ReadonlyArray<{
      /** The active entry that it is about; null: none. */
      activityInstanceId: Schemas['Guid'] | null;
      activityId: string;
      reason: string;
    }>;
    plan: ReadonlyArray<{
      /** In the version of the instance. */
      from: string;
      /** In the other version; null: nowhere. */
      to: string | null;
      /** By the request, and not found by itself. */
      isGiven: boolean;
    }>;
    activities: ReadonlyArray<{
      activityInstanceId: Schemas['Guid'];
      /** In the version of the instance. */
      from: string;
      /** In the other version; null: nowhere. */
      to: string | null;
      /** An open task that the other version describes otherwise. */
      isDescribedAnew: boolean;
    }>;
    events: ReadonlyArray<{
      /** The active entry that it is about; null: none. */
      activityInstanceId: Schemas['Guid'] | null;
      /** Null: nothing waited for it before. */
      from: string | null;
      /** In the other version; null: nowhere. */
      to: string | null;
      kind: 'message' | 'signal' | 'timer' | 'conditional';
      becomes: 'kept' | 'renewed' | 'armed' | 'disarmed';
      /** Of a message or signal. */
      name: string | null;
      correlationKey: string | null;
      dueAt: Schemas['Timestamp'] | null;
    }>;
    joins: ReadonlyArray<{
      activityInstanceId: Schemas['Guid'];
      activityId: string;
      /** Of the other version; they have brought no token. */
      missingSequenceFlowIds: ReadonlyArray<string>;
      /** It is checked, and continues if it waits for nothing else. */
      goesOn: boolean;
    }>;
    /** A list was longer than the 1000 items that are shown. */
    isCut: boolean;
  };
  MigrationResponse: {
    isDryRun: boolean;
    fromProcessDefinitionId: string;
    fromVersion: number;
    processDefinitionId: string;
    version: number;
    /** Of a dry run, else null. */
    report: Schemas['MigrationReport'] | null;
  };
  ModificationResponse: {
    isDryRun: boolean;
    /** Entries that end, with everything inside them. */
    cancelledCount: number;
    started: ReadonlyArray<{
      activityId: string;
      position: 'before' | 'after';
      /** The active sub-process that it is started in; null: the instance itself. */
      scope: Schemas['Guid'] | null;
      /** Sub-processes that are opened around it, outermost first. */
      openedActivityIds: ReadonlyArray<string>;
    }>;
    /** Of a dry run: the state of the instance afterwards; else null. */
    after: {
      isCompleted: boolean;
      isCancelled: boolean;
      isFailed: boolean;
      /** At most 100. */
      activeActivityIds: ReadonlyArray<string>;
      errorState: {
        code: string;
        message: string;
      } | null;
      /** The run takes so long that it was not followed to its end. */
      isCut: boolean;
    } | null;
  };
  ModifyInstanceRequest: {
    /** What is cancelled and started, all or nothing; 1 to 1000. */
    instructions: ReadonlyArray<Schemas['ModifyInstruction']>;
    /** `cancellationReason` of what is cancelled. Left out, null or blank: `Cancelled by modification`. */
    reason?: string | null | undefined;
    /** Dry run: changes nothing and returns what would happen. Left out or null: `false`. */
    dryRun?: boolean | null | undefined;
  };
  /** Exactly one of the members; of `cancel` exactly one of its members. */
  ModifyInstruction: {
    cancel?: {
      /** An active activity instance. */
      entry?: string | null | undefined;
      /** All of an element. */
      element?: string | null | undefined;
    } | undefined;
    startBefore?: {
      /** Id of the element in the model. */
      element: string;
      /** Id of the active sub-process that it is started in. Left out, null or blank: the one that is open, else the nearest around it. */
      scope?: string | null | undefined;
      /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
      variables?: Readonly<Record<string, unknown>> | null | undefined;
    } | undefined;
    startAfter?: {
      /** Id of the element in the model. */
      element: string;
      /** Id of the active sub-process that it is started in. Left out, null or blank: the one that is open, else the nearest around it. */
      scope?: string | null | undefined;
    } | undefined;
  };
  PauseWebhookRequest: Readonly<Record<string, never>>;
  /** Shape P: problem details of RFC 9457, exactly these six members. `code` is also the header `Service-Error-Code`. */
  Problem: {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
    code: string;
  };
  ResolveIncidentRequest: {
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  ResumeInstanceRequest: {
    /** Reason, kept in the history. */
    Reason?: string | null | undefined;
  };
  RetryDeadLetterRequest: Readonly<Record<string, never>>;
  RetryDeadLettersRequest: {
    /** Only those whose command is of this kind. */
    Kind?: string | null | undefined;
    /** Only those that belong to this instance. */
    InstanceId?: string | null | undefined;
    /** Only those that belong to this process definition key. */
    ProcessKey?: string | null | undefined;
    /** Only those that were last parked before this time. */
    ParkedBefore?: string | null | undefined;
    /** Most dead letters of one request, oldest first. Left out or null: 100. */
    Limit?: number | null | undefined;
  };
  RetryIncidentRequest: Readonly<Record<string, never>>;
  ReviveRequest: {
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Dry run: changes nothing and returns what would happen. Left out or null: `false`. */
    DryRun?: boolean | null | undefined;
  };
  ReviveResponse: {
    /** The instance that continues: itself, or its fork. */
    WorkflowInstanceId: string;
    /** The step from which it continues. */
    Step: number;
    /** Whether a new instance continues instead. */
    IsFork: boolean;
    IsDryRun: boolean;
    /** What is done once more. ActivityId: null for the process itself. RetryDoes: as of an incident. WorkflowInstanceId: the called instance that does it; absent: the instance itself. */
    Repeats: ReadonlyArray<{
      ActivityId: string | null;
      RetryDoes: string;
      WorkflowInstanceId?: Schemas['Guid'] | undefined;
    }>;
    /** What has happened behind that step and is not taken back. */
    SinceThen: ReadonlyArray<{
      Kind: string;
      ActivityId: string | null;
    }>;
  };
  SignalRequest: {
    /** Name of the signal in the model. */
    SignalName: string;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  SignalResponse: {
    DeliveredCount: number;
    WorkflowInstanceIds: ReadonlyArray<Schemas['Guid']>;
  };
  SimulateRequest: {
    /** The BPMN 2.0 XML text. */
    BpmnXml: string;
    /** Further BPMN files, scripts, decisions and forms, as of a deploy; at most 50. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** Start of the clock: an ISO 8601 time. Left out, null or blank: the present time. */
    StartedAt?: string | null | undefined;
    /** What is done, in order; at most 200. Left out, null or empty: nothing yet. */
    Acts?: ReadonlyArray<Schemas['SimulationAct']> | null | undefined;
  };
  SimulateResponse: {
    StartedAt: Schemas['Timestamp'];
    Now: Schemas['Timestamp'];
    /** Actions that were run. */
    Done: number;
    /** Why the act behind them cannot be done; absent when all were. */
    Refusal?: string | undefined;
    Starts: ReadonlyArray<{
      ProcessDefinitionKey: string;
      ProcessName: string | null;
      Element: string;
      ElementName: string | null;
      Kind: 'None' | 'Message' | 'Signal' | 'Timer' | 'Condition';
      /** Of the message or signal, or the condition. */
      Name: string | null;
      /** Variables that the model looks at next, with values to begin with. */
      Suggested: Readonly<Record<string, unknown>>;
    }>;
    Instances: ReadonlyArray<{
      ProcessDefinitionKey: string;
      Status: 'Running' | 'Completed' | 'Cancelled' | 'Failed';
      Failure?: {
        Code: string;
        Message: string;
        Element: string | null;
        ElementName: string | null;
      } | undefined;
      Variables: Schemas['Variables'];
      /** Variables whose values are too long to be shown. */
      NotShown?: ReadonlyArray<string> | undefined;
      /** What only a part of it can read. */
      Scopes: ReadonlyArray<{
        Element: string;
        Variables: Schemas['Variables'];
        /** Variables whose values are too long to be shown. */
        NotShown?: ReadonlyArray<string> | undefined;
      }>;
    }>;
    /** Of all; at most 50 are listed. */
    InstanceCount: number;
    Waits: ReadonlyArray<{
      /** Its place in `Instances`. */
      Instance: number;
      Element: string;
      ElementName: string | null;
      /** Which one of those that wait at the element. */
      Index: number;
      Kind: 'UserTask' | 'Job' | 'Activity' | 'Call' | 'Incident' | 'Message' | 'Signal' | 'Timer' | 'Condition' | 'Other';
      Text: string;
      /** What can be done about it; empty: it waits for something else that waits. */
      Acts: ReadonlyArray<'start' | 'complete' | 'fail' | 'retry' | 'deliver' | 'fire' | 'set'>;
      /** Variables that the model looks at next, with values to begin with. */
      Suggested: Readonly<Record<string, unknown>>;
      /** Task type, called key, name of the message or signal, or the condition. */
      Subject: string | null;
      CorrelationKey: string | null;
      DueAt: Schemas['Timestamp'] | null;
      /** Assignee, users and groups of a user task. */
      People: ReadonlyArray<string>;
      /** What a job is given. */
      Input?: {
        Variables: Schemas['Variables'];
        /** Variables whose values are too long to be shown. */
        NotShown?: ReadonlyArray<string> | undefined;
      } | undefined;
    }>;
    /** Of all; at most 200 are listed. */
    WaitCount: number;
    /** What became of tokens, by element, over all instances. */
    Elements: ReadonlyArray<{
      Id: string;
      Active: number;
      Completed: number;
      Failed: number;
      Cancelled: number;
    }>;
    Flows: ReadonlyArray<{
      Id: string;
      Taken: number;
    }>;
  };
  SimulationAct: {
    Act: 'start' | 'complete' | 'fail' | 'retry' | 'deliver' | 'fire' | 'set';
    /** Of `start`: which process of the files. Left out, null or blank: the first. */
    ProcessDefinitionKey?: string | null | undefined;
    /** What it is done to; of `start` the start event. Left out, null or blank: of `start` by the key alone. */
    Element?: string | null | undefined;
    /** Which one of several that wait at the element; of `set`, which instance. Left out or null: 0. */
    Index?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Of `fail`. Left out, null or blank: `500`. */
    ErrorCode?: string | null | undefined;
    /** Of `fail`. Left out, null or blank: the code. */
    ErrorMessage?: string | null | undefined;
  };
  StartFormPage: {
    items: ReadonlyArray<Schemas['StartFormRow']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  StartFormRow: {
    processDefinitionId: string;
    processDefinitionKey: string;
    /** The latest one of the key. */
    version: number;
    startForm: Schemas['UserTaskForm'];
  };
  StartRequest: {
    /** The process definition key. The latest version is started. */
    WorkflowId: string;
    /** Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype, numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Exact text of 1 to 256 UTF-16 code units, without white space at either end and without control characters. */
    BusinessId?: string | null | undefined;
    /** A version to start instead of the latest one. */
    Version?: number | null | undefined;
  };
  StartResponse: {
    WorkflowInstanceId: Schemas['Guid'];
  };
  SteerBatchRequest: Readonly<Record<string, never>>;
  SteerWebhookRequest: {
    /** Only this instance. Left out, null or blank: all that are refused. */
    InstanceId?: string | null | undefined;
  };
  SuspendDefinitionRequest: {
    /** Reason, kept in the history. */
    Reason?: string | null | undefined;
  };
  SuspendInstanceRequest: {
    /** Reason, kept in the history. */
    Reason?: string | null | undefined;
    /** Whether the instances it has called are suspended with it. Left out or null: true. */
    CalledInstances?: boolean | null | undefined;
  };
  SuspensionResponse: {
    isSuspended: boolean;
    /** Who holds it. */
    suspendedBy: ReadonlyArray<'operator' | 'callingInstance' | 'processKey'>;
  };
  SwitchRequest: {
    /** A deployed key. */
    ProcessDefinitionKey: string;
  };
  TaskComment: {
    commentId: Schemas['Guid'];
    author: string;
    text: string;
    createdAt: Schemas['Timestamp'];
  };
  TaskCommentPage: {
    items: ReadonlyArray<Schemas['TaskComment']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  Timestamp: string;
  UserTask: {
    workflowInstanceId: Schemas['Guid'];
    activityInstanceId: Schemas['Guid'];
    activityId: string;
    assignee: string | null;
    candidateGroups: ReadonlyArray<string>;
    candidateUsers: ReadonlyArray<string>;
    claimedBy: string | null;
    taskState: 'Created' | 'Claimed';
    createdAt: Schemas['Timestamp'];
    expectedOutputVariables: ReadonlyArray<string>;
    /** Absent when the model describes none. */
    form?: {
      key?: string | undefined;
      id?: string | undefined;
      binding?: string | undefined;
      version?: string | undefined;
      fields?: ReadonlyArray<{
        id: string;
        label?: string | undefined;
        type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
        defaultValue?: string | number | boolean | undefined;
        isRequired?: boolean | undefined;
        isReadOnly?: boolean | undefined;
        values?: ReadonlyArray<{
          id: string;
          label: string;
        }> | undefined;
        control?: 'textarea' | 'radio' | undefined;
        hint?: string | undefined;
        rules?: {
          min?: number | undefined;
          max?: number | undefined;
          minLength?: number | undefined;
          maxLength?: number | undefined;
          pattern?: string | undefined;
        } | undefined;
      }> | undefined;
      notShown?: ReadonlyArray<string> | undefined;
    } | undefined;
    /** The key of the form, as in `form`; else its id. */
    formKey?: string | undefined;
    /** Absent when the model gives none. */
    name?: string | undefined;
    /** Key of the process that the task is in. */
    processDefinitionKey?: string | undefined;
    /** Absent when the model gives none. */
    processName?: string | undefined;
    /** Absent when the instance has none. */
    businessId?: string | undefined;
    /** Absent when the model gives none, as the three below. */
    dueDate?: string | undefined;
    followUpDate?: Schemas['Timestamp'] | undefined;
    priority?: number | undefined;
    category?: string | undefined;
  };
  UserTaskForm: {
    key?: string | undefined;
    id?: string | undefined;
    binding?: string | undefined;
    version?: string | undefined;
    fields?: ReadonlyArray<{
      id: string;
      label?: string | undefined;
      type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
      defaultValue?: string | number | boolean | undefined;
      isRequired?: boolean | undefined;
      isReadOnly?: boolean | undefined;
      values?: ReadonlyArray<{
        id: string;
        label: string;
      }> | undefined;
      control?: 'textarea' | 'radio' | undefined;
      hint?: string | undefined;
      rules?: {
        min?: number | undefined;
        max?: number | undefined;
        minLength?: number | undefined;
        maxLength?: number | undefined;
        pattern?: string | undefined;
      } | undefined;
    }> | undefined;
    notShown?: ReadonlyArray<string> | undefined;
  };
  UserTaskPage: {
    data: ReadonlyArray<Schemas['UserTask']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  ValidateDecisionsRequest: {
    /** The DMN XML text. */
    DmnXml: string;
    /** Further DMN files that it is deployed with; at most 50. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
  };
  ValidateDecisionsResponse: {
    /** Whether no finding is an error. */
    IsAccepted: boolean;
    /** In the order of the files and their lines, at most 1,000. */
    Findings: ReadonlyArray<{
      Severity: 'error' | 'warning';
      /** A rule about decisions. */
      Rule: string;
      /** Tag and id; absent when the text names it or it is the file. */
      Element?: string | undefined;
      Text: string;
      /** Counted from 1; absent when the place is not known. */
      Line?: number | undefined;
      /** Of the line. */
      Column?: number | undefined;
      /** Of a decision table: the rule, counted from 1. */
      Row?: number | undefined;
      /** The input column, counted from 1. */
      Input?: number | undefined;
      /** The output column, counted from 1. */
      Output?: number | undefined;
      /** Name of the further file; absent: it is the first one, or all of them. */
      Resource?: string | undefined;
    }>;
  };
  ValidateRequest: {
    /** The BPMN 2.0 XML text. */
    BpmnXml: string;
    /** `off`, `executable` or `strict`. Left out, null or blank: `executable`. */
    Validation?: string | null | undefined;
    /** References that must be there: `messageRef`, `signalRef`, `operationRef`. */
    RequiredReferences?: ReadonlyArray<string> | null | undefined;
    /** Whether the answer describes what the engine does with each element. Left out or null: `false`. */
    Describe?: boolean | null | undefined;
  };
  ValidateResponse: {
    /** Whether no finding is an error. */
    IsAccepted: boolean;
    /** In document order, at most 1,000. */
    Findings: ReadonlyArray<{
      Severity: 'error' | 'warning';
      /** A rule of the standard, or `executable`, `ignored` or `advice`. */
      Rule: string;
      /** Of BPMN 2.0.2; absent for rules of this service. */
      Clause?: string | undefined;
      /** Tag and id; absent when the text names it or it is the file. */
      Element?: string | undefined;
      Text: string;
      /** Counted from 1; absent when the place is not known. */
      Line?: number | undefined;
      Column?: number | undefined;
    }>;
    /** What the engine does with each element, where `Describe` asks for it; at most 2,000. */
    Elements?: ReadonlyArray<{
      Id: string;
      Properties: ReadonlyArray<{
        Name: string;
        Value: string;
      }>;
    }> | undefined;
  };
  Variables: Readonly<Record<string, unknown>>;
  WaitItem: {
    kind: 'UserTask' | 'CustomTask' | 'Completion' | 'Event' | 'Call' | 'Join' | 'Tokens' | 'Body' | 'Loop' | 'Compensation' | 'EventSubProcess' | 'Incident' | 'PausedRun' | 'Suspension' | 'DeadLetter' | 'Other';
    /** One sentence for people; it may be worded otherwise in a later release. */
    text: string;
    /** Null: it concerns the instance as a whole. */
    activityId: string | null;
    activityName: string | null;
    activityType: string | null;
    /** The live entry; null where it is none. */
    activityInstanceId: Schemas['Guid'] | null;
    since: Schemas['Timestamp'] | null;
    userTask?: {
      assignee: string | null;
      candidateUsers: ReadonlyArray<string>;
      candidateGroups: ReadonlyArray<string>;
      claimedBy: string | null;
    } | undefined;
    customTask?: {
      /** The id that workers complete it under. */
      activityInstanceId: string;
      taskType: string;
      /** The event of a listener, or `adHoc`; null: it is the work of the element. */
      listensTo: string | null;
      failures: number;
      /** Number of attempts; null: the value of the configuration. */
      attempts: number | null;
      lockedBy: string | null;
      lockedUntil: Schemas['Timestamp'] | null;
      /** When the next attempt may begin; null: at once. */
      availableAt: Schemas['Timestamp'] | null;
      /** The plugin hosts that offer the type now. */
      siloNames: ReadonlyArray<string>;
    } | undefined;
    called?: {
      /** Null: it has not begun. */
      workflowInstanceId: Schemas['Guid'] | null;
      processDefinitionKey: string | null;
      version: number | null;
      businessId: string | null;
      status: string | null;
    } | undefined;
    /** What can happen to it, boundary events included. */
    events?: ReadonlyArray<Schemas['WaitedEvent']> | undefined;
    /** The first of several events after an event-based gateway. */
    race?: {
      gatewayId: string | null;
      otherActivityIds: ReadonlyArray<string>;
    } | undefined;
    join?: {
      arrivedCount: number;
      neededCount: number;
      flows: ReadonlyArray<{
        sequenceFlowId: string;
        sourceActivityId: string;
        hasToken: boolean;
        isMissing: boolean;
        /** Active elements whose tokens can still come over it. */
        canComeFrom: ReadonlyArray<string>;
      }>;
    } | undefined;
    loop?: {
      totalCount: number | null;
      completedCount: number;
      activeCount: number;
    } | undefined;
    /** Who holds the instance. */
    suspendedBy?: ReadonlyArray<'operator' | 'callingInstance' | 'processKey'> | undefined;
    /** Elements that are active inside, that compensate, or where a paused run continues. */
    inside?: ReadonlyArray<string> | undefined;
    incident?: {
      incidentId: Schemas['Guid'];
      errorCode: string;
      errorMessage: string;
      count: number;
      firstFailedAt: Schemas['Timestamp'];
    } | undefined;
    deadLetter?: {
      deadLetterId: Schemas['Guid'];
      kind: string;
      errorMessage: string;
      attempts: number;
      parkedAt: Schemas['Timestamp'];
    } | undefined;
  };
  WaitedEvent: {
    kind: 'Message' | 'Signal' | 'Timer' | 'Condition';
    /** Who listens: the entry itself, its boundary event, or an event sub-process of its scope. */
    role: 'Catch' | 'Boundary' | 'EventSubProcess';
    /** The catching element, boundary event or start event. */
    activityId: string;
    /** Of a message or signal. */
    name: string | null;
    /** Of a message; empty: none. */
    correlationKey: string | null;
    /** Of a timer. */
    dueAt: Schemas['Timestamp'] | null;
    /** As the model has it. */
    condition: string | null;
    isInterrupting: boolean;
  };
  Webhook: {
    name: string;
    /** False: it was once, and nothing is sent to it. */
    isConfigured: boolean;
    /** Scheme, host and port of its address; the rest may be secret. */
    receiver: string | null;
    /** `event` or `cloudevents`. */
    format: string | null;
    keys: ReadonlyArray<string>;
    types: ReadonlyArray<string>;
    businessId: string | null;
    status: 'Active' | 'Paused';
    /** Why it is paused. */
    reason: string | null;
    pausedAt: Schemas['Timestamp'] | null;
    /** Everything up to here was received, or waits in an instance. Null: it has not begun. */
    position: string | null;
    /** Rows of the feed behind it. */
    lagRows: number;
    /** Age of the first of them. */
    lagSeconds: number;
    /** Instances whose events are sent later. */
    waitingCount: number;
    /** Instances whose next event was refused as often as is allowed. */
    failingCount: number;
    /** Why the last refused message was refused; null once one was received. */
    lastError: string | null;
    lastErrorAt: Schemas['Timestamp'] | null;
    lastReceivedAt: Schemas['Timestamp'] | null;
    /** The process that sends. */
    sender: string | null;
  };
  WebhookInstance: {
    workflowInstanceId: Schemas['Guid'];
    processDefinitionKey: string;
    status: 'Waiting' | 'Failing';
    /** How often the next event was refused; 0: there was no time for it. */
    attempts: number;
    /** Its position; null: not looked for yet. */
    nextPosition: string | null;
    nextType: string | null;
    nextAttemptAt: Schemas['Timestamp'];
    lastError: string | null;
    parkedAt: Schemas['Timestamp'];
  };
  WebhookInstancePage: {
    items: ReadonlyArray<Schemas['WebhookInstance']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  WebhookList: {
    items: ReadonlyArray<Schemas['Webhook']>;
  };
  WebhookSteered: {
    status: 'Active' | 'Paused';
    /** Instances that are sent again, or of which an event was passed over. */
    instanceCount: number;
  };
}
