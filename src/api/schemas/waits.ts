import { z } from 'zod';
import { calledIncident } from './called-incidents.ts';
import { guid, iterationItem, orNull, suspendedBy, timestamp } from './values.ts';

const text = z.string().nullable();
const texts = z.array(z.string());
const count = z.int().min(0);

const waitedEvent = z
  .object({
    kind: z.enum(['Message', 'Signal', 'Timer', 'Condition']),
    role: z.enum(['Catch', 'Boundary', 'EventSubProcess']).meta({
      description:
        'Where the subscription belongs: the activity instance itself, its boundary event, or an event sub-process of its scope.',
    }),
    activityId: z.string().meta({ description: 'Id of the catching element, boundary event or start event.' }),
    name: text.meta({ description: 'Name of the message or signal.' }),
    correlationKey: text.meta({ description: 'Correlation key of the message. Empty if it has none.' }),
    dueAt: orNull(timestamp).meta({ description: 'Due date of the timer.' }),
    condition: text.meta({ description: 'Condition in the model.' }),
    isInterrupting: z.boolean(),
  })
  .meta({ id: 'WaitedEvent' });

const waitedIncident = calledIncident
  .extend({
    activityName: text,
    count: z.int().min(1).meta({ description: 'Number of failures at this element.' }),
    lastFailedAt: orNull(timestamp).meta({ description: 'Time of the latest failure.' }),
  })
  .meta({ id: 'WaitedCalledIncident' });

/** Members by kind: docs/contributing/spec/http/instances.md#fields-of-an-item. Each kind of an activity instance can have `events`. */
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
    text: z.string().meta({ description: 'One sentence for display. The wording can change in later releases.' }),
    activityId: text.meta({ description: 'Null if it concerns the whole instance.' }),
    activityName: text,
    activityType: text,
    elementType: text.meta({ description: 'Type of the element, also of a loop. Null if it concerns the whole instance.' }),
    activityInstanceId: orNull(guid).meta({ description: 'The active activity instance. Null if none exists.' }),
    since: orNull(timestamp).meta({
      description: 'Start of the activity instance. Of a dead letter or a listener of the process: its creation. Else null.',
    }),
    item: iterationItem.optional(),
    userTask: z.object({ assignee: text, candidateUsers: texts, candidateGroups: texts, claimedBy: text }).optional(),
    customTask: z
      .object({
        activityInstanceId: guid.meta({ description: 'Id with which a worker completes the task.' }),
        taskType: z.string(),
        listensTo: text.meta({ description: 'Event of the listener, or `adHoc`. Null for the job of the element itself.' }),
        failures: count,
        attempts: z.int().min(1).nullable().meta({ description: 'Most attempts. Null: the setting of the service.' }),
        lockedBy: text,
        lockedUntil: orNull(timestamp),
        availableAt: orNull(timestamp).meta({ description: 'Earliest time of the next attempt. Null: now.' }),
        siloNames: texts.meta({ description: 'Plugin hosts that serve the type now.' }),
      })
      .optional(),
    called: z
      .object({
        workflowInstanceId: orNull(guid).meta({ description: 'Null if it has not started.' }),
        processDefinitionKey: text,
        version: z.int().min(1).nullable(),
        businessId: text,
        status: text,
        processName: text.optional(),
        incident: waitedIncident.optional().meta({
          description: 'Latest open incident of the called instance, or of one that it calls at any depth. Absent: none.',
        }),
      })
      .optional()
      .meta({ description: 'Called instance; for the kind `Incident`, the one that failed.' }),
    events: z
      .array(waitedEvent)
      .optional()
      .meta({ description: 'Open subscriptions of the activity instance, including boundary events.' }),
    needsAllEvents: z
      .boolean()
      .optional()
      .meta({ description: 'True if all events of the activity instance itself must occur, not only the first.' }),
    race: z
      .object({ gatewayId: text, otherActivityIds: texts })
      .optional()
      .meta({ description: 'Alternatives after an event-based gateway. The first event wins.' }),
    join: z
      .object({
        arrivedCount: count,
        neededCount: count,
        isInclusive: z.boolean().meta({ description: 'Waits only for tokens that can still come.' }),
        hasFired: z.boolean().meta({ description: 'Complex gateway that waits for late tokens.' }),
        condition: text.meta({ description: 'Activation condition of a complex gateway.' }),
        flows: z.array(
          z.object({
            sequenceFlowId: z.string(),
            sourceActivityId: z.string(),
            hasToken: z.boolean(),
            isMissing: z.boolean().meta({ description: 'The join waits for a token on this flow.' }),
            canComeFrom: texts.meta({ description: 'Active elements whose tokens can still arrive over this flow.' }),
          }),
        ),
      })
      .optional(),
    loop: z.object({ totalCount: count.nullable(), completedCount: count, activeCount: count }).optional(),
    suspendedBy: z.array(suspendedBy).optional().meta({ description: 'Reasons for the suspension.' }),
    inside: texts
      .optional()
      .meta({ description: 'Ids of elements that are active inside, that compensate, or at which a paused run continues.' }),
    leftCount: count.optional().meta({ description: 'Activities that are not compensated yet.' }),
    stepsTaken: count.optional().meta({ description: 'Steps of a long run before its pause.' }),
    incident: z
      .object({
        incidentId: guid,
        activityId: z.string().meta({ description: 'Failed element, or the process key if the process itself failed.' }),
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

/** Reasons why an instance waits, or its end (docs/contributing/spec/http/instances.md#why-an-instance-waits). */
export const waitingResponse = z
  .object({
    instanceId: guid,
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    processName: text.meta({ description: 'Name of the process in the model.' }),
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
