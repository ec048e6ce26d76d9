import { z } from 'zod';
import { guid, orNull, suspendedBy, timestamp, variables } from './values.ts';

/** Status of an instance or activity instance. */
export const endFlags = {
  isStarted: z.boolean(),
  isCompleted: z.boolean().meta({ description: 'True if the instance has ended.' }),
  isCancelled: z.boolean(),
  isFailed: z.boolean(),
};

export const suspensionFlag = {
  isSuspended: z.boolean().optional().meta({ description: 'True if the instance is suspended. Otherwise absent.' }),
};

export const suspensionReasons = z.array(suspendedBy).meta({ description: 'Reasons for the suspension.' });

/** Activity instance (docs/contributing/spec/http/instances.md#entries). */
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

/** See docs/contributing/spec/http/instances.md#state. */
export const stateResponse = z
  .object({
    activeActivityIds: z.array(z.string()),
    completedActivityIds: z.array(z.string()),
    ...endFlags,
    ...suspensionFlag,
    suspendedBy: suspensionReasons.optional(),
    businessId: z.string().nullable(),
    processDefinitionId: z.string(),
    createdAt: timestamp,
    executionStartedAt: orNull(timestamp),
    completedAt: orNull(timestamp),
    activeActivities: z.array(entry),
    completedActivities: z.array(entry),
    variableStates: z.array(
      z.object({
        variablesId: guid,
        parentVariablesId: guid.optional().meta({ description: 'Scope around this one. Absent for the root scope.' }),
        variables,
      }),
    ),
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
