import { errorAnswer, jsonAnswer, jsonPartsAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { JsonList, jsonParts } from '../../platform/json-parts.ts';
import { type HistoryItem, historyNames, listHistory } from '../../queries/history/instance-history.ts';
import { isInstanceWithin } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import type { Endpoint } from '../endpoint.ts';
import { instanceNotFound } from '../http-errors.ts';
import { refusalUntilReached } from '../min-position.ts';

/**
 * GET /Instances/{instanceId}/history (docs/contributing/spec/http/instances.md#history). Read from the journal, so it waits for the projection only when
 * `Service-Min-Position` asks it to.
 */
export function historyRoute(db: ReadDatabase): Endpoint {
  return {
    method: 'GET',
    pattern: '/Instances/{instanceId}/history',
    readsProjection: true,
    async handle(request) {
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
}

function itemJson({ sequence, type, occurredAt, activityId, activityInstanceId, data, actor }: HistoryItem): object {
  const by = actor === null ? {} : { actor };
  return { sequence, type, occurredAt: formatTimestamp(occurredAt), activityId, activityInstanceId, data, ...by };
}
