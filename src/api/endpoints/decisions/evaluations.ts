import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type EvaluationItem, evaluationNames, listEvaluations } from '../../../queries/history/instance-decisions.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { holdsUnstorableText, readQueryParameters } from '../../../requests/request-texts.ts';
import type { ReadEndpoint } from '../../endpoint.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { countOfOmitted, keptDecision, keptDecisions, TOO_LONG } from '../../schemas/kept-decisions.ts';
import { guid, orNull, paging, timestamp, variables } from '../../schemas/values.ts';

/** Stored evaluation (docs/contributing/spec/decisions.md#evaluations). */
const decisionEvaluation = z
  .object({
    evaluationId: guid,
    version: z.int().min(1),
    evaluatedAt: timestamp,
    outcome: z.enum(['made', 'failed']),
    businessId: orNull(z.string()).meta({ description: 'Business id of the request. Null if it had none.' }),
    actor: orNull(z.string()).meta({ description: 'User who sent the request. Null if unknown.' }),
    failure: orNull(z.string()).meta({ description: 'Why the evaluation failed. Null if it succeeded.' }),
    variables: variables.optional().meta({ description: TOO_LONG }),
    decisions: z
      .array(keptDecision)
      .meta({ description: 'All evaluated decisions, required decisions first. Empty if the evaluation failed.' }),
    moreDecisions: countOfOmitted('decisions'),
  })
  .meta({ id: 'DecisionEvaluation' });

const decisionEvaluationPage = z.object({ items: z.array(decisionEvaluation), ...paging }).meta({ id: 'DecisionEvaluationPage' });

/** Empty for an unknown key. Rows are written in the transaction of the reply, so no wait for the projection. */
export const decisionEvaluations: ReadEndpoint = {
  method: 'GET',
  pattern: '/Decisions/{key}/evaluations',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'listDecisionEvaluations',
  tag: 'Decisions',
  summary: 'List evaluations of a decision',
  description: 'Stored evaluations through the evaluate endpoint, newest first.',
  shards: { sorts: '-EvaluatedAt', id: 'evaluationId' },
  query: listQuery('EvaluationId, Version, Outcome, BusinessId, Actor, EvaluatedAt', 'EvaluatedAt', '-EvaluatedAt'),
  examples: { 'failed evaluations': { filters: 'Outcome==failed' } },
  answer: decisionEvaluationPage,
  async handle({ path, params: [key = ''], queryText }, { db }) {
    const query = parseListQuery(readQueryParameters(queryText), evaluationNames);
    if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
    const { paging: asked } = query.value;
    if (holdsUnstorableText(key)) return jsonAnswer({ items: [], totalCount: 0, ...asked });
    const { items, totalCount, page, pageSize } = await listEvaluations(db, key, query.value);
    return jsonAnswer({ items: items.map(itemJson), totalCount, page, pageSize });
  },
};

/** Values that were not stored are absent, because null is a possible value. */
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
