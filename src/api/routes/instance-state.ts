import { type Answer, errorAnswer, jsonAnswer, jsonPartsAnswer, problemAnswer } from '../../platform/answer.ts';
import { jsonParts } from '../../platform/json-parts.ts';
import {
  type InstanceStateAnswer,
  type InstanceStateItem,
  readInstanceState,
  readInstanceStatePage,
  type StateTotals,
} from '../../queries/instances/instance-state.ts';
import { isInstanceWithin } from '../../queries/key-limits.ts';
import { type PageSizes, type Paging, parsePaging } from '../../queries/lists/paging.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { parameterOf, readQueryParameters } from '../../requests/query-parameters.ts';
import { commonAnswers } from '../common-answers.ts';
import type { ReadEndpoint } from '../endpoint.ts';
import { instanceNotFound } from '../http-errors.ts';
import { refusalUntilReached } from '../min-position.ts';
import { stateJson, stateMembers } from '../state-json.ts';

/** Pages of a state (docs/contributing/spec/http/instances.md#state-pages). */
const PAGE_SIZES: PageSizes = { fallback: 100, most: 1000 };

/**
 * GET /Instances/{instanceId}/state (docs/contributing/spec/http/instances.md#state). `maxEntries`: how many items its lists may have in all when no page is
 * asked for.
 */
export function stateRoute(db: ReadDatabase, maxEntries: number): ReadEndpoint {
  return {
    method: 'GET',
    pattern: '/Instances/{instanceId}/state',
    readsProjection: true,
    async handle(request) {
      const { path, queryText } = request;
      const parameters = readQueryParameters(queryText);
      const isPaged = ['page', 'pagesize'].some((name) => parameterOf(parameters, name) !== undefined);
      const paging = parsePaging(parameters, PAGE_SIZES);
      if (!paging.ok) return problemAnswer('invalid-query', paging.detail, path);
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      const [instanceId = ''] = request.params;
      if (!(await isInstanceWithin(db, instanceId, request.limits)))
        return errorAnswer('unknown-instance', instanceNotFound(instanceId));
      if (isPaged)
        return answerOf(await readInstanceStatePage(db, instanceId, paging.value), { path, instanceId, paging: paging.value });
      const found = await readInstanceState(db, instanceId);
      const count = countOf(found);
      return count > maxEntries ? tooMany(path, count, maxEntries) : answerOf(found, { path, instanceId });
    },
  };
}

interface Asked {
  readonly path: string;
  readonly instanceId: string;
  readonly paging?: Paging;
}

function answerOf(found: InstanceStateAnswer, { path, instanceId, paging }: Asked): Answer {
  switch (found.kind) {
    case 'found':
      return jsonAnswer(stateJson(found.state));
    case 'large':
      return jsonPartsAnswer(jsonParts(stateMembers(found.state, found.totals, paging)));
    case 'unknown':
      return errorAnswer('unknown-instance', instanceNotFound(instanceId));
    case 'behind':
      return commonAnswers.readSideBehind(path);
  }
}

/** How many items the lists have in all. */
function countOf(found: InstanceStateAnswer): number {
  if (found.kind !== 'found' && found.kind !== 'large') return 0;
  const { entries, ended, variableScopes, conditions } = found.kind === 'large' ? found.totals : totalsOf(found.state);
  return entries + ended + variableScopes + conditions;
}

function totalsOf({ live, ended, conditions }: InstanceStateItem): StateTotals {
  return {
    entries: live.entries.length,
    ended: ended.length,
    variableScopes: live.variableScopes.length,
    conditions: conditions.length,
  };
}

function tooMany(path: string, count: number, most: number): Answer {
  const detail =
    `The state of this instance has ${count} activity instances, variable scopes and conditions. One answer has at most ${most}. ` +
    'Request pages: ?page=1&pageSize=1000.';
  return problemAnswer('state-too-large', detail, path);
}
