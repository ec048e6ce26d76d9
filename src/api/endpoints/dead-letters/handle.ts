import { z } from 'zod';
import type { HandledLetters, LetterFilter } from '../../../messages/dead-letters.ts';
import { type Answer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { readFilterValue } from '../../../queries/lists/filter-values.ts';
import type { Members } from '../../body/members.ts';
import { consequenceOf } from '../../dead-letter-texts.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { optionalGuid, optionalText, optionalWhole, requiredText } from '../../schemas/members.ts';
import { guid, type ResponseBody } from '../../schemas/values.ts';
import { DEAD_LETTER_NOT_FOUND } from '../refusals.ts';

/** Default limit per request. */
const BATCH = 100;

const letterFilter = {
  Kind: optionalText('Only dead letters with this kind of command.'),
  InstanceId: optionalGuid('Only dead letters of this instance.'),
  ProcessKey: optionalText('Only dead letters of this process key.'),
  ParkedBefore: optionalText('Only dead letters that last failed before this time.'),
  Limit: optionalWhole(1, 500, 'Most dead letters in one request, oldest first. Default: 100.'),
};

const dropReason = () => requiredText('Reason is required', 'Reason for the discard.');

const retryLetterRequest = z.object({}).meta({ id: 'RetryDeadLetterRequest' });

const retryLettersRequest = z.object(letterFilter).meta({ id: 'RetryDeadLettersRequest' });

const dropLetterRequest = z.object({ Reason: dropReason() }).meta({ id: 'DropDeadLetterRequest' });

const dropLettersRequest = z.object({ ...letterFilter, Reason: dropReason() }).meta({ id: 'DropDeadLettersRequest' });

/** Result of a retry or a discard. */
const handledLetters = z
  .object({
    deadLetterIds: z.array(guid),
    remainingCount: z.int().min(0).meta({ description: 'Number of further matches beyond the limit.' }),
    refusedCount: z.int().min(0).meta({ description: 'Number of matches that cannot be retried.' }),
    consequences: z
      .array(z.object({ deadLetterId: guid, consequence: z.string() }))
      .meta({ description: 'Consequences of the discard.' }),
  })
  .meta({ id: 'HandledDeadLetters' });

const NO_TIME: DocumentedRefusal = { status: 400, shape: 'P', text: 'ParkedBefore must be a timestamp.' };

const REASON: DocumentedRefusal = { status: 400, shape: 'E', text: 'Reason is required' };

const OF_ONE: readonly DocumentedRefusal[] = [
  DEAD_LETTER_NOT_FOUND,
  { status: 409, shape: 'P', text: "Dead letter '<id>' is being retried since <time>, by <actor>." },
  { status: 409, shape: 'P', text: "Dead letter '<id>' was retried at <time>." },
];

const NAMES_NOTHING = 'At least one of Kind, InstanceId, ProcessKey and ParkedBefore is required.';

/** One or many (docs/contributing/spec/incidents.md#dead-letters). */
export const deadLetterActions: readonly Endpoint[] = [
  writeEndpoint({
    method: 'POST',
    pattern: '/DeadLetters/{deadLetterId}/retry',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryDeadLetters'],
    id: 'retryDeadLetter',
    tag: 'Dead letters',
    summary: 'Retry a dead letter',
    description: 'Sluice runs the command again under its original id.',
    body: retryLetterRequest,
    examples: { 'empty body': {} },
    answer: handledLetters,
    refusals: [...OF_ONE, { status: 409, shape: 'P', text: "Dead letter '<id>' cannot be retried: <why>." }],
    handle(request, { run }) {
      const [letterId = ''] = request.params;
      return run(request, { kind: 'RetryDeadLetters', selection: { letterId } }, handledAnswer);
    },
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/DeadLetters/{deadLetterId}/drop',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DropDeadLetters'],
    id: 'dropDeadLetter',
    tag: 'Dead letters',
    summary: 'Discard a dead letter',
    description: 'The command never runs. You cannot undo this. The response shows the consequence.',
    body: dropLetterRequest,
    examples: { 'with a reason': { Reason: 'Ordered again by phone' } },
    answer: handledLetters,
    refusals: [...OF_ONE, REASON],
    handle(request, { run }) {
      const [letterId = ''] = request.params;
      return run(request, { kind: 'DropDeadLetters', selection: { letterId }, reason: request.members.Reason }, droppedAnswer);
    },
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/DeadLetters/retry',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'RetryDeadLetters'],
    id: 'retryDeadLetters',
    tag: 'Dead letters',
    summary: 'Retry dead letters by filter',
    description: 'Retries the oldest dead letters that match, up to `Limit`.',
    body: retryLettersRequest,
    examples: { 'of one process': { ProcessKey: 'order', Limit: 50 }, 'of any kind': {} },
    answer: handledLetters,
    refusals: [NO_TIME],
    handle(request, { run }) {
      const selection = selectionOf(request.members);
      if (selection === undefined) return noTime(request.path);
      return run(request, { kind: 'RetryDeadLetters', selection }, handledAnswer);
    },
  }),
  writeEndpoint({
    method: 'POST',
    pattern: '/DeadLetters/drop',
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DropDeadLetters'],
    id: 'dropDeadLetters',
    tag: 'Dead letters',
    summary: 'Discard dead letters by filter',
    description: 'Discards the oldest dead letters that match, up to `Limit`. You cannot undo this.',
    body: dropLettersRequest,
    examples: { 'parked before a date': { ParkedBefore: '2026-01-01T00:00:00Z', Reason: 'Too old to matter' } },
    answer: handledLetters,
    refusals: [
      NO_TIME,
      REASON,
      { status: 400, shape: 'P', text: 'At least one of Kind, InstanceId, ProcessKey and ParkedBefore is required.' },
    ],
    handle(request, { run }) {
      const selection = selectionOf(request.members);
      if (selection === undefined) return noTime(request.path);
      if (isOfAll(selection)) return problemAnswer('missing-field', NAMES_NOTHING, request.path);
      return run(request, { kind: 'DropDeadLetters', selection, reason: request.members.Reason }, droppedAnswer);
    },
  }),
];

