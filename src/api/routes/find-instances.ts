import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { findInstances, foundCondition, type PlacedInstance, parseFind } from '../../queries/find/find-instances.ts';
import { limited } from '../../queries/key-limits.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import type { ReadEndpoint } from '../endpoint.ts';
import { readerOf, refusalUntilReached } from '../min-position.ts';
import type { ApiPorts } from '../ports.ts';
import type { foundPage, foundInstance as foundSchema } from '../schemas/found.ts';
import type { ResponseBody } from '../schemas/responses.ts';

/** GET /Instances (docs/contributing/spec/http/find.md). */
export function findRoute({ db, lists, indexedVariables }: Pick<ApiPorts, 'db' | 'lists' | 'indexedVariables'>): ReadEndpoint {
  return {
    method: 'GET',
    pattern: '/Instances',
    readsProjection: true,
    async handle(request) {
      const query = parseFind(readQueryParameters(request.queryText), indexedVariables);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      const within = limited(query.value, foundCondition(request.limits));
      const found = await lists.read(readerOf(request), (place) => findInstances(place, within));
      const { items, totalCount, isExact, page, pageSize } = found;
      const body: ResponseBody<typeof foundPage> = {
        items: items.map(foundJson),
        totalCount,
        isTotalCountExact: isExact,
        page,
        pageSize,
      };
      return jsonAnswer(body);
    },
  };
}

function foundJson(item: PlacedInstance): ResponseBody<typeof foundSchema> {
  const { failedElement, errorCode, errorMessage } = item;
  return {
    instanceId: item.instanceId,
    processDefinitionId: item.definitionId,
    processDefinitionKey: item.key,
    version: item.version,
    status: item.status,
    businessId: item.businessId,
    parentInstanceId: item.parentId,
    activeActivityIds: [...item.elements],
    failure: errorCode === null ? null : { activityId: failedElement, code: errorCode, message: errorMessage ?? '' },
    createdAt: formatTimestamp(item.createdAt),
    completedAt: item.completedAt && formatTimestamp(item.completedAt),
  };
}
