import { formatTimestamp } from '../../platform/clock.ts';
import { type HistoryItem, historyNames, listHistory } from '../../queries/instance-history.ts';
import { parseListQuery } from '../../queries/list-query.ts';
import { readQueryParameters } from '../../queries/query-parameters.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { errorAnswer, jsonAnswer, problemAnswer } from '../answer.ts';
import type { Endpoint } from '../endpoint.ts';
import { instanceNotFound } from '../http-errors.ts';

/** GET /Instances/{instanceId}/history (contract 2.13). Read from the journal, so it needs no wait for the projection (2.11, note 2). */
export function historyRoute(db: ReadDatabase): Endpoint {
  return {
    method: 'GET',
    pattern: '/Instances/{instanceId}/history',
    async handle({ path, queryText, params: [instanceId = ''] }) {
      const query = parseListQuery(readQueryParameters(queryText), historyNames);
      if (!query.ok) return problemAnswer(400, query.detail, path);
      const found = await listHistory(db, instanceId, query.value);
      if (found === undefined) return errorAnswer(404, instanceNotFound(instanceId));
      const { items, totalCount, page, pageSize } = found;
      return jsonAnswer({ items: items.map(itemJson), totalCount, page, pageSize });
    },
  };
}

function itemJson({ sequence, type, occurredAt, activityId, activityInstanceId, data }: HistoryItem): object {
  return { sequence, type, occurredAt: formatTimestamp(occurredAt), activityId, activityInstanceId, data };
}
