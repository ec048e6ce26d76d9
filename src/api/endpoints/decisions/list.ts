import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import {
  type DecisionItem,
  decisionKey,
  decisionNames,
  listDecisions,
  readLatestDecision,
} from '../../../queries/decision-list.ts';
import { keyCondition, limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { holdsUnstorableText, readQueryParameters } from '../../../requests/request-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import { decisionNotDeployed } from '../../http-errors.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { DECISION_NOT_DEPLOYED } from '../refusals.ts';

const decisionRow = z
  .object({
    decisionKey: z.string(),
    version: z.int().min(1),
    name: z.string(),
    versionTag: orNull(z.string()),
    deployedAt: timestamp,
  })
  .meta({ id: 'Decision' });

const decisionPage = z.object({ items: z.array(decisionRow), ...paging }).meta({ id: 'DecisionPage' });

/** See docs/contributing/spec/decisions.md#decisions-over-http. Rows are written in the transaction of the deploy, so no wait for the projection. */
export const decisionReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Decisions',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listDecisions',
    tag: 'Decisions',
    summary: 'List decisions',
    description: 'One row per version of each decision.',
    shards: 'copies',
    query: listQuery('DecisionKey, Version', 'DecisionKey, Version, DeployedAt', 'DecisionKey,-Version'),
    examples: { 'versions of a decision': { filters: 'DecisionKey==fee', sorts: '-Version' } },
    answer: decisionPage,
    async handle({ path, queryText, limits }, { db }) {
      const query = parseListQuery(readQueryParameters(queryText), decisionNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const found = await listDecisions(db, limited(query.value, keyCondition(decisionKey, limits)));
      const { items, totalCount, page, pageSize } = found;
      return jsonAnswer({ items: items.map(rowJson), totalCount, page, pageSize });
    },
  },
  {
    method: 'GET',
    pattern: '/Decisions/{key}',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readDecision',
    tag: 'Decisions',
    summary: 'Read the latest version of a decision',
    shards: 'copies',
    answer: decisionRow,
    refusals: [DECISION_NOT_DEPLOYED],
    async handle({ path, params: [key = ''] }, { db }) {
      const found = holdsUnstorableText(key) ? undefined : await readLatestDecision(db, key);
      return found === undefined
        ? problemAnswer('unknown-decision', decisionNotDeployed(key, null), path)
        : jsonAnswer(rowJson(found));
    },
  },
];

function rowJson({ key, version, name, versionTag, deployedAt }: DecisionItem): ResponseBody<typeof decisionRow> {
  return { decisionKey: key, version, name, versionTag, deployedAt: formatTimestamp(deployedAt) };
}
