import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { type EvaluationItem, evaluationNames, listEvaluations } from '../../queries/history/instance-decisions.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import type { Endpoint } from '../endpoint.ts';
import { keptDecisions } from './kept-decisions.ts';

/** GET /Decisions/{key}/evaluations (docs/contributing/spec/http/decisions.md#evaluations). The rows are written with the reply: nothing has to be waited for. */
export function evaluationsRoute(db: ReadDatabase): Endpoint {
  return {
    method: 'GET',
    pattern: '/Decisions/{key}/evaluations',
    async handle({ path, params: [key = ''], queryText }) {
      const query = parseListQuery(readQueryParameters(queryText), evaluationNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const { paging } = query.value;
      if (holdsUnstorableText(key)) return jsonAnswer({ items: [], totalCount: 0, ...paging });
      const { items, totalCount, page, pageSize } = await listEvaluations(db, key, query.value);
      return jsonAnswer({ items: items.map(itemJson), totalCount, page, pageSize });
    },
  };
}

/** An omitted value stays omitted, because null is a value. */
function itemJson({ evaluatedAt, variables, decided, ...item }: EvaluationItem): object {
  const { evaluationId, version, outcome, businessId, actor, failure } = item;
  return {
    evaluationId,
    version,
    evaluatedAt: formatTimestamp(evaluatedAt),
    outcome,
    businessId,
    actor,
    failure,
    ...(variables !== null && { variables }),
    decisions: keptDecisions(decided.decisions),
    moreDecisions: decided.more,
  };
}
