import { z } from 'zod';
import type { LetterObstacle } from '../../../messages/dead-letters.ts';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import {
  type DeadLetterDetails,
  deadLetterNames,
  letterCondition,
  listLetters,
  type PlacedLetter,
  readLetter,
} from '../../../queries/dead-letters.ts';
import { limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import { consequenceOf, OBSTACLES } from '../../dead-letter-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import { deadLetterNotFound } from '../../http-errors.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { rootJson, rootMembers } from '../../schemas/called-incidents.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { DEAD_LETTER_NOT_FOUND } from '../refusals.ts';

/** A command or timer that failed permanently (docs/contributing/spec/incidents.md#list-of-dead-letters). */
const deadLetterRow = z
  .object({
    deadLetterId: guid.meta({ description: 'Id of the command.' }),
    kind: z.string(),
    status: z.enum(['Parked', 'Retrying', 'CarriedOut', 'Refused', 'Dropped']),
    instanceId: orNull(guid),
    processKey: z.string().nullable(),
    businessId: z
      .string()
      .nullable()
      .meta({ description: 'Business id of the instance. Null: none, or the instance is not in the lists.' }),
    ...rootMembers,
    errorMessage: z.string().meta({ description: 'First line of the error.' }),
    attempts: z.int().min(1).meta({ description: 'How often the command failed permanently.' }),
    firstParkedAt: timestamp,
    parkedAt: timestamp,
    retriedAt: orNull(timestamp),
    retriedBy: z.string().nullable(),
    endedAt: orNull(timestamp),
    endedBy: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Reason for the discard, or the code of the rejection.' }),
    canRetry: z.boolean().meta({ description: 'True if the status is Parked and nothing prevents a retry.' }),
  })
  .meta({ id: 'DeadLetterRow' });

const path = z.string().nullable();

const deadLetterDetails = deadLetterRow
  .extend({
    error: z.string(),
    command: z.unknown().meta({ description: 'Complete command with its values.' }),
    senderInstanceId: orNull(guid).meta({
      description: 'Instance that sent the message, signal or call.',
    }),
    whyNotRetried: z
      .string()
      .nullable()
      .meta({ description: 'Why a retry is impossible. Null if nothing prevents it, and for handled dead letters.' }),
    ifDropped: z.string().nullable().meta({ description: 'Consequence of a discard. Null for handled dead letters.' }),
    links: z.object({ self: z.string(), instanceState: path, instanceHistory: path }),
  })
  .meta({ id: 'DeadLetter' });

const deadLetterPage = z.object({ items: z.array(deadLetterRow), ...paging }).meta({ id: 'DeadLetterPage' });

/** List and details (docs/contributing/spec/incidents.md#dead-letters). */
export const deadLetterReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/DeadLetters',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listDeadLetters',
    tag: 'Dead letters',
    summary: 'List dead letters',
    description:
      'Commands and timers that failed permanently, newest first. Handled dead letters are listed only if you filter by `Status`.',
    shards: { sorts: '-ParkedAt', id: 'deadLetterId' },
    query: listQuery(
      'Kind, Status, InstanceId, ProcessKey, ParkedAt, FirstParkedAt, Attempts',
      'ParkedAt, FirstParkedAt, Kind, Attempts',
      '-ParkedAt',
    ),
    examples: { 'of one kind': { filters: 'Kind==StartInstance', sorts: '-ParkedAt' }, dropped: { filters: 'Status==Dropped' } },
    answer: deadLetterPage,
    async handle(request, { db }) {
      const query = parseListQuery(readQueryParameters(request.queryText), deadLetterNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
      const found = await listLetters(db, limited(query.value, letterCondition(request.limits)), request.limits);
      const { items, totalCount, page, pageSize } = found;
      return jsonAnswer({ items: items.map(rowJson), totalCount, page, pageSize });
    },
  },
  {
    method: 'GET',
    pattern: '/DeadLetters/{deadLetterId}',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readDeadLetter',
    tag: 'Dead letters',
    summary: 'Read a dead letter',
    description: 'The dead letter with its command, its error and the related instance.',
    shards: 'any',
    answer: deadLetterDetails,
    refusals: [DEAD_LETTER_NOT_FOUND],
    async handle({ path: asked, params: [letterId = ''], limits }, { db }) {
      const letter = await readLetter(db, letterId, limits);
      return letter === undefined
        ? problemAnswer('unknown-dead-letter', deadLetterNotFound(letterId), asked)
        : jsonAnswer(detailsJson(letter));
    },
  },
];

function rowJson(item: PlacedLetter): ResponseBody<typeof deadLetterRow> {
  const { firstAt, lastAt, retriedAt, endedAt, obstacle } = item;
  return {
    deadLetterId: item.letterId,
    kind: item.kind,
    status: item.status,
    instanceId: item.instanceId,
    processKey: item.processKey,
    businessId: item.businessId,
    ...(item.root !== undefined && rootJson(item.root)),
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

/** Command without audit data, which only the audit log shows. */
function commandOf({ command: text }: DeadLetterDetails): object {
  const { audit: _note, ...command } = JSON.parse(text) as { readonly audit?: unknown };
  return command;
}
