import { errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { type InstanceDecision, instanceDecisionNames, listInstanceDecisions } from '../../queries/history/instance-decisions.ts';
import { isInstanceWithin } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import type { Endpoint } from '../endpoint.ts';
import { instanceNotFound } from '../http-errors.ts';
import { refusalUntilReached } from '../min-position.ts';
import { keptDecisions } from './kept-decisions.ts';

/** GET /Instances/{instanceId}/decisions (docs/contributing/spec/http/instances.md#decisions). Read from the journal, as the history is. */
export function instanceDecisionsRoute(db: ReadDatabase): Endpoint {
  return {
    method: 'GET',
    pattern: '/Instances/{instanceId}/decisions',
    readsProjection: true,
    async handle(request) {
      const { path, queryText } = request;
      const [instanceId = ''] = request.params;
      const query = parseListQuery(readQueryParameters(queryText), instanceDecisionNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      if (!(await isInstanceWithin(db, instanceId, request.limits)))
        return errorAnswer('unknown-instance', instanceNotFound(instanceId));
      const found = await listInstanceDecisions(db, instanceId, query.value, request.hasLeft);
      if (found === undefined) return errorAnswer('unknown-instance', instanceNotFound(instanceId));
      const { items, totalCount, page, pageSize } = found;
      return jsonAnswer({ items: items.map(itemJson), totalCount, page, pageSize });
    },
  };
}

function itemJson({ sequence, occurredAt, activityId, activityInstanceId, decided }: InstanceDecision): object {
  const { keys, version = null, decisions, more } = decided;
  return {
    sequence,
    occurredAt: formatTimestamp(occurredAt),
    activityId,
    activityInstanceId,
    decisionKeys: keys,
    version,
    decisions: keptDecisions(decisions),
    moreDecisions: more,
  };
}
