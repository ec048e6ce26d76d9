import { z } from 'zod';
import { userTaskForm } from './forms.ts';
import { guid, orNull, suspendedBy, timestamp, variables } from './values.ts';

const deployed = { ProcessDefinitionKey: z.string(), Version: z.int().min(1) };

/** The deployed versions (docs/contributing/spec/http/definitions.md#deploy). */
export const deployResponse = z
  .object({
    ...deployed,
    // generators for some languages make no code of a boolean with one value
    Unchanged: z
      .boolean()
      .optional()
      .meta({ description: 'True if all versions existed already and Sluice deployed nothing. Otherwise absent.' }),
    AdditionalDefinitions: z
      .array(
        z.object({
          ...deployed,
          Resource: z.string().optional().meta({ description: 'Name of the further file that contains it.' }),
        }),
      )
      .optional()
      .meta({ description: 'Further executable processes, in the order of the files. Absent if none exist.' }),
    Warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the model. Absent if none exist.' }),
  })
  .meta({ id: 'DeployResponse' });

/** What refuses a deploy (docs/contributing/spec/http/definitions.md#strict). */
export const deployRefusal = z
  .object({
    error: z.string(),
    Errors: z
      .array(z.string())
      .optional()
      .meta({ description: 'All findings that `Strict` rejects. Absent if the deployment was rejected for another reason.' }),
  })
  .meta({ id: 'DeployRefusal' });

/** A version that is gone (docs/contributing/spec/http/definitions.md#delete). */
export const deleteVersionResponse = z
  .object({
    ...deployed,
    LatestVersion: z.int().nullable().meta({ description: 'The latest remaining version of the process. Null if none exists.' }),
  })
  .meta({ id: 'DeleteVersionResponse' });

/** docs/contributing/spec/retention.md#delete */
export const deletionResponse = z
  .object({
    Deleted: z.int().meta({ description: 'Number of deleted instances, including called instances.' }),
    GoesOn: z.boolean().meta({ description: 'True if Sluice deletes further called instances in the background.' }),
  })
  .meta({ id: 'DeletionResponse' });

/** docs/contributing/spec/retention.md#erase */
export const erasureResponse = z
  .object({
    Erased: z.int().meta({ description: 'Number of deleted instances, including called instances.' }),
    Evaluations: z.int().min(1).optional().meta({ description: 'Number of deleted decision evaluations. Absent if none exist.' }),
    Cancelled: z.array(guid).meta({ description: 'Ids of the instances that Sluice cancelled.' }),
    IsComplete: z.boolean().meta({ description: 'False if instances remain. Send the same request again to continue.' }),
    Archives: z.array(z.string()).meta({ description: 'Archive files that still contain instances with this business id.' }),
  })
  .meta({ id: 'ErasureResponse' });

/** Findings about a model (docs/contributing/spec/http/definitions.md#validate). */
export const validateResponse = z
  .object({
    IsAccepted: z.boolean().meta({ description: 'True if no finding is an error.' }),
    Findings: z
      .array(
        z.object({
          Severity: z.enum(['error', 'warning']),
          Rule: z.string().meta({ description: 'Name of a rule of the standard, or `executable`, `ignored` or `advice`.' }),
          Clause: z.string().optional().meta({ description: 'Clause of BPMN 2.0.2. Absent for rules of Sluice.' }),
          Element: z
            .string()
            .optional()
            .meta({ description: 'Tag and id. Absent if the text names the element or the finding concerns the whole file.' }),
          Text: z.string(),
          Line: z.int().min(1).optional().meta({ description: 'Counted from 1. Absent if unknown.' }),
          Column: z.int().min(1).optional(),
        }),
      )
      .meta({ description: 'In document order. At most 1000.' }),
    Elements: z
      .array(
        z.object({
          Id: z.string(),
          Properties: z.array(z.object({ Name: z.string(), Value: z.string() })),
        }),
      )
      .optional()
      .meta({ description: 'Behavior of each element, if the request sets `Describe`. At most 2000.' }),
  })
  .meta({ id: 'ValidateResponse' });

/** The new instance (docs/contributing/spec/http/execution.md#start). */
export const startResponse = z.object({ WorkflowInstanceId: guid }).meta({ id: 'StartResponse' });

