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
    summary: 'List dead letters',
    description:
      'Commands and timers that failed permanently, newest first. Handled dead letters are listed only if you filter by `Status`.',
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
    summary: 'Read a dead letter',
    description: 'The dead letter with its command, its error and the related instance.',
    policy: 'Read',
    answer: deadLetterDetails,
    refusals: [NOT_FOUND],
  },
  {
    method: 'POST',
    pattern: '/DeadLetters/{deadLetterId}/retry',
    id: 'retryDeadLetter',
    tag,
    summary: 'Retry a dead letter',
    description: 'Sluice runs the command again under its original id.',
    policy: 'Admin',
    body: retryLetterRequest,
    examples: { 'empty body': {} },
    answer: handledLetters,
    refusals: [...OF_ONE, { status: 409, shape: 'P', text: "Dead letter '<id>' cannot be retried: <why>." }],
  },
  {
    method: 'POST',
    pattern: '/DeadLetters/{deadLetterId}/drop',
    id: 'dropDeadLetter',
    tag,
    summary: 'Discard a dead letter',
    description: 'The command never runs. You cannot undo this. The response shows the consequence.',
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
    summary: 'Retry dead letters by filter',
    description: 'Retries the oldest dead letters that match, up to `Limit`.',
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
    summary: 'Discard dead letters by filter',
    description: 'Discards the oldest dead letters that match, up to `Limit`. You cannot undo this.',
    policy: 'Admin',
    body: dropLettersRequest,
    examples: { 'parked before a date': { ParkedBefore: '2026-01-01T00:00:00Z', Reason: 'Too old to matter' } },
    answer: handledLetters,
    refusals: [
      NO_TIME,
      REASON,
      { status: 400, shape: 'P', text: 'At least one of Kind, InstanceId, ProcessKey and ParkedBefore is required.' },
    ],
  },
];
