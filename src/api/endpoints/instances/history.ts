import { z } from 'zod';
import { errorAnswer, JsonList, jsonAnswer, jsonParts, jsonPartsAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type HistoryItem, historyNames, listHistory } from '../../../queries/history/instance-history.ts';
import { isInstanceWithin } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { ReadEndpoint } from '../../endpoint.ts';
import { instanceNotFound } from '../../http-errors.ts';
import { refusalUntilReached } from '../../min-position.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { guid, orNull, paging, timestamp } from '../../schemas/values.ts';
import { INSTANCE_NOT_FOUND } from '../refusals.ts';

/** See docs/contributing/spec/http/instances.md#history. */
const historyItem = z
  .object({
    sequence: z.int().min(1),
    type: z.string(),
    occurredAt: timestamp,
    activityId: z.string().nullable(),
    activityInstanceId: orNull(guid),
    data: z.record(z.string(), z.unknown()),
    actor: z.string().optional(),
  })
  .meta({ id: 'HistoryItem' });

const historyPage = z.object({ items: z.array(historyItem), ...paging }).meta({ id: 'HistoryPage' });

/** Reads the event history; waits for the projection only with `Service-Min-Position`. */
export const readHistory: ReadEndpoint = {
  method: 'GET',
  pattern: '/Instances/{instanceId}/history',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'readHistory',
  tag: 'Instances',
  summary: 'Read the history of an instance',
  description: 'Events of the instance, oldest first.',
  readsProjection: true,
  query: listQuery('Sequence, Type, ActivityId, ActivityInstanceId, OccurredAt', 'Sequence', 'Sequence'),
  examples: { 'completed activities': { filters: 'Type==ActivityCompleted', sorts: '-Sequence' } },
  answer: historyPage,
  refusals: [INSTANCE_NOT_FOUND],
  async handle(request, { db }) {
    const { path, queryText } = request;
    const [instanceId = ''] = request.params;
    const query = parseListQuery(readQueryParameters(queryText), historyNames);
    if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
    const refusal = await refusalUntilReached(db, request);
    if (refusal !== undefined) return refusal;
    if (!(await isInstanceWithin(db, instanceId, request.limits)))
      return errorAnswer('unknown-instance', instanceNotFound(instanceId));
    const found = await listHistory(db, instanceId, query.value, request.hasLeft);
    if (found === undefined) return errorAnswer('unknown-instance', instanceNotFound(instanceId));
    const { items, totalCount, page, pageSize, isLong } = found;
    if (!isLong) return jsonAnswer({ items: items.map(itemJson), totalCount, page, pageSize });
    const list = JsonList.of(
      () => [items],
      (item: HistoryItem) => JSON.stringify(itemJson(item)),
    );
    return jsonPartsAnswer(jsonParts({ items: list, totalCount, page, pageSize }));
  },
};

function itemJson({ sequence, type, occurredAt, activityId, activityInstanceId, data, actor }: HistoryItem): object {
  const by = actor === null ? {} : { actor };
  return { sequence, type, occurredAt: formatTimestamp(occurredAt), activityId, activityInstanceId, data, ...by };
}
