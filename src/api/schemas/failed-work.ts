import { z } from 'zod';
import { paging } from './responses.ts';
import { guid, orNull, timestamp } from './values.ts';

/** A failure that waits for an operator (docs/contributing/spec/incidents.md#list-of-incidents). */
export const incidentRow = z
  .object({
    incidentId: guid,
    workflowInstanceId: guid,
    activityInstanceId: orNull(guid).meta({ description: 'Null for the process itself.' }),
    activityId: z.string().meta({ description: 'What has failed: an element, or the key of the process.' }),
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    businessId: z.string().nullable(),
    errorCode: z.string(),
    errorMessage: z.string(),
    cause: z.string().meta({ description: 'Kind of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`.' }),
    retryDoes: z.string().meta({ description: 'What a retry repeats, for example `job`, `enter`, `leave`.' }),
    count: z.int().min(1).meta({ description: 'How often it has failed at this place.' }),
    firstFailedAt: timestamp,
    lastFailedAt: timestamp,
  })
  .meta({ id: 'Incident' });

/** A dead letter: a command or timer that failed permanently (docs/contributing/spec/http/dead-letters.md#list-of-dead-letters). */
export const deadLetterRow = z
  .object({
    deadLetterId: guid.meta({ description: 'The id of the command.' }),
    kind: z.string(),
    status: z.enum(['Parked', 'Retrying', 'CarriedOut', 'Refused', 'Dropped']),
    instanceId: orNull(guid),
    processKey: z.string().nullable(),
    errorMessage: z.string().meta({ description: 'The first line of the error.' }),
    attempts: z.int().min(1).meta({ description: 'How often it became a dead letter.' }),
    firstParkedAt: timestamp,
    parkedAt: timestamp,
    retriedAt: orNull(timestamp),
    retriedBy: z.string().nullable(),
    endedAt: orNull(timestamp),
    endedBy: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was dropped, or the code with which it was refused.' }),
    canRetry: z.boolean(),
  })
  .meta({ id: 'DeadLetterRow' });
const path = z.string().nullable();
export const deadLetterDetails = deadLetterRow
  .extend({
    error: z.string(),
    command: z.unknown().meta({ description: 'The whole command, with its values.' }),
    senderInstanceId: orNull(guid).meta({
      description: 'The instance whose stream of messages, signals and calls it belongs to.',
    }),
    whyNotRetried: z.string().nullable(),
    ifDropped: z.string().nullable().meta({ description: 'What it means that it is dropped.' }),
    links: z.object({ self: z.string(), instanceState: path, instanceHistory: path }),
  })
  .meta({ id: 'DeadLetter' });
/** What became of dead letters that were retried or dropped. */
export const handledLetters = z
  .object({
    deadLetterIds: z.array(guid),
    remainingCount: z.int().min(0).meta({ description: 'Further ones that fit, beyond the limit.' }),
    refusedCount: z.int().min(0).meta({ description: 'Those that fit and cannot be retried.' }),
    consequences: z
      .array(z.object({ deadLetterId: guid, consequence: z.string() }))
      .meta({ description: 'What it means that they are dropped.' }),
  })
  .meta({ id: 'HandledDeadLetters' });

/** Pages of both lists (docs/contributing/spec/http/lists.md#paging). */
export const incidentPage = z.object({ items: z.array(incidentRow), ...paging }).meta({ id: 'IncidentPage' });
export const deadLetterPage = z.object({ items: z.array(deadLetterRow), ...paging }).meta({ id: 'DeadLetterPage' });
