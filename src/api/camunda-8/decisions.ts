import { isWithin } from '../../platform/access-roles.ts';
import { readDecisionText } from '../../queries/decision-list.ts';
import {
  decisionSource,
  evaluationSource,
  type SearchedDecision,
  type SearchedEvaluation,
} from '../../queries/search-sources.ts';
import { readingCopy } from '../shards/each-shard.ts';
import type { Camunda8Endpoint } from './endpoint.ts';
import { DEFAULT_TENANT } from './fields.ts';
import { notFound } from './results.ts';
import { oneAnswer, type Searched, searchAnswer } from './search.ts';

const DECISION_KEY = /^decision:(.*):(\d+)$/s;

/** Parses `decision:<key>:<version>`. */
export function decisionOf(id: string | undefined): { readonly key: string; readonly version: number } | undefined {
  const [, key, version] = DECISION_KEY.exec(id ?? '') ?? [];
  return key === undefined ? undefined : { key, version: Number(version) };
}

const decisions: Searched<SearchedDecision> = {
  isCopied: true,
  source: decisionSource,
  names: {
    decisionDefinitionKey: 'decisionId',
    decisionDefinitionId: 'key',
    name: 'name',
    version: 'version',
    decisionRequirementsId: 'key',
    decisionRequirementsKey: 'decisionId',
    isLatestVersion: 'isLatest',
  },
  ids: ({ decisionId }) => [{ id: decisionId }],
  json: ({ decisionId, key, name, version }, keyOf) => ({
    decisionDefinitionKey: keyOf(decisionId),
    decisionDefinitionId: key,
    name: name ?? key,
    version,
    decisionRequirementsId: key,
    decisionRequirementsKey: keyOf(decisionId),
    decisionRequirementsName: name ?? key,
    decisionRequirementsVersion: version,
    tenantId: DEFAULT_TENANT,
  }),
};

const evaluations: Searched<SearchedEvaluation> = {
  source: evaluationSource,
  names: {
    decisionEvaluationKey: 'evaluationId',
    decisionEvaluationInstanceKey: 'evaluationId',
    decisionDefinitionKey: 'decisionId',
    decisionDefinitionId: 'key',
    decisionDefinitionName: 'name',
    decisionDefinitionVersion: 'version',
    evaluationDate: 'evaluatedAt',
    evaluationFailure: 'failure',
    state: 'state',
  },
  ids: ({ evaluationId, decisionId }) => [{ id: evaluationId }, { id: decisionId }],
  json: (row, keyOf) => ({
    decisionEvaluationInstanceKey: `${keyOf(row.evaluationId)}-1`,
    decisionEvaluationKey: keyOf(row.evaluationId),
    state: row.state,
    evaluationDate: row.evaluatedAt,
    evaluationFailure: row.failure,
    decisionDefinitionKey: keyOf(row.decisionId),
    decisionDefinitionId: row.key,
    decisionDefinitionName: row.name ?? row.key,
    decisionDefinitionVersion: row.version,
    decisionDefinitionType: 'UNKNOWN',
    rootDecisionDefinitionKey: keyOf(row.decisionId),
    processDefinitionKey: null,
    processInstanceKey: null,
    rootProcessInstanceKey: null,
    elementInstanceKey: null,
    result: row.result,
    tenantId: DEFAULT_TENANT,
  }),
};

const READ = { permission: 'see', keepsKeys: true, rateLimit: 'Read', audit: 'none' } as const;

export const decisionEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...READ,
    method: 'POST',
    pattern: '/v2/decision-definitions/search',
    summary: 'with `isLatestVersion`; each decision is its own requirements',
    handle: (call, services) => searchAnswer(call, services, decisions),
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/v2/decision-definitions/{decisionDefinitionKey}',
    summary: 'as in the search',
    handle: (call, services) => oneAnswer(call, services, decisions, { field: 'decisionId', what: 'decision definition' }),
  },
  {
    ...READ,
    method: 'GET',
    pattern: '/v2/decision-definitions/{decisionDefinitionKey}/xml',
    summary: 'the deployed file',
    async handle(call, services) {
      const [numericKey = ''] = call.params;
      const found = decisionOf(await services.keys.idOf(numericKey));
      const isVisible = found !== undefined && isWithin(call.limits, found.key);
      const text = isVisible
        ? await readingCopy(services, ({ db }) => readDecisionText(db, found.key, found.version))
        : undefined;
      if (text === undefined) return notFound('decision definition', numericKey, call.path);
      return { status: 200, contentType: 'text/xml', body: text };
    },
  },
  {
    ...READ,
    method: 'POST',
    pattern: '/v2/decision-instances/search',
    summary: 'evaluations that are [retained](../reference/settings.md), without process instance; a long `result` is `null`',
    handle: (call, services) => searchAnswer(call, services, evaluations),
  },
];
