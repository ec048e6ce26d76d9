import { deadLetterDetails, deadLetterPage, handledLetters } from '../schemas/failed-work.ts';
import { dropLetterRequest, dropLettersRequest, retryLetterRequest, retryLettersRequest } from '../schemas/requests.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { deadLettersQuery } from './parameters.ts';

const tag = 'Dead letters';
const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Dead letter '<id>' not found." };
const NO_TIME: DocumentedRefusal = { status: 400, shape: 'P', text: 'ParkedBefore must be a timestamp.' };
const REASON: DocumentedRefusal = { status: 400, shape: 'E', text: 'Reason is required' };
const OF_ONE: readonly DocumentedRefusal[] = [
  NOT_FOUND,
  { status: 409, shape: 'P', text: "Dead letter '<id>' is being retried since <time>, by <actor>." },
  { status: 409, shape: 'P', text: "Dead letter '<id>' was retried at <time>." },
];

/** /DeadLetters (docs/contributing/spec/http/dead-letters.md). */
export const deadLetterOperations: readonly Operation[] = [
  {
    method: 'GET',
    pattern: '/DeadLetters',
    id: 'listDeadLetters',
    tag,
    summary: 'Dead letters: commands and timers that failed permanently, newest first',
    description: 'Those that have ended are shown only when the status is filtered by.',
    policy: 'Read',
    query: deadLettersQuery,
    examples: { 'of one kind': { filters: 'Kind==StartInstance', sorts: '-ParkedAt' }, dropped: { filters: 'Status==Dropped' } },
    answer: deadLetterPage,
  },
  {
    method: 'GET',
    pattern: '/DeadLetters/{deadLetterId}',
    id: 'readDeadLetter',
    tag,
    summary: 'One dead letter with its command, its error and what it belongs to',
    policy: 'Read',
    answer: deadLetterDetails,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/DeadLetters/{deadLetterId}/retry',
    id: 'retryDeadLetter',
    tag,
    summary: 'Retries a dead letter under its old id',
    policy: 'Admin',
    body: retryLetterRequest,
    examples: { 'no members': {} },
    answer: handledLetters,
    refusals: [...OF_ONE, { status: 409, shape: 'P', text: "Dead letter '<id>' cannot be retried: <why>." }],
  },
  {
    method: 'POST',
    pattern: '/DeadLetters/{deadLetterId}/drop',
    id: 'dropDeadLetter',
    tag,
    summary: 'Drops a dead letter for good',
    policy: 'Admin',
    body: dropLetterRequest,
    examples: { 'with a reason': { Reason: 'Ordered again by phone' } },
    answer: handledLetters,
    refusals: [...OF_ONE, REASON],
  },
  {
    method: 'POST',
    pattern: '/DeadLetters/retry',
    id: 'retryDeadLetters',
    tag,
    summary: 'Puts the oldest dead letters that fit back',
    policy: 'Admin',
    body: retryLettersRequest,
    examples: { 'of one process': { ProcessKey: 'order', Limit: 50 }, 'of any kind': {} },
    answer: handledLetters,
    refusals: [NO_TIME],
  },
  {
    method: 'POST',
    pattern: '/DeadLetters/drop',
    id: 'dropDeadLetters',
    tag,
    summary: 'Drops the oldest dead letters that fit',
    policy: 'Admin',
    body: dropLettersRequest,
    examples: { 'old ones': { ParkedBefore: '2026-01-01T00:00:00Z', Reason: 'Too old to matter' } },
    answer: handledLetters,
    refusals: [
      NO_TIME,
      REASON,
      { status: 400, shape: 'P', text: 'At least one of Kind, InstanceId, ProcessKey and ParkedBefore is required.' },
    ],
  },
];
