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
      .meta({ description: 'The versions were there before, nothing was deployed; absent when they are new.' }),
    AdditionalDefinitions: z
      .array(
        z.object({
          ...deployed,
          Resource: z.string().optional().meta({ description: 'Name of the further file that it came from.' }),
        }),
      )
      .optional()
      .meta({ description: 'Further executable processes of the files, in their order; absent when there are none.' }),
    Warnings: z.array(z.string()).optional().meta({ description: 'Warnings about the model; absent when there are none.' }),
  })
  .meta({ id: 'DeployResponse' });

/** What refuses a deploy (docs/contributing/spec/http/definitions.md#strict). */
export const deployRefusal = z
  .object({
    error: z.string(),
    Errors: z
      .array(z.string())
      .optional()
      .meta({ description: 'All that `Strict` refuses; absent where something else refused the deploy.' }),
  })
  .meta({ id: 'DeployRefusal' });

/** A version that is gone (docs/contributing/spec/http/definitions.md#delete). */
export const deleteVersionResponse = z
  .object({
    ...deployed,
    LatestVersion: z.int().nullable().meta({ description: 'The latest version of the key from now on; null: it has none.' }),
  })
  .meta({ id: 'DeleteVersionResponse' });

/** docs/contributing/spec/retention.md#delete */
export const deletionResponse = z
  .object({
    Deleted: z.int().meta({ description: 'How many instances are gone, called ones included.' }),
    GoesOn: z.boolean().meta({ description: 'Whether so many were called that the rest is deleted in the background.' }),
  })
  .meta({ id: 'DeletionResponse' });

/** docs/contributing/spec/retention.md#erase */
export const erasureResponse = z
  .object({
    Erased: z.int().meta({ description: 'How many instances are gone, called ones included.' }),
    Evaluations: z.int().min(1).optional().meta({ description: 'How many kept calls of decisions are gone; absent: none.' }),
    Cancelled: z.array(guid).meta({ description: 'Those that ran and were cancelled for it.' }),
    IsComplete: z
      .boolean()
      .meta({ description: 'False: some are ending, or there are very many. Send the same request again to continue.' }),
    Archives: z.array(z.string()).meta({ description: 'Files of the archive that still hold instances with this business id.' }),
  })
  .meta({ id: 'ErasureResponse' });

/** Findings about a model (docs/contributing/spec/http/definitions.md#validate). */
export const validateResponse = z
  .object({
    IsAccepted: z.boolean().meta({ description: 'Whether no finding is an error.' }),
    Findings: z
      .array(
        z.object({
          Severity: z.enum(['error', 'warning']),
          Rule: z.string().meta({ description: 'A rule of the standard, or `executable`, `ignored` or `advice`.' }),
          Clause: z.string().optional().meta({ description: 'Of BPMN 2.0.2; absent for rules of this service.' }),
          Element: z.string().optional().meta({ description: 'Tag and id; absent when the text names it or it is the file.' }),
          Text: z.string(),
          Line: z.int().min(1).optional().meta({ description: 'Counted from 1; absent when the place is not known.' }),
          Column: z.int().min(1).optional(),
        }),
      )
      .meta({ description: 'In document order, at most 1,000.' }),
    Elements: z
      .array(
        z.object({
          Id: z.string(),
          Properties: z.array(z.object({ Name: z.string(), Value: z.string() })),
        }),
      )
      .optional()
      .meta({ description: 'What the engine does with each element, where `Describe` asks for it; at most 2,000.' }),
  })
  .meta({ id: 'ValidateResponse' });

/** The new instance (docs/contributing/spec/http/execution.md#start). */
export const startResponse = z.object({ WorkflowInstanceId: guid }).meta({ id: 'StartResponse' });

const repeatedParts = () =>
  z.array(z.object({ ActivityId: orNull(z.string()), RetryDoes: z.string(), WorkflowInstanceId: guid.optional() })).meta({
    description:
      'What is done once more. ActivityId: null for the process itself. RetryDoes: as of an incident. WorkflowInstanceId: the called instance that does it; absent: the instance itself.',
  });

/** Result of a fork (docs/contributing/spec/forks.md#fork). */
export const forkResponse = z
  .object({
    WorkflowInstanceId: guid.meta({ description: 'The new instance; of a dry run the one that was asked about.' }),
    Step: z.int().min(0),
    IsDryRun: z.boolean().optional().meta({ description: 'True of a dry run; else absent.' }),
    Repeats: repeatedParts().optional(),
  })
  .meta({ id: 'ForkResponse' });

/** Result of a restart after the end (docs/contributing/spec/forks.md#revive). */
export const reviveResponse = z
  .object({
    WorkflowInstanceId: guid.meta({ description: 'The instance that continues: itself, or its fork.' }),
    Step: z.int().min(0).meta({ description: 'The step from which it continues.' }),
    IsFork: z.boolean().meta({ description: 'Whether a new instance continues instead.' }),
    IsDryRun: z.boolean(),
    Repeats: repeatedParts(),
    SinceThen: z
      .array(z.object({ Kind: z.string(), ActivityId: orNull(z.string()) }))
      .meta({ description: 'What has happened behind that step and is not taken back.' }),
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
    Errors: z.array(z.string()).optional().meta({ description: 'One text per listener that failed; absent when none did.' }),
  })
  .meta({ id: 'EvaluateConditionsResponse' });