function isOfAll({ kind, instanceId, processKey, parkedBefore }: LetterFilter): boolean {
  return kind === null && instanceId === null && processKey === null && parkedBefore === null;
}

/** Returns undefined if `ParkedBefore` is not a valid time. */
function selectionOf(members: Members<typeof retryLettersRequest>): LetterFilter | undefined {
  const { Kind, InstanceId, ProcessKey, ParkedBefore, Limit } = members;
  const time = ParkedBefore === undefined ? undefined : readFilterValue(ParkedBefore, 'time');
  if (ParkedBefore !== undefined && time?.type !== 'time') return undefined;
  return {
    kind: Kind ?? null,
    instanceId: InstanceId ?? null,
    processKey: ProcessKey ?? null,
    parkedBefore: time?.type === 'time' ? new Date(time.value * 1000).toISOString() : null,
    limit: Limit ?? BATCH,
  };
}

function noTime(path: string): Answer {
  return problemAnswer('invalid-field', 'ParkedBefore must be a timestamp.', path);
}

type Handled = ResponseBody<typeof handledLetters>;

function handledAnswer({ letters, remaining, refused }: HandledLetters): Answer {
  const ids = letters.map(({ letterId }) => letterId);
  return jsonAnswer({ deadLetterIds: ids, remainingCount: remaining, refusedCount: refused, consequences: [] } satisfies Handled);
}

function droppedAnswer({ letters, remaining, refused }: HandledLetters): Answer {
  const consequences = letters.map((letter) => ({ deadLetterId: letter.letterId, consequence: consequenceOf(letter) }));
  const ids = letters.map(({ letterId }) => letterId);
  return jsonAnswer({ deadLetterIds: ids, remainingCount: remaining, refusedCount: refused, consequences } satisfies Handled);
}
