import { z } from 'zod';
import { paging } from './responses.ts';
import { guid, orNull, timestamp } from './values.ts';

/** A failure that waits for an operator (docs/contributing/spec/incidents.md#list-of-incidents). */
export const incidentRow = z
  .object({
    incidentId: guid,
    workflowInstanceId: guid,
    activityInstanceId: orNull(guid).meta({ description: 'Null if the process itself failed.' }),
    activityId: z.string().meta({ description: 'Id of the failed element, or the key of the process.' }),
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    businessId: z.string().nullable(),
    errorCode: z.string(),
    errorMessage: z.string(),
    cause: z.string().meta({ description: 'Type of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`.' }),
    retryDoes: z.string().meta({ description: 'The part that a retry repeats, for example `job`, `enter`, `leave`.' }),
    count: z.int().min(1).meta({ description: 'Number of failures at this element.' }),
    firstFailedAt: timestamp,
    lastFailedAt: timestamp,
  })
  .meta({ id: 'Incident' });

/** A dead letter: a command or timer that failed permanently (docs/contributing/spec/http/dead-letters.md#list-of-dead-letters). */
export const deadLetterRow = z
  .object({
    deadLetterId: guid.meta({ description: 'Id of the command.' }),
    kind: z.string(),
    status: z.enum(['Parked', 'Retrying', 'CarriedOut', 'Refused', 'Dropped']),
    instanceId: orNull(guid),
    processKey: z.string().nullable(),
    errorMessage: z.string().meta({ description: 'First line of the error.' }),
    attempts: z.int().min(1).meta({ description: 'How often the command failed permanently.' }),
    firstParkedAt: timestamp,
    parkedAt: timestamp,
    retriedAt: orNull(timestamp),
    retriedBy: z.string().nullable(),
    endedAt: orNull(timestamp),
    endedBy: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Reason for the discard, or the code of the rejection.' }),
    canRetry: z.boolean(),
  })
  .meta({ id: 'DeadLetterRow' });
const path = z.string().nullable();
export const deadLetterDetails = deadLetterRow
  .extend({
    error: z.string(),
    command: z.unknown().meta({ description: 'Complete command with its values.' }),
    senderInstanceId: orNull(guid).meta({
      description: 'Instance that sent the message, signal or call.',
    }),
    whyNotRetried: z.string().nullable(),
    ifDropped: z.string().nullable().meta({ description: 'Consequence of a discard.' }),
    links: z.object({ self: z.string(), instanceState: path, instanceHistory: path }),
  })
  .meta({ id: 'DeadLetter' });
/** What became of dead letters that were retried or dropped. */
export const handledLetters = z
  .object({
    deadLetterIds: z.array(guid),
    remainingCount: z.int().min(0).meta({ description: 'Number of further matches beyond the limit.' }),
    refusedCount: z.int().min(0).meta({ description: 'Number of matches that cannot be retried.' }),
    consequences: z
      .array(z.object({ deadLetterId: guid, consequence: z.string() }))
      .meta({ description: 'Consequences of the discard.' }),
  })
  .meta({ id: 'HandledDeadLetters' });

/** Pages of both lists (docs/contributing/spec/http/lists.md#paging). */
export const incidentPage = z.object({ items: z.array(incidentRow), ...paging }).meta({ id: 'IncidentPage' });
export const deadLetterPage = z.object({ items: z.array(deadLetterRow), ...paging }).meta({ id: 'DeadLetterPage' });