const suspendedKey = {
  isSuspended: z.boolean().optional().meta({ description: 'Only where it is true: nothing of the instances of the key moves.' }),
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
    startForm: userTaskForm.optional().meta({ description: 'In the list only; absent when the model describes none.' }),
  })
  .meta({ id: 'DefinitionRow' });

const outcome = {
  isStarted: z.boolean(),
  isCompleted: z.boolean().meta({ description: 'The instance is terminal.' }),
  isCancelled: z.boolean(),
  isFailed: z.boolean(),
};

const suspended = {
  isSuspended: z.boolean().optional().meta({ description: 'Only where it is true: nothing moves until it is resumed.' }),
};

const heldBy = z.array(suspendedBy).meta({ description: 'Who holds it.' });

/** Who holds an instance after a suspend or resume (docs/contributing/spec/suspension.md). */
export const suspensionResponse = z.object({ isSuspended: z.boolean(), suspendedBy: heldBy }).meta({ id: 'SuspensionResponse' });

/** A key after a suspend or resume (docs/contributing/spec/suspension.md#suspend-a-key). */
export const keySuspensionResponse = z
  .object({
    processDefinitionKey: z.string(),
    isSuspended: z.boolean(),
    instances: z.int().min(0).meta({ description: 'Instances of all its versions that have not ended.' }),
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
      .meta({ description: 'Only when a page was asked for.' }),
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
    form: userTaskForm.optional().meta({ description: 'Absent when the model describes none.' }),
    formKey: z.string().optional().meta({ description: 'The key of the form, as in `form`; else its id.' }),
    name: z.string().optional().meta({ description: 'Absent when the model gives none.' }),
    processDefinitionKey: z.string().optional().meta({ description: 'Key of the process that the task is in.' }),
    processName: z.string().optional().meta({ description: 'Absent when the model gives none.' }),
    businessId: z.string().optional().meta({ description: 'Absent when the instance has none.' }),
    dueDate: timestamp.optional().meta({ description: 'Absent when the model gives none, as the three below.' }),
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
    parameterSchema: z.unknown().meta({ description: 'The parameters that the plugin declares; null when it declares none.' }),
    siloNames: z.array(z.string()).meta({ description: 'The plugin hosts that offer it now, by code point.' }),
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
    headers: z.record(z.string(), z.string()).meta({ description: 'Fixed texts that the model has for the worker.' }),
    attempt: z.int().min(1),
    retries: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Attempts that are left, this one included; absent in answers recorded before 0.3.' }),
    idempotencyKey: guid.meta({ description: 'The same for every attempt at one activity.' }),
    lockToken: z.string().meta({ description: 'Secret that proves the lock of this attempt. Do not share it.' }),
    lockedUntil: timestamp,
  })
  .meta({ id: 'LockedCustomTask' });
export const fetchAndLockResponse = z.object({ tasks: z.array(lockedCustomTask) }).meta({ id: 'FetchAndLockResponse' });
export const failCustomTaskResponse = z
  .object({
    retryAt: orNull(timestamp).meta({ description: 'When the next attempt begins; null when the activity has failed.' }),
  })
  .meta({ id: 'FailCustomTaskResponse' });
export const extendLockResponse = z.object({ lockedUntil: timestamp }).meta({ id: 'ExtendLockResponse' });

/** What a modification does, or would do. */
export const modificationResponse = z
  .object({
    isDryRun: z.boolean(),
    cancelledCount: z.int().min(0).meta({ description: 'Entries that end, with everything inside them.' }),
    started: z.array(
      z.object({
        activityId: z.string(),
        position: z.enum(['before', 'after']),
        scope: orNull(guid).meta({ description: 'The active sub-process that it is started in; null: the instance itself.' }),
        openedActivityIds: z.array(z.string()).meta({ description: 'Sub-processes that are opened around it, outermost first.' }),
      }),
    ),
    after: orNull(
      z.object({
        isCompleted: z.boolean(),
        isCancelled: z.boolean(),
        isFailed: z.boolean(),
        activeActivityIds: z.array(z.string()).meta({ description: 'At most 100.' }),
        errorState: orNull(z.object({ code: z.string(), message: z.string() })),
        isCut: z.boolean().meta({ description: 'The run takes so long that it was not followed to its end.' }),
      }),
    ).meta({ description: 'Of a dry run: the state of the instance afterwards; else null.' }),
  })
  .meta({ id: 'ModificationResponse' });

/** Pages of the lists (docs/contributing/spec/http/lists.md#paging). */
export const definitionPage = z.object({ items: z.array(definitionRow), ...paging }).meta({ id: 'DefinitionPage' });
export const instancePage = z.object({ items: z.array(instanceRow), ...paging }).meta({ id: 'InstancePage' });
export const historyPage = z.object({ items: z.array(historyItem), ...paging }).meta({ id: 'HistoryPage' });
export const userTaskPage = z.object({ data: z.array(userTask), ...paging }).meta({ id: 'UserTaskPage' });

export type ResponseBody<S extends z.ZodType> = z.infer<S>;
