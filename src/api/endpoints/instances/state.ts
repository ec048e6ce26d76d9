import { z } from 'zod';
import { type Answer, errorAnswer, jsonAnswer, jsonParts, jsonPartsAnswer, problemAnswer } from '../../../platform/answer.ts';
import {
  type InstanceStateAnswer,
  type InstanceStateItem,
  readInstanceState,
  readInstanceStatePage,
  type StateTotals,
} from '../../../queries/instances/instance-state.ts';
import { isInstanceWithin } from '../../../queries/key-limits.ts';
import { type PageSizes, type Paging, parsePaging } from '../../../queries/lists/paging.ts';
import { parameterOf, readQueryParameters } from '../../../requests/request-texts.ts';
import { commonAnswers } from '../../common-answers.ts';
import type { DocumentedRefusal, ReadEndpoint } from '../../endpoint.ts';
import { instanceNotFound } from '../../http-errors.ts';
import { stateJson, stateMembers } from '../../instance-json.ts';
import { refusalUntilReached } from '../../min-position.ts';
import { stateResponse } from '../../schemas/instance-state.ts';
import { INSTANCE_NOT_FOUND } from '../refusals.ts';

/** See docs/contributing/spec/http/instances.md#state-pages. */
const PAGE_SIZES: PageSizes = { defaultSize: 100, maxSize: 1000 };

const TOO_MANY: DocumentedRefusal = {
  status: 413,
  shape: 'P',
  text:
    'The state of this instance has <n> activity instances, variable scopes and conditions. One answer has at most <most>. ' +
    'Request pages: ?page=1&pageSize=1000.',
};

/** See docs/contributing/spec/http/instances.md#state. */
export const readState: ReadEndpoint = {
  method: 'GET',
  pattern: '/Instances/{instanceId}/state',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Polling',
  id: 'readState',
  tag: 'Instances',
  summary: 'Read the state of an instance',
  description: 'Activity instances, variables and evaluated conditions.',
  readsProjection: true,
  query: z.object({
    page: z.string().optional().meta({ description: 'Page of each list, from 1. Lower values count as 1. Default: 1.' }),
    pageSize: z.string().optional().meta({
      description:
        'Items per page of each list, 1 to 1000. Other values count as the nearest limit. Default: 100. Without `page` and `pageSize`: whole lists.',
    }),
  }),
  examples: { 'the first 1000 of each list': { page: '1', pageSize: '1000' } },
  answer: stateResponse,
  refusals: [INSTANCE_NOT_FOUND, TOO_MANY],
  async handle(request, { db, maxStateEntries }) {
    const { path, queryText } = request;
    const parameters = readQueryParameters(queryText);
    const isPaged = ['page', 'pagesize'].some((name) => parameterOf(parameters, name) !== undefined);
    const asked = parsePaging(parameters, PAGE_SIZES);
    if (!asked.ok) return problemAnswer('invalid-query', asked.detail, path);
    const refusal = await refusalUntilReached(db, request);
    if (refusal !== undefined) return refusal;
    const [instanceId = ''] = request.params;
    if (!(await isInstanceWithin(db, instanceId, request.limits)))
      return errorAnswer('unknown-instance', instanceNotFound(instanceId));
    if (isPaged)
      return answerOf(await readInstanceStatePage(db, instanceId, asked.value), { path, instanceId, paging: asked.value });
    const found = await readInstanceState(db, instanceId);
    const count = countOf(found);
    return count > maxStateEntries ? tooMany(path, count, maxStateEntries) : answerOf(found, { path, instanceId });
  },
};

interface StateRequest {
  readonly path: string;
  readonly instanceId: string;
  readonly paging?: Paging;
}

function answerOf(found: InstanceStateAnswer, { path, instanceId, paging }: StateRequest): Answer {
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

/** Items of all lists; 0 if there is no state to return. */
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
