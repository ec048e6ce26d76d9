// Made from the OpenAPI document by `npm run clients:write`. Do not edit.

/** Schemas of requests and answers, by their names in the OpenAPI document. */
export interface Schemas {
  AuditEntry: {
    entryId: Schemas['Guid'];
    /** Time of the decision. If `count` is above 1: time of the last rejection. */
    at: string;
    /** For example `CancelInstance`, `DeployDefinition`, `SignIn`. */
    act: string;
    identifiedBy: 'token' | 'session' | 'anonymous';
    /** Subject of the token or of the sign-in. Null if unknown. */
    actor: string | null;
    /** Digest of the session in the web UI. */
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
    /** Reason of the rejection. */
    code: string | null;
    /** Number of rejections that this entry counts. */
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
    /** Null if the batch was created with ids. */
    filters: string | null;
    processDefinitionKeys: ReadonlyArray<string>;
    /** Sum of the four counts below. */
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
    /** Order in which Sluice runs the items. */
    position: number;
    /** Id of the incident or of the instance. */
    subjectId: string;
    /** Null if the id does not exist. */
    workflowInstanceId: Schemas['Guid'] | null;
    processDefinitionKey: string | null;
    status: 'Pending' | 'Succeeded' | 'Failed' | 'Skipped';
    code: string | null;
    /** Why the item failed or was skipped. The text of the endpoint for one item. */
    reason: string | null;
    /** The instance that continues, if it is a different one. */
    resultInstanceId: Schemas['Guid'] | null;
    endedAt: Schemas['Timestamp'] | null;
    /** Status of the instance now, if the item succeeded. `Failed` also if its incident is open again, or a later one. */
    statusNow: 'Running' | 'Completed' | 'Failed' | 'Cancelled' | null;
    /** Business id of the instance. */
    businessId: string | null;
    /** Topmost calling instance. Absent: no instance called this one. */
    rootInstanceId?: string | undefined;
    /** Process of the topmost calling instance. Null: not visible to you, or not in the lists yet. */
    rootProcessDefinitionKey?: string | null | undefined;
    /** Business id of the topmost calling instance. */
    rootBusinessId?: string | null | undefined;
    /** The open incident, or the failure, if `statusNow` is `Failed`. */
    failureNow: {
      activityId: string | null;
      /** At most 512 characters. */
      code: string;
      /** At most 1000 characters. */
      message: string;
    } | null;
    /** True if `statusNow` is `Running` and no work of the instance is due. */
    isWaitingNow: boolean;
  };
  BatchItemPage: {
    items: ReadonlyArray<Schemas['BatchItem']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  BatchMade: {
    /** Null for a dry run. */
    batchId: Schemas['Guid'] | null;
    isDryRun: boolean;
    totalCount: number;
    /** Number of items by process key, largest first. At most 100 keys. */
    processes: ReadonlyArray<{
      processDefinitionKey: string;
      count: number;
    }>;
    /** Number of ids that do not exist. Their items fail or are skipped. */
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
    /** Reason. Default: `Cancelled by operator`. */
    reason?: string | null | undefined;
  };
  CancelUserTaskRequest: {
    /** Reason. Default: `User task cancelled by operator`. */
    reason?: string | null | undefined;
  };
  ClaimRequest: {
    /** User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token or be absent. */
    UserId?: string | null | undefined;
    /** Groups of the user. Ignored if authentication is on. */
    UserGroups?: ReadonlyArray<string> | null | undefined;
    /** `true`: refuses the claim if another user has claimed the task. Default: replaces the claim. */
    OnlyIfUnclaimed?: boolean | null | undefined;
    /** Replaces the claim of this user only. Refuses the claim if a third user has claimed the task. */
    TakeOverFrom?: string | null | undefined;
  };
  CommentUserTaskRequest: {
    /** User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token or be absent. */
    UserId?: string | null | undefined;
    /** Text of the comment, at most 4000 characters. */
    Text: string;
  };
  CompleteActivityRequest: {
    /** Id of the instance. */
    WorkflowInstanceId: string;
    /** Id of the activity in the model. */
    ActivityId: string;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  CompleteCustomTaskRequest: {
    /** Lock token that fetch-and-lock returned. */
    LockToken: string;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  CompleteUserTaskRequest: {
    /** User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token or be absent. */
    UserId?: string | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  CreateBatchRequest: {
    /** `retry` or `resolve` of incidents; `cancel`, `revive`, `suspend`, `resume`, `modify`, `variables`, `migrate` or `delete` of instances. */
    Operation: string;
    /** Ids of incidents or of instances, depending on the operation. Duplicates count once. Send either `Ids` or `Filters`. */
    Ids?: ReadonlyArray<string> | null | undefined;
    /** Selects all items that `GET /Incidents` or `GET /Instances` lists with this text as `filters`. Send either `Ids` or `Filters`. */
    Filters?: string | null | undefined;
    /** If true, Sluice only counts the items and creates no batch. Default: `false`. */
    DryRun?: boolean | null | undefined;
    /** Most items per second, over all workers. Default: the setting of the service. */
    ItemsPerSecond?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. For `retry`: set in each instance before its incidents are retried. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** For `variables`: names to remove. */
    Delete?: ReadonlyArray<string> | null | undefined;
    /** For `cancel`, `revive`, `suspend`, `resume`, `modify` and `variables`: as in the endpoint for one instance. For `retry`: of the change of `Variables`. */
    Reason?: string | null | undefined;
    /** For `suspend`: whether to suspend called instances too. Default: `true`. */
    CalledInstances?: boolean | null | undefined;
    /** For `migrate`: the target version. Required. */
    DefinitionId?: string | null | undefined;
    /** For `migrate`: as in the endpoint for one instance. */
    Plan?: ReadonlyArray<Schemas['MigrationPair']> | null | undefined;
    /** For `migrate`: `keep` or `renew`. */
    Timers?: string | null | undefined;
    /** For `migrate`: `keep` or `renew`. */
    Subscriptions?: string | null | undefined;
    /** For `modify`: 1 to 1000 instructions, as in the endpoint for one instance. */
    Instructions?: ReadonlyArray<Schemas['ModifyInstruction']> | null | undefined;
  };
  CustomTaskType: {
    taskType: string;
    displayName: string | null;
    /** Parameters that the plugin declares. Null if it declares none. */
    parameterSchema?: unknown;
    /** Plugin hosts that serve the type now, sorted by code point. */
    siloNames: ReadonlyArray<string>;
  };
  CustomTaskTypes: ReadonlyArray<Schemas['CustomTaskType']>;
  DeadLetter: {
    /** Id of the command. */
    deadLetterId: string;
    kind: string;
    status: 'Parked' | 'Retrying' | 'CarriedOut' | 'Refused' | 'Dropped';
    instanceId: Schemas['Guid'] | null;
    processKey: string | null;
    /** Business id of the instance. Null: none, or the instance is not in the lists. */
    businessId: string | null;
    /** Topmost calling instance. Absent: no instance called this one. */
    rootInstanceId?: string | undefined;
    /** Process of the topmost calling instance. Null: not visible to you, or not in the lists yet. */
    rootProcessDefinitionKey?: string | null | undefined;
    /** Business id of the topmost calling instance. */
    rootBusinessId?: string | null | undefined;
    /** First line of the error. */
    errorMessage: string;
    /** How often the command failed permanently. */
    attempts: number;
    firstParkedAt: Schemas['Timestamp'];
    parkedAt: Schemas['Timestamp'];
    retriedAt: Schemas['Timestamp'] | null;
    retriedBy: string | null;
    endedAt: Schemas['Timestamp'] | null;
    endedBy: string | null;
    /** Reason for the discard, or the code of the rejection. */
    reason: string | null;
    /** True if the status is Parked and nothing prevents a retry. */
    canRetry: boolean;
    error: string;
    /** Complete command with its values. */
    command?: unknown;
    /** Instance that sent the message, signal or call. */
    senderInstanceId: Schemas['Guid'] | null;
    /** Why a retry is impossible. Null if nothing prevents it, and for handled dead letters. */
    whyNotRetried: string | null;
    /** Consequence of a discard. Null for handled dead letters. */
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
    /** Id of the command. */
    deadLetterId: string;
    kind: string;
    status: 'Parked' | 'Retrying' | 'CarriedOut' | 'Refused' | 'Dropped';
    instanceId: Schemas['Guid'] | null;
    processKey: string | null;
    /** Business id of the instance. Null: none, or the instance is not in the lists. */
    businessId: string | null;
    /** Topmost calling instance. Absent: no instance called this one. */
    rootInstanceId?: string | undefined;
    /** Process of the topmost calling instance. Null: not visible to you, or not in the lists yet. */
    rootProcessDefinitionKey?: string | null | undefined;
    /** Business id of the topmost calling instance. */
    rootBusinessId?: string | null | undefined;
    /** First line of the error. */
    errorMessage: string;
    /** How often the command failed permanently. */
    attempts: number;
    firstParkedAt: Schemas['Timestamp'];
    parkedAt: Schemas['Timestamp'];
    retriedAt: Schemas['Timestamp'] | null;
    retriedBy: string | null;
    endedAt: Schemas['Timestamp'] | null;
    endedBy: string | null;
    /** Reason for the discard, or the code of the rejection. */
    reason: string | null;
    /** True if the status is Parked and nothing prevents a retry. */
    canRetry: boolean;
  };
  DecidedTable: {
    Inputs: ReadonlyArray<{
      Name: string;
      Value?: unknown;
    }>;
    /** Rules that match, in the order of the table. */
    Rules: ReadonlyArray<{
      /** Row of the table, counted from 1. */
      Number: number;
      /** Id of the rule in the file. Absent if it has none. */
      Id?: string | undefined;
      Outputs: Schemas['Variables'];
    }>;
    /** For each rule, from the first one, its input cells: true if the cell holds, null if it could not be tested. At most 10,000 cells. Absent unless requested. */
    Cells?: ReadonlyArray<ReadonlyArray<boolean | null>> | undefined;
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
    /** Business id of the request. Null if it had none. */
    businessId: string | null;
    /** User who sent the request. Null if unknown. */
    actor: string | null;
    /** Why the evaluation failed. Null if it succeeded. */
    failure: string | null;
    /** Absent if the value is too long to store. */
    variables?: Readonly<Record<string, unknown>> | undefined;
    /** All evaluated decisions, required decisions first. Empty if the evaluation failed. */
    decisions: ReadonlyArray<Schemas['KeptDecision']>;
    /** Number of further decisions that were not stored. Absent if none exist. */
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
    /** True if the process is suspended. Otherwise absent. */
    isSuspended?: boolean | undefined;
    /** Only in lists. Absent if the model has none. */
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
    /** The latest remaining version. Null if none exists. */
    LatestVersion: number | null;
  };
  DeleteVersionResponse: {
    ProcessDefinitionKey: string;
    Version: number;
    /** The latest remaining version of the process. Null if none exists. */
    LatestVersion: number | null;
  };
  DeletionResponse: {
    /** Number of deleted instances, including called instances. */
    Deleted: number;
    /** True if Sluice deletes further called instances in the background. */
    GoesOn: boolean;
  };
  DeployDecisionsRequest: {
    /** DMN XML text. */
    DmnXml: string;
    /** Up to 50 further DMN files. Sluice deploys all files or none. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** If true, warnings reject the deployment. Default: `false`. */
    Strict?: boolean | null | undefined;
  };
  DeployDecisionsResponse: {
    DecisionKey: string;
    Version: number;
    /** True if the latest version is identical and Sluice deployed nothing. Otherwise absent. */
    Unchanged?: boolean | undefined;
    /** Further decisions, in the order of the files. Absent if none exist. */
    AdditionalDecisions?: ReadonlyArray<{
      DecisionKey: string;
      Version: number;
      /** True if the latest version is identical and Sluice deployed nothing. Otherwise absent. */
      Unchanged?: boolean | undefined;
      /** Name of the further file that contains it. */
      Resource?: string | undefined;
    }> | undefined;
    /** Warnings about the files. Absent if none exist. */
    Warnings?: ReadonlyArray<string> | undefined;
  };
  DeployRefusal: {
    error: string;
    /** All findings that `Strict` rejects. Absent if the deployment was rejected for another reason. */
    Errors?: ReadonlyArray<string> | undefined;
  };
  DeployRequest: {
    /** BPMN 2.0 XML text. */
    BpmnXml: string;
    /** Level of validation: `off`, `executable` or `strict`. Default: `executable`. */
    Validation?: string | null | undefined;
    /** References that the model must contain: `messageRef`, `signalRef`, `operationRef`. */
    RequiredReferences?: ReadonlyArray<string> | null | undefined;
    /** Up to 50 further BPMN files, scripts, decisions and forms. Sluice deploys all files or none. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** If true, an unchanged process keeps its version. Default: the setting of the service. */
    KeepUnchanged?: boolean | null | undefined;
    /** Effect of an error that no event catches: `fail` or `incident`. Default: the value in the model, otherwise the setting of the service. */
    OnFailure?: string | null | undefined;
    /** If true, warnings reject the deployment. Default: `false`. */
    Strict?: boolean | null | undefined;
  };
  DeployResponse: {
    ProcessDefinitionKey: string;
    Version: number;
    /** True if all versions existed already and Sluice deployed nothing. Otherwise absent. */
    Unchanged?: boolean | undefined;
    /** Further executable processes, in the order of the files. Absent if none exist. */
    AdditionalDefinitions?: ReadonlyArray<{
      ProcessDefinitionKey: string;
      Version: number;
      /** Name of the further file that contains it. */
      Resource?: string | undefined;
    }> | undefined;
    /** Warnings about the model. Absent if none exist. */
    Warnings?: ReadonlyArray<string> | undefined;
  };
  DropDeadLetterRequest: {
    /** Reason for the discard. */
    Reason: string;
  };
  DropDeadLettersRequest: {
    /** Only dead letters with this kind of command. */
    Kind?: string | null | undefined;
    /** Only dead letters of this instance. */
    InstanceId?: string | null | undefined;
    /** Only dead letters of this process key. */
    ProcessKey?: string | null | undefined;
    /** Only dead letters that last failed before this time. */
    ParkedBefore?: string | null | undefined;
    /** Most dead letters in one request, oldest first. Default: 100. */
    Limit?: number | null | undefined;
    /** Reason for the discard. */
    Reason: string;
  };
  EditUserTaskRequest: {
    /** User who is the assignee. Releases the claim of another user. */
    Assignee?: string | null | undefined;
    /** Replaces the candidate users. At most 1000. */
    CandidateUsers?: ReadonlyArray<string> | null | undefined;
    /** Replaces the candidate groups. At most 1000. */
    CandidateGroups?: ReadonlyArray<string> | null | undefined;
    /** Due date, for example `2026-12-31T12:00:00Z`. */
    DueDate?: string | null | undefined;
    /** Follow-up date, for example `2026-12-01T12:00:00Z`. */
    FollowUpDate?: string | null | undefined;
    /** Priority. */
    Priority?: number | null | undefined;
    /** Members to clear: Assignee, CandidateUsers, CandidateGroups, DueDate, FollowUpDate, Priority. */
    Clear?: ReadonlyArray<string> | null | undefined;
  };
  EditVariablesRequest: {
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Names to remove. Sluice ignores names that the scope does not contain. */
    Delete?: ReadonlyArray<string> | null | undefined;
    /** Id of an active activity instance or of a variable scope. Default: the scope of the instance. */
    Scope?: string | null | undefined;
    /** Reason. Sluice stores it in the history. */
    Reason?: string | null | undefined;
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
    /** Exact business id of the instances to erase. */
    BusinessId: string;
    /** If true, Sluice cancels and erases running instances too. Default: `false`. */
    CancelRunning?: boolean | null | undefined;
  };
  ErasureResponse: {
    /** Number of deleted instances, including called instances. */
    Erased: number;
    /** Number of deleted decision evaluations. Absent if none exist. */
    Evaluations?: number | undefined;
    /** Ids of the instances that Sluice cancelled. */
    Cancelled: ReadonlyArray<Schemas['Guid']>;
    /** False if instances remain. Send the same request again to continue. */
    IsComplete: boolean;
    /** Archive files that still contain instances with this business id. */
    Archives: ReadonlyArray<string>;
  };
  /** Shape E: one error text. */
  Error: {
    error: string;
  };
  EvaluateConditionsRequest: {
    /** Process key. Default: all processes. */
    WorkflowId?: string | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. At least one name. */
    Variables: Readonly<Record<string, unknown>>;
  };
  EvaluateConditionsResponse: {
    StartedInstanceIds: ReadonlyArray<Schemas['Guid']>;
    /** One text per failed listener. Absent if none exist. */
    Errors?: ReadonlyArray<string> | undefined;
  };
  EvaluateDecisionRequest: {
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Version to evaluate. Default: the latest version. */
    Version?: number | null | undefined;
    /** Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters. */
    BusinessId?: string | null | undefined;
    /** If true, the tables of the response have `Cells`. Default: false. */
    Cells?: boolean | null | undefined;
  };
  EvaluateDecisionResponse: {
    DecisionKey: string;
    Version: number;
    /** Result of the decision. */
    Result?: unknown;
    /** All evaluated decisions, required decisions first. The last one is the requested decision. */
    Decisions: ReadonlyArray<{
      DecisionKey: string;
      Name: string;
      Result?: unknown;
      Tables: ReadonlyArray<Schemas['DecidedTable']>;
    }>;
  };
  ExtendLockRequest: {
    /** Lock token that fetch-and-lock returned. */
    LockToken: string;
    /** Duration of the lock from now. Default: 60. */
    LockSeconds?: number | null | undefined;
  };
  ExtendLockResponse: {
    lockedUntil: Schemas['Timestamp'];
  };
  FailCustomTaskRequest: {
    /** Lock token that fetch-and-lock returned. */
    LockToken: string;
    /** Error message. Sluice cuts it after 2000 characters. */
    ErrorMessage: string;
    /** Error code, at most 256 characters. Default: `500`. */
    ErrorCode?: string | null | undefined;
    /** If false, Sluice makes no further attempt. Default: `true`. */
    IsRetryable?: boolean | null | undefined;
    /** Number of attempts that are left, instead of the value in the model. If 0, Sluice makes no further attempt. */
    RetriesLeft?: number | null | undefined;
    /** Time to wait before the next attempt. Default: the value in the model. */
    RetryAfterSeconds?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  FailCustomTaskResponse: {
    /** Start of the next attempt. Null if the activity has failed. */
    retryAt: Schemas['Timestamp'] | null;
  };
  FailUserTaskRequest: {
    /** Error message. */
    errorMessage: string;
    /** Error code. Default: `500`. */
    errorCode?: string | null | undefined;
  };
  FetchAndLockRequest: {
    /** Name of the worker, at most 256 characters. */
    WorkerId: string;
    /** Most tasks in one response. Default: 1. */
    MaxTasks?: number | null | undefined;
    /** Duration of the lock from now. Default: 60. */
    LockSeconds?: number | null | undefined;
    /** Time to wait if no task is available. Default: 0. */
    WaitSeconds?: number | null | undefined;
  };
  FetchAndLockResponse: {
    tasks: ReadonlyArray<Schemas['LockedCustomTask']>;
  };
  ForkRequest: {
    /** Step to continue from: the number of a row in the event history. Default: 0, the start of the instance. */
    Step?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Id of another version of the same process. Default: the version of the instance. */
    DefinitionId?: string | null | undefined;
    /** If true, Sluice creates no instance and returns the activities that would run again. Default: `false`. */
    DryRun?: boolean | null | undefined;
    /** Reason. Sluice stores it in the history. */
    Reason?: string | null | undefined;
  };
  ForkResponse: {
    /** Id of the new instance. For a dry run: id of the requested instance. */
    WorkflowInstanceId: string;
    Step: number;
    /** True for a dry run. Otherwise absent. */
    IsDryRun?: boolean | undefined;
    /** Activities that run again. `ActivityId`: null for the process itself. `RetryDoes`: as in an incident. `WorkflowInstanceId`: the called instance in which it runs, absent for the instance itself. */
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
    /** Calling instance. */
    parentInstanceId: Schemas['Guid'] | null;
    /** Ids of elements with an active activity instance, without duplicates, sorted by code point. */
    activeActivityIds: ReadonlyArray<string>;
    failure: {
      activityId: string | null;
      /** At most 512 characters. */
      code: string;
      /** At most 1000 characters. */
      message: string;
    } | null;
    /** Latest open incident. Absent: none. */
    incident?: {
      activityId: string;
      /** At most 512 characters. */
      code: string;
      /** At most 1000 characters. */
      message: string;
      /** Number of open incidents of the instance. */
      openIncidents: number;
    } | undefined;
    /** Latest open incident in an instance that this one calls, at any depth. Absent: none. */
    calledIncident?: {
      incidentId: Schemas['Guid'];
      /** Instance with the incident. */
      workflowInstanceId: string;
      processDefinitionKey: string;
      processName: string | null;
      /** Failed element, or the process key if the process itself failed. */
      activityId: string;
      /** At most 512 characters. */
      errorCode: string;
      /** At most 1000 characters. */
      errorMessage: string;
      /** Number of open incidents in called instances. */
      openIncidents: number;
    } | undefined;
    /** Topmost calling instance. Absent: no instance called this one. */
    rootInstanceId?: string | undefined;
    /** Process of the topmost calling instance. Null: not visible to you, or not in the lists yet. */
    rootProcessDefinitionKey?: string | null | undefined;
    /** Business id of the topmost calling instance. */
    rootBusinessId?: string | null | undefined;
    createdAt: Schemas['Timestamp'];
    completedAt: Schemas['Timestamp'] | null;
    /** True if the instance is suspended. Otherwise absent. */
    isSuspended?: boolean | undefined;
    /** Reasons for the suspension. */
    suspendedBy?: ReadonlyArray<'operator' | 'callingInstance' | 'processKey'> | undefined;
  };
  FoundPage: {
    items: ReadonlyArray<Schemas['FoundInstance']>;
    totalCount: number;
    /** False if more than `totalCount` instances match. */
    isTotalCountExact: boolean;
    page: number;
    pageSize: number;
  };
  Guid: string;
  HandledDeadLetters: {
    deadLetterIds: ReadonlyArray<Schemas['Guid']>;
    /** Number of further matches beyond the limit. */
    remainingCount: number;
    /** Number of matches that cannot be retried. */
    refusedCount: number;
    /** Consequences of the discard. */
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
  IgnoreFailuresRequest: {
    /** Process key of the failures. */
    ProcessDefinitionKey: string;
    /** Element of the failures. Absent: failures without an element. */
    ActivityId?: string | null | undefined;
    /** Error code of the failures. Absent: failures without a code. */
    ErrorCode?: string | null | undefined;
    /** Message of the failures, at most 1000 characters. Absent: any message. */
    ErrorMessage?: string | null | undefined;
    /** Only without ErrorMessage: messages that do not belong to the group, at most 100. */
    ExceptErrorMessages?: ReadonlyArray<string> | null | undefined;
    /** Reason, at most 500 characters. */
    Reason: string;
    /** Time until which the group is ignored, for example `2026-12-31T12:00:00Z`. Absent: no end. */
    Until?: string | null | undefined;
  };
  IgnoredFailure: {
    processDefinitionKey: string;
    activityId: string | null;
    errorCode: string | null;
    /** Null: any message. */
    errorMessage: string | null;
    /** Messages that do not belong to the group. */
    exceptErrorMessages: ReadonlyArray<string>;
    reason: string;
    until: Schemas['Timestamp'] | null;
    /** Null if the user is unknown. */
    ignoredBy: string | null;
    ignoredAt: Schemas['Timestamp'];
    /** Number of open incidents of the group. */
    incidentCount: number;
    /** Number of instances of the group that failed in the last 24 hours. */
    failedInstanceCount: number;
    lastFailedAt: Schemas['Timestamp'] | null;
  };
  IgnoredFailureList: {
    items: ReadonlyArray<Schemas['IgnoredFailure']>;
  };
  Incident: {
    incidentId: Schemas['Guid'];
    workflowInstanceId: Schemas['Guid'];
    /** Null if the process itself failed. */
    activityInstanceId: Schemas['Guid'] | null;
    /** Id of the failed element, or the key of the process. */
    activityId: string;
    processDefinitionId: string;
    processDefinitionKey: string;
    businessId: string | null;
    /** Topmost calling instance. Absent: no instance called this one. */
    rootInstanceId?: string | undefined;
    /** Process of the topmost calling instance. Null: not visible to you, or not in the lists yet. */
    rootProcessDefinitionKey?: string | null | undefined;
    /** Business id of the topmost calling instance. */
    rootBusinessId?: string | null | undefined;
    errorCode: string;
    errorMessage: string;
    /** Type of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`. */
    cause: string;
    /** The part that a retry repeats, for example `job`, `enter`, `leave`. */
    retryDoes: string;
    /** Number of failures at this element. */
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
    /** Decisions that the activity requested. */
    decisionKeys: ReadonlyArray<string>;
    /** Version of the decisions. Null if they were deployed with the process. */
    version: number | null;
    /** All evaluated decisions, required decisions first. */
    decisions: ReadonlyArray<Schemas['KeptDecision']>;
    /** Number of further decisions that were not stored. Absent if none exist. */
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
    /** True if the instance has ended. */
    isCompleted: boolean;
    isCancelled: boolean;
    isFailed: boolean;
    /** True if the instance is suspended. Otherwise absent. */
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
    /** True if the instance has ended. */
    isCompleted: boolean;
    isCancelled: boolean;
    isFailed: boolean;
    /** True if the instance is suspended. Otherwise absent. */
    isSuspended?: boolean | undefined;
    /** Reasons for the suspension. */
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
      /** Scope around this one. Absent for the root scope. */
      parentVariablesId?: string | undefined;
      variables: Schemas['Variables'];
    }>;
    conditionSequences: ReadonlyArray<{
      sequenceFlowId: string;
      condition: string;
      sourceActivityId: string;
      targetActivityId: string;
      result: boolean;
    }>;
    /** Present if the request sets `page` or `pageSize`. */
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
    /** Name of the process in the model. */
    processName: string | null;
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
  /** Iteration that is or contains the activity instance. Absent outside of loops. */
  IterationItem: {
    /** Number of the iteration, from 1. */
    number: number;
    /** Number of all iterations. Absent for a standard loop. */
    total?: number | undefined;
    /** Short text of the item, for display. Absent if it has none, and in lists of tasks for callers who may not see the instance. */
    text?: string | undefined;
  };
  KeptDecision: {
    decisionKey: string;
    name: string;
    /** Absent if the value is too long to store. */
    result?: unknown;
    tables: ReadonlyArray<Schemas['KeptTable']>;
    /** Number of further tables that were not stored. Absent if none exist. */
    moreTables?: number | undefined;
  };
  KeptTable: {
    inputs: ReadonlyArray<{
      name: string;
      /** Absent if the value is too long to store. */
      value?: unknown;
    }>;
    /** Rules that matched, in the order of the table. */
    rules: ReadonlyArray<{
      /** Row of the table, counted from 1. */
      number: number;
      /** Id of the rule in the file. Absent if it has none. */
      id?: string | undefined;
      /** Absent if the value is too long to store. */
      outputs?: Readonly<Record<string, unknown>> | undefined;
    }>;
    /** Number of further rules that matched that were not stored. Absent if none exist. */
    moreRules?: number | undefined;
  };
  KeySuspensionResponse: {
    processDefinitionKey: string;
    isSuspended: boolean;
    /** Number of running instances of all versions. */
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
    /** Constant texts for the worker from the model. */
    headers: Readonly<Record<string, string>>;
    attempt: number;
    /** Remaining attempts, including this one. Absent in replies stored before version 0.3. */
    retries?: number | undefined;
    /** Message of the latest failed attempt. Absent at the first attempt. */
    errorMessage?: string | undefined;
    /** Same value for each attempt of one activity. */
    idempotencyKey: string;
    /** Secret that proves you hold the lock. Do not share it. */
    lockToken: string;
    lockedUntil: Schemas['Timestamp'];
  };
  MessageRequest: {
    /** Name of the message in the model. */
    MessageName: string;
    /** Correlation key. Default: no key. */
    CorrelationKey?: string | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters. */
    BusinessId?: string | null | undefined;
    /** If no instance waits and none is started, Sluice keeps the message for this time for the first receiver. Default: it is refused with 404. */
    TimeToLiveSeconds?: number | null | undefined;
    /** Requires `TimeToLiveSeconds`. Within that time another message of this name, key and id is refused with 409. */
    MessageId?: string | null | undefined;
  };
  MessageResponse: {
    Delivered: boolean;
    WorkflowInstanceIds: ReadonlyArray<Schemas['Guid']>;
  };
  MigrateInstanceRequest: {
    /** Id of the target version. It must be a version of the same process. */
    DefinitionId: string;
    /** Mappings of elements whose id changes, at most 10000. Sluice maps all other elements by id, type and parent. */
    Plan?: ReadonlyArray<Schemas['MigrationPair']> | null | undefined;
    /** `keep`: due dates stay. `renew`: Sluice evaluates them again. Default: `keep`. */
    Timers?: string | null | undefined;
    /** `keep`: names and correlation keys of messages and signals stay. `renew`: Sluice takes them from the target version. Default: `keep`. */
    Subscriptions?: string | null | undefined;
    /** If true, Sluice returns the effect and changes nothing. Default: `false`. */
    DryRun?: boolean | null | undefined;
  };
  /** Maps an element to an element, or a sequence flow to a sequence flow, by id. */
  MigrationPair: {
    from: string;
    to: string;
  };
  MigrationReport: {
    /** True if there are no migration conflicts. */
    isPossible: boolean;
    refusals: ReadonlyArray<{
      /** The active activity instance. Null if none exists. */
      activityInstanceId: Schemas['Guid'] | null;
      activityId: string;
      reason: string;
    }>;
    plan: ReadonlyArray<{
      /** Id in the current version. */
      from: string;
      /** Id in the target version. Null if it has no counterpart. */
      to: string | null;
      /** True if the request defines this mapping. False if Sluice found it. */
      isGiven: boolean;
    }>;
    activities: ReadonlyArray<{
      activityInstanceId: Schemas['Guid'];
      /** Id in the current version. */
      from: string;
      /** Id in the target version. Null if it has no counterpart. */
      to: string | null;
      /** True if the target version describes this open task differently. */
      isDescribedAnew: boolean;
    }>;
    events: ReadonlyArray<{
      /** The active activity instance. Null if none exists. */
      activityInstanceId: Schemas['Guid'] | null;
      /** Null if no subscription existed before. */
      from: string | null;
      /** Id in the target version. Null if it has no counterpart. */
      to: string | null;
      kind: 'message' | 'signal' | 'timer' | 'conditional';
      becomes: 'kept' | 'renewed' | 'armed' | 'disarmed';
      /** Name of the message or signal. */
      name: string | null;
      correlationKey: string | null;
      dueAt: Schemas['Timestamp'] | null;
    }>;
    joins: ReadonlyArray<{
      activityInstanceId: Schemas['Guid'];
      activityId: string;
      /** Incoming sequence flows of the target version without a token. */
      missingSequenceFlowIds: ReadonlyArray<string>;
      /** True if Sluice checks the join again, so that it can fire. */
      goesOn: boolean;
    }>;
    /** True if a list was cut to its first 1000 items. */
    isCut: boolean;
  };
  MigrationResponse: {
    isDryRun: boolean;
    fromProcessDefinitionId: string;
    fromVersion: number;
    processDefinitionId: string;
    version: number;
    /** Result of a dry run. Otherwise null. */
    report: Schemas['MigrationReport'] | null;
  };
  ModificationResponse: {
    isDryRun: boolean;
    /** Number of cancelled activity instances, including those inside them. */
    cancelledCount: number;
    started: ReadonlyArray<{
      activityId: string;
      position: 'before' | 'after';
      /** Active sub-process instance in which it starts. Null for the instance itself. */
      scope: Schemas['Guid'] | null;
      /** Sub-processes that Sluice starts around it, outermost first. */
      openedActivityIds: ReadonlyArray<string>;
    }>;
    /** State after the change, for a dry run. Otherwise null. */
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
      /** True if the run takes too long and the result is incomplete. */
      isCut: boolean;
    } | null;
  };
  ModifyInstanceRequest: {
    /** 1 to 1000 instructions. Sluice applies all or none. */
    instructions: ReadonlyArray<Schemas['ModifyInstruction']>;
    /** `cancellationReason` of the cancelled activity instances. Default: `Cancelled by modification`. */
    reason?: string | null | undefined;
    /** If true, Sluice returns the effect and changes nothing. Default: `false`. */
    dryRun?: boolean | null | undefined;
  };
  /** Send exactly one field. In `cancel`, send exactly one of its fields. */
  ModifyInstruction: {
    cancel?: {
      /** Id of an active activity instance. */
      entry?: string | null | undefined;
      /** Id of an element. Cancels all its active activity instances. */
      element?: string | null | undefined;
    } | undefined;
    startBefore?: {
      /** Id of the element in the model. */
      element: string;
      /** Id of the active sub-process instance to start in. Default: the open instance of the enclosing sub-process, otherwise the nearest enclosing one. */
      scope?: string | null | undefined;
      /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
      variables?: Readonly<Record<string, unknown>> | null | undefined;
    } | undefined;
    startAfter?: {
      /** Id of the element in the model. */
      element: string;
      /** Id of the active sub-process instance to start in. Default: the open instance of the enclosing sub-process, otherwise the nearest enclosing one. */
      scope?: string | null | undefined;
    } | undefined;
  };
  OpenCustomTask: {
    activityInstanceId: Schemas['Guid'];
    workflowInstanceId: Schemas['Guid'];
    processDefinitionId: string;
    processDefinitionKey: string;
    activityId: string;
    taskType: string;
    businessId: string | null;
    /** Topmost calling instance. Absent: no instance called this one. */
    rootInstanceId?: string | undefined;
    /** Process of the topmost calling instance. Null: not visible to you, or not in the lists yet. */
    rootProcessDefinitionKey?: string | null | undefined;
    /** Business id of the topmost calling instance. */
    rootBusinessId?: string | null | undefined;
    /** Number of attempts that have begun. */
    attempt: number;
    /** Number of failed attempts. */
    failures: number;
    /** Remaining attempts. Null if the configuration of the service decides. */
    retries: number | null;
    /** Message of the latest failed attempt. Null if none failed. */
    errorMessage: string | null;
    /** Worker that holds the lock. Null if the task waits. */
    lockedBy: string | null;
    /** End of the lock, or earliest time of the next attempt. */
    availableAt: string;
    isSuspended: boolean;
    createdAt: Schemas['Timestamp'];
  };
  OpenCustomTaskPage: {
    items: ReadonlyArray<Schemas['OpenCustomTask']>;
    totalCount: number;
    page: number;
    pageSize: number;
  };
  PauseWebhookRequest: Readonly<Record<string, never>>;
  /** Shape P: problem details of RFC 9457 with exactly these six fields. */
  Problem: {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
    code: string;
  };
  ResolveIncidentRequest: {
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  ResumeInstanceRequest: {
    /** Reason. Sluice stores it in the history. */
    Reason?: string | null | undefined;
  };
  RetryDeadLetterRequest: Readonly<Record<string, never>>;
  RetryDeadLettersRequest: {
    /** Only dead letters with this kind of command. */
    Kind?: string | null | undefined;
    /** Only dead letters of this instance. */
    InstanceId?: string | null | undefined;
    /** Only dead letters of this process key. */
    ProcessKey?: string | null | undefined;
    /** Only dead letters that last failed before this time. */
    ParkedBefore?: string | null | undefined;
    /** Most dead letters in one request, oldest first. Default: 100. */
    Limit?: number | null | undefined;
  };
  RetryIncidentRequest: Readonly<Record<string, never>>;
  ReviveRequest: {
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** If true, Sluice returns the effect and changes nothing. Default: `false`. */
    DryRun?: boolean | null | undefined;
    /** Reason. Sluice stores it in the history. */
    Reason?: string | null | undefined;
  };
  ReviveResponse: {
    /** The instance that continues: the same one or its fork. */
    WorkflowInstanceId: string;
    /** Step from which the instance continues. */
    Step: number;
    /** True if a new instance continues. */
    IsFork: boolean;
    IsDryRun: boolean;
    /** Activities that run again. `ActivityId`: null for the process itself. `RetryDoes`: as in an incident. `WorkflowInstanceId`: the called instance in which it runs, absent for the instance itself. */
    Repeats: ReadonlyArray<{
      ActivityId: string | null;
      RetryDoes: string;
      WorkflowInstanceId?: Schemas['Guid'] | undefined;
    }>;
    /** Events after that step. Sluice does not undo them. */
    SinceThen: ReadonlyArray<{
      Kind: string;
      ActivityId: string | null;
    }>;
  };
  ShowFailuresRequest: {
    /** Process key of the failures. */
    ProcessDefinitionKey: string;
    /** Element of the failures. Absent: failures without an element. */
    ActivityId?: string | null | undefined;
    /** Error code of the failures. Absent: failures without a code. */
    ErrorCode?: string | null | undefined;
    /** Message of the failures, at most 1000 characters. Absent: any message. */
    ErrorMessage?: string | null | undefined;
    /** Only without ErrorMessage: messages that do not belong to the group, at most 100. */
    ExceptErrorMessages?: ReadonlyArray<string> | null | undefined;
  };
  SignalRequest: {
    /** Name of the signal in the model. */
    SignalName: string;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
  };
  SignalResponse: {
    DeliveredCount: number;
    WorkflowInstanceIds: ReadonlyArray<Schemas['Guid']>;
  };
  SimulateRequest: {
    /** BPMN 2.0 XML text. */
    BpmnXml: string;
    /** Up to 50 further BPMN files, scripts, decisions and forms, as in a deployment. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** Start time of the simulation in ISO 8601 format. Default: the current time. */
    StartedAt?: string | null | undefined;
    /** Up to 200 actions, in order. Default: no actions. */
    Acts?: ReadonlyArray<Schemas['SimulationAct']> | null | undefined;
  };
  SimulateResponse: {
    StartedAt: Schemas['Timestamp'];
    Now: Schemas['Timestamp'];
    /** Number of completed actions. */
    Done: number;
    /** Why the next action failed. Absent if all actions completed. */
    Refusal?: string | undefined;
    Starts: ReadonlyArray<{
      ProcessDefinitionKey: string;
      ProcessName: string | null;
      Element: string;
      ElementName: string | null;
      Kind: 'None' | 'Message' | 'Signal' | 'Timer' | 'Condition';
      /** Name of the message or signal, or the condition. */
      Name: string | null;
      /** Variables that the model reads next, with suggested values. */
      Suggested: Readonly<Record<string, unknown>>;
      /** Start form. Absent if the model has none. */
      Form?: {
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
      /** Names of variables whose values are too long to show. */
      NotShown?: ReadonlyArray<string> | undefined;
      /** Variables of inner scopes. */
      Scopes: ReadonlyArray<{
        Element: string;
        Variables: Schemas['Variables'];
        /** Names of variables whose values are too long to show. */
        NotShown?: ReadonlyArray<string> | undefined;
      }>;
    }>;
    /** Number of all instances. At most 50 are listed. */
    InstanceCount: number;
    Waits: ReadonlyArray<{
      /** Index in `Instances`. */
      Instance: number;
      Element: string;
      ElementName: string | null;
      /** Index among the waits at the element. */
      Index: number;
      Kind: 'UserTask' | 'Job' | 'Activity' | 'Call' | 'Incident' | 'Message' | 'Signal' | 'Timer' | 'Condition' | 'Other';
      Text: string;
      /** Possible actions. Empty if it depends on another wait. */
      Acts: ReadonlyArray<'start' | 'complete' | 'fail' | 'retry' | 'deliver' | 'fire' | 'set'>;
      /** Variables that the model reads next, with suggested values. */
      Suggested: Readonly<Record<string, unknown>>;
      /** Task type, called process key, name of the message or signal, or the condition. */
      Subject: string | null;
      CorrelationKey: string | null;
      DueAt: Schemas['Timestamp'] | null;
      /** Assignee, users and groups of a user task. */
      People: ReadonlyArray<string>;
      /** Form of the user task. Absent if the model has none. */
      Form?: {
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
      /** Input of the job. */
      Input?: {
        Variables: Schemas['Variables'];
        /** Names of variables whose values are too long to show. */
        NotShown?: ReadonlyArray<string> | undefined;
      } | undefined;
      /** Error and number of failures. `ElementType`: null if the process itself failed. */
      Incident?: {
        ElementType: string | null;
        Code: string;
        Message: string;
        Count: number;
      } | undefined;
    }>;
    /** Number of all waits. At most 200 are listed. */
    WaitCount: number;
    /** Number of tokens by element and outcome, over all instances. */
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
    /** For `start`: key of the process. Default: the first process. */
    ProcessDefinitionKey?: string | null | undefined;
    /** Id of the element. For `start`: id of the start event. Default for `start`: start by key. */
    Element?: string | null | undefined;
    /** Index among several waits at the element. For `set`: index of the instance. Default: 0. */
    Index?: number | null | undefined;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** For `fail`: error code. Default: `500`. */
    ErrorCode?: string | null | undefined;
    /** For `fail`: error message. Default: the error code. */
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
    /** Latest version of the process. */
    version: number;
    startForm: Schemas['UserTaskForm'];
  };
  StartRequest: {
    /** Process key. */
    WorkflowId: string;
    /** Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype, numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. */
    Variables?: Readonly<Record<string, unknown>> | null | undefined;
    /** Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters. */
    BusinessId?: string | null | undefined;
    /** Version to start. Default: the latest version. */
    Version?: number | null | undefined;
    /** How long to wait for the end of the instance. The response then has its status and variables. Default: Sluice does not wait. */
    WaitSeconds?: number | null | undefined;
    /** With `WaitSeconds`: names of the variables to return. Default: all. */
    ReturnVariables?: ReadonlyArray<string> | null | undefined;
  };
  StartResponse: {
    WorkflowInstanceId: Schemas['Guid'];
    /** Only with `WaitSeconds`. `running`: the instance has not ended within that time. */
    Status?: 'completed' | 'failed' | 'cancelled' | 'running' | undefined;
    /** Only with `WaitSeconds`, if the instance has ended: its variables. */
    Variables?: Readonly<Record<string, unknown>> | undefined;
  };
  SteerBatchRequest: Readonly<Record<string, never>>;
  SteerWebhookRequest: {
    /** Id of an instance. Default: all instances with rejected events. */
    InstanceId?: string | null | undefined;
  };
  SuspendDefinitionRequest: {
    /** Reason. Sluice stores it in the history. */
    Reason?: string | null | undefined;
  };
  SuspendInstanceRequest: {
    /** Reason. Sluice stores it in the history. */
    Reason?: string | null | undefined;
    /** Whether to suspend called instances too. Default: `true`. */
    CalledInstances?: boolean | null | undefined;
  };
  SuspensionResponse: {
    isSuspended: boolean;
    /** Reasons for the suspension. */
    suspendedBy: ReadonlyArray<'operator' | 'callingInstance' | 'processKey'>;
  };
  SwitchRequest: {
    /** Key of a deployed process. */
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
  UnlockRequest: {
    /** Lock token that fetch-and-lock returned. */
    LockToken: string;
  };
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
    /** Absent if the model has none. */
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
    /** Key of the form, otherwise its id. */
    formKey?: string | undefined;
    /** Absent if the model has none. */
    name?: string | undefined;
    /** Key of the process that contains the task. */
    processDefinitionKey?: string | undefined;
    /** Absent if the model has none. */
    processName?: string | undefined;
    /** Absent if the instance has none. */
    businessId?: string | undefined;
    /** Absent if the model has none, as the three below. */
    dueDate?: string | undefined;
    followUpDate?: Schemas['Timestamp'] | undefined;
    priority?: number | undefined;
    category?: string | undefined;
    item?: Schemas['IterationItem'] | undefined;
    /** True if its instance is suspended. Otherwise absent. */
    isSuspended?: boolean | undefined;
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
    /** DMN XML text. */
    DmnXml: string;
    /** Up to 50 further DMN files to validate together with the first one. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
  };
  ValidateDecisionsResponse: {
    /** True if no finding is an error. */
    IsAccepted: boolean;
    /** In the order of files and lines. At most 1000. */
    Findings: ReadonlyArray<{
      Severity: 'error' | 'warning';
      /** Name of the rule. */
      Rule: string;
      /** Tag and id. Absent if the text names the element or the finding concerns the whole file. */
      Element?: string | undefined;
      Text: string;
      /** Counted from 1. Absent if unknown. */
      Line?: number | undefined;
      /** Counted from 1. */
      Column?: number | undefined;
      /** Row of the decision table, counted from 1. */
      Row?: number | undefined;
      /** Input column, counted from 1. */
      Input?: number | undefined;
      /** Output column, counted from 1. */
      Output?: number | undefined;
      /** Name of the further file. Absent if the finding concerns the first file or all files. */
      Resource?: string | undefined;
    }>;
  };
  ValidateRequest: {
    /** BPMN 2.0 XML text. */
    BpmnXml: string;
    /** Level of validation: `off`, `executable` or `strict`. Default: `executable`. */
    Validation?: string | null | undefined;
    /** References that the model must contain: `messageRef`, `signalRef`, `operationRef`. */
    RequiredReferences?: ReadonlyArray<string> | null | undefined;
    /** Files that a deploy would have: further BPMN files, scripts, decisions and forms. At most 50. */
    Resources?: ReadonlyArray<{
      Name: string;
      Content: string;
    }> | null | undefined;
    /** If true, the response describes the behavior of each element. Default: `false`. */
    Describe?: boolean | null | undefined;
  };
  ValidateResponse: {
    /** True if no finding is an error. */
    IsAccepted: boolean;
    /** In document order. At most 1000. */
    Findings: ReadonlyArray<{
      Severity: 'error' | 'warning';
      /** Name of a rule of the standard, or `executable`, `ignored` or `advice`. */
      Rule: string;
      /** Clause of BPMN 2.0.2. Absent for rules of Sluice. */
      Clause?: string | undefined;
      /** Tag and id. Absent if the text names the element or the finding concerns the whole file. */
      Element?: string | undefined;
      /** Tag and id, also if the text names the element. */
      Subject?: string | undefined;
      Text: string;
      /** Name of the kind of text. Absent for texts of plugins, of expressions and of the XML parser. */
      Code?: string | undefined;
      /** Values in the text, by name, if it has a code. */
      Values?: Readonly<Record<string, string>> | undefined;
      /** Counted from 1. Absent if unknown. */
      Line?: number | undefined;
      Column?: number | undefined;
    }>;
    /** Behavior of each element, if the request sets `Describe`. At most 2000. */
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
    /** One sentence for display. The wording can change in later releases. */
    text: string;
    /** Null if it concerns the whole instance. */
    activityId: string | null;
    activityName: string | null;
    activityType: string | null;
    /** Type of the element, also of a loop. Null if it concerns the whole instance. */
    elementType: string | null;
    /** The active activity instance. Null if none exists. */
    activityInstanceId: Schemas['Guid'] | null;
    /** Start of the activity instance. Of a dead letter or a listener of the process: its creation. Else null. */
    since: Schemas['Timestamp'] | null;
    item?: Schemas['IterationItem'] | undefined;
    userTask?: {
      assignee: string | null;
      candidateUsers: ReadonlyArray<string>;
      candidateGroups: ReadonlyArray<string>;
      claimedBy: string | null;
    } | undefined;
    customTask?: {
      /** Id with which a worker completes the task. */
      activityInstanceId: string;
      taskType: string;
      /** Event of the listener, or `adHoc`. Null for the job of the element itself. */
      listensTo: string | null;
      failures: number;
      /** Most attempts. Null: the setting of the service. */
      attempts: number | null;
      lockedBy: string | null;
      lockedUntil: Schemas['Timestamp'] | null;
      /** Earliest time of the next attempt. Null: now. */
      availableAt: Schemas['Timestamp'] | null;
      /** Plugin hosts that serve the type now. */
      siloNames: ReadonlyArray<string>;
    } | undefined;
    /** Called instance; for the kind `Incident`, the one that failed. */
    called?: {
      /** Null if it has not started. */
      workflowInstanceId: Schemas['Guid'] | null;
      processDefinitionKey: string | null;
      version: number | null;
      businessId: string | null;
      status: string | null;
      processName?: string | null | undefined;
      /** Latest open incident of the called instance, or of one that it calls at any depth. Absent: none. */
      incident?: {
        incidentId: Schemas['Guid'];
        /** Instance with the incident. */
        workflowInstanceId: string;
        processDefinitionKey: string;
        processName: string | null;
        /** Failed element, or the process key if the process itself failed. */
        activityId: string;
        /** At most 512 characters. */
        errorCode: string;
        /** At most 1000 characters. */
        errorMessage: string;
        /** Number of open incidents in called instances. */
        openIncidents: number;
        activityName: string | null;
        /** Number of failures at this element. */
        count: number;
        /** Time of the latest failure. */
        lastFailedAt: Schemas['Timestamp'] | null;
      } | undefined;
    } | undefined;
    /** Open subscriptions of the activity instance, including boundary events. */
    events?: ReadonlyArray<Schemas['WaitedEvent']> | undefined;
    /** True if all events of the activity instance itself must occur, not only the first. */
    needsAllEvents?: boolean | undefined;
    /** Alternatives after an event-based gateway. The first event wins. */
    race?: {
      gatewayId: string | null;
      otherActivityIds: ReadonlyArray<string>;
    } | undefined;
    join?: {
      arrivedCount: number;
      neededCount: number;
      /** Waits only for tokens that can still come. */
      isInclusive: boolean;
      /** Complex gateway that waits for late tokens. */
      hasFired: boolean;
      /** Activation condition of a complex gateway. */
      condition: string | null;
      flows: ReadonlyArray<{
        sequenceFlowId: string;
        sourceActivityId: string;
        hasToken: boolean;
        /** The join waits for a token on this flow. */
        isMissing: boolean;
        /** Active elements whose tokens can still arrive over this flow. */
        canComeFrom: ReadonlyArray<string>;
      }>;
    } | undefined;
    loop?: {
      totalCount: number | null;
      completedCount: number;
      activeCount: number;
    } | undefined;
    /** Reasons for the suspension. */
    suspendedBy?: ReadonlyArray<'operator' | 'callingInstance' | 'processKey'> | undefined;
    /** Ids of elements that are active inside, that compensate, or at which a paused run continues. */
    inside?: ReadonlyArray<string> | undefined;
    /** Activities that are not compensated yet. */
    leftCount?: number | undefined;
    /** Steps of a long run before its pause. */
    stepsTaken?: number | undefined;
    incident?: {
      incidentId: Schemas['Guid'];
      /** Failed element, or the process key if the process itself failed. */
      activityId: string;
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
    /** Where the subscription belongs: the activity instance itself, its boundary event, or an event sub-process of its scope. */
    role: 'Catch' | 'Boundary' | 'EventSubProcess';
    /** Id of the catching element, boundary event or start event. */
    activityId: string;
    /** Name of the message or signal. */
    name: string | null;
    /** Correlation key of the message. Empty if it has none. */
    correlationKey: string | null;
    /** Due date of the timer. */
    dueAt: Schemas['Timestamp'] | null;
    /** Condition in the model. */
    condition: string | null;
    isInterrupting: boolean;
  };
  Webhook: {
    name: string;
    /** False if the webhook was removed from the configuration. Sluice sends nothing to it. */
    isConfigured: boolean;
    /** Scheme, host and port of the address. Sluice hides the rest because it can be secret. */
    receiver: string | null;
    /** `event` or `cloudevents`. */
    format: string | null;
    keys: ReadonlyArray<string>;
    types: ReadonlyArray<string>;
    businessId: string | null;
    status: 'Active' | 'Paused';
    /** Reason for the pause. */
    reason: string | null;
    pausedAt: Schemas['Timestamp'] | null;
    /** All events up to this position were delivered or wait for their instance. Null if delivery has not started. */
    position: string | null;
    /** Number of rows in the feed after `position`. */
    lagRows: number;
    /** Age of the first of these rows in seconds. */
    lagSeconds: number;
    /** Number of instances whose events are sent later. */
    waitingCount: number;
    /** Number of instances whose next event was rejected after the last allowed attempt. */
    failingCount: number;
    /** Error of the last rejected message. Null after a successful delivery. */
    lastError: string | null;
    lastErrorAt: Schemas['Timestamp'] | null;
    lastReceivedAt: Schemas['Timestamp'] | null;
    /** Service process that sends the events. */
    sender: string | null;
  };
  WebhookInstance: {
    workflowInstanceId: Schemas['Guid'];
    processDefinitionKey: string;
    status: 'Waiting' | 'Failing';
    /** Number of rejected attempts for the next event. 0 if Sluice has not tried yet. */
    attempts: number;
    /** Position of the next event. Null if not yet determined. */
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
    /** Number of instances whose events are sent again or skipped. */
    instanceCount: number;
  };
}