const repeatedParts = () =>
  z.array(z.object({ ActivityId: orNull(z.string()), RetryDoes: z.string(), WorkflowInstanceId: guid.optional() })).meta({
    description:
      'Activities that run again. `ActivityId`: null for the process itself. `RetryDoes`: as in an incident. `WorkflowInstanceId`: the called instance in which it runs, absent for the instance itself.',
  });

/** Result of a fork (docs/contributing/spec/forks.md#fork). */
export const forkResponse = z
  .object({
    WorkflowInstanceId: guid.meta({ description: 'Id of the new instance. For a dry run: id of the requested instance.' }),
    Step: z.int().min(0),
    IsDryRun: z.boolean().optional().meta({ description: 'True for a dry run. Otherwise absent.' }),
    Repeats: repeatedParts().optional(),
  })
  .meta({ id: 'ForkResponse' });

/** Result of a restart after the end (docs/contributing/spec/forks.md#revive). */
export const reviveResponse = z
  .object({
    WorkflowInstanceId: guid.meta({ description: 'The instance that continues: the same one or its fork.' }),
    Step: z.int().min(0).meta({ description: 'Step from which the instance continues.' }),
    IsFork: z.boolean().meta({ description: 'True if a new instance continues.' }),
    IsDryRun: z.boolean(),
    Repeats: repeatedParts(),
    SinceThen: z
      .array(z.object({ Kind: z.string(), ActivityId: orNull(z.string()) }))
      .meta({ description: 'Events after that step. Sluice does not undo them.' }),
  })
  .meta({ id: 'ReviveResponse' });

/** Who received a message (docs/contributing/spec/http/execution.md#message). */
export const messageResponse = z
  .object({ Delivered: z.boolean(), WorkflowInstanceIds: z.array(guid) })
  .meta({ id: 'MessageResponse' });

/** Who received a signal (docs/contributing/spec/http/execution.md#signal). */
export const signalResponse = z
  .object({ DeliveredCount: z.int().min(1), WorkflowInstanceIds: z.array(guid) })
  .meta({ id: 'SignalResponse' });

/** What conditions started (docs/contributing/spec/http/execution.md#evaluate-conditions). */
export const evaluateConditionsResponse = z
  .object({
    StartedInstanceIds: z.array(guid),
    Errors: z.array(z.string()).optional().meta({ description: 'One text per failed listener. Absent if none exist.' }),
  })
  .meta({ id: 'EvaluateConditionsResponse' });

const suspendedKey = {
  isSuspended: z.boolean().optional().meta({ description: 'True if the process is suspended. Otherwise absent.' }),
};

/** One version of a key (docs/contributing/spec/http/definitions.md#list-of-definitions). */
export const definitionRow = z
  .object({
    processDefinitionId: z.string().max(512),
    processDefinitionKey: z.string(),
    version: z.int().min(1),
    deployedAt: timestamp,
    activitiesCount: z.int().min(0),
    sequenceFlowsCount: z.int().min(0),
    isActive: z.boolean(),
    ...suspendedKey,
    startForm: userTaskForm.optional().meta({ description: 'Only in lists. Absent if the model has none.' }),
  })
  .meta({ id: 'DefinitionRow' });

const outcome = {
  isStarted: z.boolean(),
  isCompleted: z.boolean().meta({ description: 'True if the instance has ended.' }),
  isCancelled: z.boolean(),
  isFailed: z.boolean(),
};

const suspended = {
  isSuspended: z.boolean().optional().meta({ description: 'True if the instance is suspended. Otherwise absent.' }),
};

const heldBy = z.array(suspendedBy).meta({ description: 'Reasons for the suspension.' });

/** Who holds an instance after a suspend or resume (docs/contributing/spec/suspension.md). */
export const suspensionResponse = z.object({ isSuspended: z.boolean(), suspendedBy: heldBy }).meta({ id: 'SuspensionResponse' });

/** A key after a suspend or resume (docs/contributing/spec/suspension.md#suspend-a-key). */
export const keySuspensionResponse = z
  .object({
    processDefinitionKey: z.string(),
    isSuspended: z.boolean(),
    instances: z.int().min(0).meta({ description: 'Number of running instances of all versions.' }),
  })
  .meta({ id: 'KeySuspensionResponse' });

