import type { HandledLetters, LetterFilter, LetterObstacle } from '../../messages/dead-letters.ts';
import { type Answer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import {
  type DeadLetterDetails,
  type DeadLetterItem,
  deadLetterNames,
  letterCondition,
  listLetters,
  readLetter,
} from '../../queries/dead-letters.ts';
import { limited } from '../../queries/key-limits.ts';
import { readFilterValue } from '../../queries/lists/filter-values.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { createMemberReader, type Members } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { consequenceOf, OBSTACLES } from '../dead-letter-texts.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { deadLetterNotFound } from '../http-errors.ts';
import type { deadLetterDetails, deadLetterRow, handledLetters } from '../schemas/failed-work.ts';
import { dropLetterRequest, dropLettersRequest, retryLettersRequest } from '../schemas/requests.ts';
import type { ResponseBody } from '../schemas/responses.ts';

/** Default of the letters per request. */
const BATCH = 100;

const readDrop = createMemberReader(dropLetterRequest);
const readRetryMany = createMemberReader(retryLettersRequest);
const readDropMany = createMemberReader(dropLettersRequest);

/** /DeadLetters (docs/contributing/spec/http/dead-letters.md). */
export function deadLetterRoutes(run: CommandRunner, db: ReadDatabase): readonly Endpoint[] {
  return [...readRoutes(db), ...routesOfOne(run), ...routesOfMany(run)];
}

function readRoutes(db: ReadDatabase): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/DeadLetters',
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), deadLetterNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const { items, totalCount, page, pageSize } = await listLetters(
          db,
          limited(query.value, letterCondition(request.limits)),
        );
        return jsonAnswer({ items: items.map(rowJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/DeadLetters/{deadLetterId}',
      async handle({ path, params: [letterId = ''], limits }) {
        const letter = await readLetter(db, letterId, limits);
        return letter === undefined
          ? problemAnswer('unknown-dead-letter', deadLetterNotFound(letterId), path)
          : jsonAnswer(detailsJson(letter));
      },
    },
  ];
}

function routesOfOne(run: CommandRunner): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/DeadLetters/{deadLetterId}/retry',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      handle: async (request) => {
        const [letterId = ''] = request.params;
        return run(request, { kind: 'RetryDeadLetters', selection: { letterId } }, handledAnswer);
      },
    },
    {
      method: 'POST',
      pattern: '/DeadLetters/{deadLetterId}/drop',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readDrop(request.body, request.path);
        if (!read.ok) return read.answer;
        const [letterId = ''] = request.params;
        return run(request, { kind: 'DropDeadLetters', selection: { letterId }, reason: read.members.Reason }, droppedAnswer);
      },
    },
  ];
}

function routesOfMany(run: CommandRunner): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/DeadLetters/retry',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readRetryMany(request.body, request.path);
        if (!read.ok) return read.answer;
        const selection = selectionOf(read.members);
        if (selection === undefined) return noTime(request.path);
        return run(request, { kind: 'RetryDeadLetters', selection }, handledAnswer);
      },
    },
    {
      method: 'POST',
      pattern: '/DeadLetters/drop',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readDropMany(request.body, request.path);
        if (!read.ok) return read.answer;
        const selection = selectionOf(read.members);
        if (selection === undefined) return noTime(request.path);
        if (isOfAll(selection)) return problemAnswer('missing-field', NAMES_NOTHING, request.path);
        return run(request, { kind: 'DropDeadLetters', selection, reason: read.members.Reason }, droppedAnswer);
      },
    },
  ];
}

const NAMES_NOTHING = 'At least one of Kind, InstanceId, ProcessKey and ParkedBefore is required.';

function isOfAll({ kind, instanceId, processKey, parkedBefore }: LetterFilter): boolean {
  return kind === null && instanceId === null && processKey === null && parkedBefore === null;
}

/** Undefined: the time is invalid. */
function selectionOf(members: Members<typeof retryLettersRequest>): LetterFilter | undefined {
  const { Kind, InstanceId, ProcessKey, ParkedBefore, Limit } = members;
  const time = ParkedBefore === undefined ? undefined : readFilterValue(ParkedBefore, 'time');
  if (ParkedBefore !== undefined && time?.type !== 'time') return undefined;
  return {
    kind: Kind ?? null,
    instanceId: InstanceId?.trim() || null,
    processKey: ProcessKey ?? null,
    parkedBefore: time?.type === 'time' ? new Date(time.value * 1000).toISOString() : null,
    limit: Limit ?? BATCH,
  };
}

function noTime(path: string): Answer {
  return problemAnswer('invalid-field', 'ParkedBefore must be a timestamp.', path);
}

function handledAnswer({ letters, remaining, refused }: HandledLetters): Answer {
  const ids = letters.map(({ letterId }) => letterId);
  return jsonAnswer({ deadLetterIds: ids, remainingCount: remaining, refusedCount: refused, consequences: [] } satisfies Handled);
}

type Handled = ResponseBody<typeof handledLetters>;

function droppedAnswer({ letters, remaining, refused }: HandledLetters): Answer {
  const consequences = letters.map((letter) => ({ deadLetterId: letter.letterId, consequence: consequenceOf(letter) }));
  const ids = letters.map(({ letterId }) => letterId);
  return jsonAnswer({ deadLetterIds: ids, remainingCount: remaining, refusedCount: refused, consequences } satisfies Handled);
}

function rowJson(item: DeadLetterItem): ResponseBody<typeof deadLetterRow> {
  const { firstAt, lastAt, retriedAt, endedAt, obstacle } = item;
  return {
    deadLetterId: item.letterId,
    kind: item.kind,
    status: item.status,
    instanceId: item.instanceId,
    processKey: item.processKey,
    errorMessage: item.message,
    attempts: item.attempts,
    firstParkedAt: formatTimestamp(firstAt),
    parkedAt: formatTimestamp(lastAt),
    retriedAt: retriedAt && formatTimestamp(retriedAt),
    retriedBy: item.retriedBy,
    endedAt: endedAt && formatTimestamp(endedAt),
    endedBy: item.endedBy,
    reason: item.reason,
    canRetry: item.status === 'Parked' && obstacle === null,
  };
}

function detailsJson(letter: DeadLetterDetails): ResponseBody<typeof deadLetterDetails> {
  const { instanceId, obstacle, endedAt, isInstanceKnown, letterId } = letter;
  const instance = isInstanceKnown && instanceId !== null ? `/Instances/${instanceId}` : undefined;
  return {
    ...rowJson(letter),
    error: letter.error,
    command: commandOf(letter),
    senderInstanceId: letter.senderId,
    whyNotRetried: obstacle === null || obstacle === 'ended' ? null : OBSTACLES[obstacle as LetterObstacle],
    ifDropped: endedAt === null ? consequenceOf(letter) : null,
    links: {
      self: `/DeadLetters/${letterId}`,
      instanceState: instance === undefined ? null : `${instance}/state`,
      instanceHistory: instance === undefined ? null : `${instance}/history`,
    },
  };
}

/** The command in the form in which it runs. Its origin is shown in the audit only. */
function commandOf({ command: text }: DeadLetterDetails): object {
  const { audit: _note, ...command } = JSON.parse(text) as { readonly audit?: unknown };
  return command;
}
