import { z } from 'zod';
import { errorAnswer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import {
  type InstanceDecision,
  instanceDecisionNames,
  listInstanceDecisions,
} from '../../../queries/history/instance-decisions.ts';
import { isInstanceWithin } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { ReadEndpoint } from '../../endpoint.ts';
import { instanceNotFound } from '../../http-errors.ts';
import { refusalUntilReached } from '../../min-position.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { countOfOmitted, keptDecision, keptDecisions } from '../../schemas/kept-decisions.ts';
import { guid, orNull, paging, timestamp } from '../../schemas/values.ts';
import { INSTANCE_NOT_FOUND } from '../refusals.ts';

/** Decisions of one activity (docs/contributing/spec/http/instances.md#decisions). */
const instanceDecision = z
  .object({
    sequence: z.int().min(1),
    occurredAt: timestamp,
    activityId: z.string().nullable(),
    activityInstanceId: guid,
    decisionKeys: z.array(z.string()).meta({ description: 'Decisions that the activity requested.' }),
    version: orNull(z.int().min(1)).meta({
      description: 'Version of the decisions. Null if they were deployed with the process.',
    }),
    decisions: z.array(keptDecision).meta({ description: 'All evaluated decisions, required decisions first.' }),
    moreDecisions: countOfOmitted('decisions'),
  })
  .meta({ id: 'InstanceDecision' });

const instanceDecisionPage = z.object({ items: z.array(instanceDecision), ...paging }).meta({ id: 'InstanceDecisionPage' });

/** Reads the event history. */
export const readInstanceDecisions: ReadEndpoint = {
  method: 'GET',
  pattern: '/Instances/{instanceId}/decisions',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'readInstanceDecisions',
  tag: 'Instances',
  summary: 'Read the decisions of an instance',
  description: 'Decisions that the tasks of the instance evaluated, with the matching rules, oldest first.',
  readsProjection: true,
  query: listQuery('Sequence, ActivityId, ActivityInstanceId, OccurredAt', 'Sequence', 'Sequence'),
  examples: { 'the latest decision': { sorts: '-Sequence', pageSize: '1' } },
  answer: instanceDecisionPage,
  refusals: [INSTANCE_NOT_FOUND],
  async handle(request, { db }) {
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