/** One instance in a list (docs/contributing/spec/http/definitions.md#instances-of-a-key). */
export const instanceRow = z
  .object({
    instanceId: guid,
    processDefinitionId: z.string(),
    ...outcome,
    ...suspended,
    businessId: z.string().nullable(),
    createdAt: timestamp,
    executionStartedAt: orNull(timestamp),
    completedAt: orNull(timestamp),
  })
  .meta({ id: 'InstanceRow' });

/** One run of one element (docs/contributing/spec/http/instances.md#entries). */
export const entry = z
  .object({
    activityInstanceId: guid,
    activityId: z.string(),
    activityType: z.string().meta({ description: 'Name of the BPMN element with a capital first letter.', example: 'UserTask' }),
    isCompleted: z.boolean(),
    isExecuting: z.boolean(),
    isCancelled: z.boolean(),
    variablesStateId: guid,
    errorState: z.object({ code: z.string(), message: z.string() }).nullable(),
    cancellationReason: z.string().nullable(),
    createdAt: timestamp,
    executionStartedAt: orNull(timestamp),
    completedAt: orNull(timestamp),
    childWorkflowInstanceId: orNull(guid),
  })
  .meta({ id: 'Entry' });

/** The state snapshot (docs/contributing/spec/http/instances.md#state). */
export const stateResponse = z
  .object({
    activeActivityIds: z.array(z.string()),
    completedActivityIds: z.array(z.string()),
    ...outcome,
    ...suspended,
    suspendedBy: heldBy.optional(),
    businessId: z.string().nullable(),
    processDefinitionId: z.string(),
    createdAt: timestamp,
    executionStartedAt: orNull(timestamp),
    completedAt: orNull(timestamp),
    activeActivities: z.array(entry),
    completedActivities: z.array(entry),
    variableStates: z.array(z.object({ variablesId: guid, variables })),
    conditionSequences: z.array(
      z.object({
        sequenceFlowId: z.string(),
        condition: z.string(),
        sourceActivityId: z.string(),
        targetActivityId: z.string(),
        result: z.boolean(),
      }),
    ),
    paging: z
      .object({
        page: z.int(),
        pageSize: z.int(),
        totalCounts: z.object({
          activeActivities: z.int(),
          completedActivities: z.int(),
          variableStates: z.int(),
          conditionSequences: z.int(),
        }),
      })
      .optional()
      .meta({ description: 'Present if the request sets `page` or `pageSize`.' }),
  })
  .meta({ id: 'InstanceState' });

/** One line of the history (docs/contributing/spec/http/instances.md#history). */
export const historyItem = z
  .object({
    sequence: z.int().min(1),
    type: z.string(),
    occurredAt: timestamp,
    activityId: z.string().nullable(),
    activityInstanceId: orNull(guid),
    data: z.record(z.string(), z.unknown()),
    actor: z.string().optional(),
  })
  .meta({ id: 'HistoryItem' });

/** A pending user task (docs/contributing/spec/http/user-tasks.md#list-of-user-tasks). */
export const userTask = z
  .object({
    workflowInstanceId: guid,
    activityInstanceId: guid,
    activityId: z.string(),
    assignee: z.string().nullable(),
    candidateGroups: z.array(z.string()),
    candidateUsers: z.array(z.string()),
    claimedBy: z.string().nullable(),
    taskState: z.enum(['Created', 'Claimed']),
    createdAt: timestamp,
    expectedOutputVariables: z.array(z.string()),
    form: userTaskForm.optional().meta({ description: 'Absent if the model has none.' }),
    formKey: z.string().optional().meta({ description: 'Key of the form, otherwise its id.' }),
    name: z.string().optional().meta({ description: 'Absent if the model has none.' }),
    processDefinitionKey: z.string().optional().meta({ description: 'Key of the process that contains the task.' }),
    processName: z.string().optional().meta({ description: 'Absent if the model has none.' }),
    businessId: z.string().optional().meta({ description: 'Absent if the instance has none.' }),
    dueDate: timestamp.optional().meta({ description: 'Absent if the model has none, as the three below.' }),
    followUpDate: timestamp.optional(),
    priority: z.int().optional(),
    category: z.string().optional(),
  })
  .meta({ id: 'UserTask' });

