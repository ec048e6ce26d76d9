import { z } from 'zod';
import { guid, orNull, suspendedBy, timestamp } from './values.ts';

const text = z.string().nullable();
const texts = z.array(z.string());
const count = z.int().min(0);

const waitedEvent = z
  .object({
    kind: z.enum(['Message', 'Signal', 'Timer', 'Condition']),
    role: z.enum(['Catch', 'Boundary', 'EventSubProcess']).meta({
      description: 'Who listens: the entry itself, its boundary event, or an event sub-process of its scope.',
    }),
    activityId: z.string().meta({ description: 'The catching element, boundary event or start event.' }),
    name: text.meta({ description: 'Of a message or signal.' }),
    correlationKey: text.meta({ description: 'Of a message; empty: none.' }),
    dueAt: orNull(timestamp).meta({ description: 'Of a timer.' }),
    condition: text.meta({ description: 'As the model has it.' }),
    isInterrupting: z.boolean(),
  })
  .meta({ id: 'WaitedEvent' });

/** One reason why an instance waits (docs/contributing/spec/http/waiting.md#what-an-item-says). */
export const waitItem = z
  .object({
    kind: z.enum([
      'UserTask',
      'CustomTask',
      'Completion',
      'Event',
      'Call',
      'Join',
      'Tokens',
      'Body',
      'Loop',
      'Compensation',
      'EventSubProcess',
      'Incident',
      'PausedRun',
      'Suspension',
      'DeadLetter',
      'Other',
    ]),
    text: z.string().meta({ description: 'One sentence for people; it may be worded otherwise in a later release.' }),
    activityId: text.meta({ description: 'Null: it concerns the instance as a whole.' }),
    activityName: text,
    activityType: text,
    activityInstanceId: orNull(guid).meta({ description: 'The live entry; null where it is none.' }),
    since: orNull(timestamp),
    userTask: z.object({ assignee: text, candidateUsers: texts, candidateGroups: texts, claimedBy: text }).optional(),
    customTask: z
      .object({
        activityInstanceId: guid.meta({ description: 'The id that workers complete it under.' }),
        taskType: z.string(),
        listensTo: text.meta({ description: 'The event of a listener, or `adHoc`; null: it is the work of the element.' }),
        failures: count,
        attempts: z.int().min(1).nullable().meta({ description: 'Number of attempts; null: the value of the configuration.' }),
        lockedBy: text,
        lockedUntil: orNull(timestamp),
        availableAt: orNull(timestamp).meta({ description: 'When the next attempt may begin; null: at once.' }),
        siloNames: texts.meta({ description: 'The plugin hosts that offer the type now.' }),
      })
      .optional(),
    called: z
      .object({
        workflowInstanceId: orNull(guid).meta({ description: 'Null: it has not begun.' }),
        processDefinitionKey: text,
        version: z.int().min(1).nullable(),
        businessId: text,
        status: text,
      })
      .optional(),
    events: z.array(waitedEvent).optional().meta({ description: 'What can happen to it, boundary events included.' }),
    race: z
      .object({ gatewayId: text, otherActivityIds: texts })
      .optional()
      .meta({ description: 'The first of several events after an event-based gateway.' }),
    join: z
      .object({
        arrivedCount: count,
        neededCount: count,
        flows: z.array(
          z.object({
            sequenceFlowId: z.string(),
            sourceActivityId: z.string(),
            hasToken: z.boolean(),
            isMissing: z.boolean(),
            canComeFrom: texts.meta({ description: 'Active elements whose tokens can still come over it.' }),
          }),
        ),
      })
      .optional(),
    loop: z.object({ totalCount: count.nullable(), completedCount: count, activeCount: count }).optional(),
    suspendedBy: z.array(suspendedBy).optional().meta({ description: 'Who holds the instance.' }),
    inside: texts
      .optional()
      .meta({ description: 'Elements that are active inside, that compensate, or where a paused run continues.' }),
    incident: z
      .object({
        incidentId: guid,
        errorCode: z.string(),
        errorMessage: z.string(),
        count: z.int().min(1),
        firstFailedAt: timestamp,
      })
      .optional(),
    deadLetter: z
      .object({ deadLetterId: guid, kind: z.string(), errorMessage: z.string(), attempts: z.int().min(1), parkedAt: timestamp })
      .optional(),
  })
  .meta({ id: 'WaitItem' });

/** Why an instance is where it is (docs/contributing/spec/http/waiting.md). */
export const waitingResponse = z
  .object({
    instanceId: guid,
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    version: z.int().min(1),
    businessId: text,
    status: z.enum(['Running', 'Completed', 'Cancelled', 'Failed']),
    startedAt: timestamp,
    endedAt: orNull(timestamp),
    failure: z.object({ activityId: text, code: z.string(), message: z.string() }).nullable(),
    cancellationReason: text,
    items: z.array(waitItem),
    totalCount: count,
    page: z.int().min(1),
    pageSize: z.int().min(1).max(1000),
  })
  .meta({ id: 'InstanceWaiting' });