export const paging = { totalCount: z.int().min(0), page: z.int().min(1), pageSize: z.int().min(1).max(100) };

/** A task type that a plugin or worker serves (docs/contributing/spec/http/custom-tasks.md#catalog-entry). */
export const customTaskType = z
  .object({
    taskType: z.string(),
    displayName: z.string().nullable(),
    parameterSchema: z.unknown().meta({ description: 'Parameters that the plugin declares. Null if it declares none.' }),
    siloNames: z.array(z.string()).meta({ description: 'Plugin hosts that serve the type now, sorted by code point.' }),
  })
  .meta({ id: 'CustomTaskType' });
export const customTaskTypes = z.array(customTaskType).meta({ id: 'CustomTaskTypes' });

/** A task that is locked for a remote worker. */
export const lockedCustomTask = z
  .object({
    activityInstanceId: guid,
    workflowInstanceId: guid,
    workflowId: z.string(),
    processDefinitionId: z.string(),
    activityId: z.string(),
    taskType: z.string(),
    businessId: z.string().nullable(),
    input: variables,
    headers: z.record(z.string(), z.string()).meta({ description: 'Constant texts for the worker from the model.' }),
    attempt: z.int().min(1),
    retries: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Remaining attempts, including this one. Absent in replies stored before version 0.3.' }),
    idempotencyKey: guid.meta({ description: 'Same value for each attempt of one activity.' }),
    lockToken: z.string().meta({ description: 'Secret that proves you hold the lock. Do not share it.' }),
    lockedUntil: timestamp,
  })
  .meta({ id: 'LockedCustomTask' });
export const fetchAndLockResponse = z.object({ tasks: z.array(lockedCustomTask) }).meta({ id: 'FetchAndLockResponse' });
export const failCustomTaskResponse = z
  .object({
    retryAt: orNull(timestamp).meta({ description: 'Start of the next attempt. Null if the activity has failed.' }),
  })
  .meta({ id: 'FailCustomTaskResponse' });
export const extendLockResponse = z.object({ lockedUntil: timestamp }).meta({ id: 'ExtendLockResponse' });

/** What a modification does, or would do. */
export const modificationResponse = z
  .object({
    isDryRun: z.boolean(),
    cancelledCount: z.int().min(0).meta({ description: 'Number of cancelled activity instances, including those inside them.' }),
    started: z.array(
      z.object({
        activityId: z.string(),
        position: z.enum(['before', 'after']),
        scope: orNull(guid).meta({
          description: 'Active sub-process instance in which it starts. Null for the instance itself.',
        }),
        openedActivityIds: z
          .array(z.string())
          .meta({ description: 'Sub-processes that Sluice starts around it, outermost first.' }),
      }),
    ),
    after: orNull(
      z.object({
        isCompleted: z.boolean(),
        isCancelled: z.boolean(),
        isFailed: z.boolean(),
        activeActivityIds: z.array(z.string()).meta({ description: 'At most 100.' }),
        errorState: orNull(z.object({ code: z.string(), message: z.string() })),
        isCut: z.boolean().meta({ description: 'True if the run takes too long and the result is incomplete.' }),
      }),
    ).meta({ description: 'State after the change, for a dry run. Otherwise null.' }),
  })
  .meta({ id: 'ModificationResponse' });

/** Pages of the lists (docs/contributing/spec/http/lists.md#paging). */
export const definitionPage = z.object({ items: z.array(definitionRow), ...paging }).meta({ id: 'DefinitionPage' });
export const instancePage = z.object({ items: z.array(instanceRow), ...paging }).meta({ id: 'InstancePage' });
export const historyPage = z.object({ items: z.array(historyItem), ...paging }).meta({ id: 'HistoryPage' });
export const userTaskPage = z.object({ data: z.array(userTask), ...paging }).meta({ id: 'UserTaskPage' });

export type ResponseBody<S extends z.ZodType> = z.infer<S>;
