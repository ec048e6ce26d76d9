import { z } from 'zod';
import { type Answer, jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type InstanceItem, instanceNames, listInstances } from '../../../queries/instances/process-instances.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { ApiRequest } from '../../exchange.ts';
import { readerOf, refusalUntilReached } from '../../min-position.ts';
import { businessIdFilter, listQuery } from '../../openapi/parameters.ts';
import { endFlags, suspensionFlag } from '../../schemas/instance-state.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import type { ApiServices } from '../../services.ts';

const instancesQuery = listQuery(
  'IsStarted, IsCompleted, IsCancelled, IsFailed, BusinessId, CreatedAt, IsSuspended',
  'CreatedAt, ExecutionStartedAt, CompletedAt, BusinessId',
  '-CreatedAt',
).extend({ businessId: businessIdFilter });

/** See docs/contributing/spec/http/definitions.md#instances-of-a-key. */
const instanceRow = z
  .object({
    instanceId: guid,
    processDefinitionId: z.string(),
    ...endFlags,
    ...suspensionFlag,
    businessId: z.string().nullable(),
    createdAt: timestamp,
    executionStartedAt: orNull(timestamp),
    completedAt: orNull(timestamp),
  })
  .meta({ id: 'InstanceRow' });

const instancePage = z.object({ items: z.array(instanceRow), ...paging }).meta({ id: 'InstancePage' });

const instanceExamples = {
  'failed instances': { filters: 'IsCompleted==true,IsFailed==true' },
  'by business id': { businessId: 'PO-1001', sorts: '-CreatedAt', pageSize: '50' },
} as const;

/** Instances of all versions or one. */
export const definitionInstancesEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Definitions/{key}/instances',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listInstances',
    tag: 'Definitions',
    summary: 'List instances of a process',
    description: 'Instances of all versions of the process.',
    readsProjection: true,
    shards: { sorts: '-CreatedAt', id: 'instanceId' },
    query: instancesQuery,
    examples: instanceExamples,
    answer: instancePage,
    handle: (request, services) => listAnswer(request, services, undefined),
  },
  {
    method: 'GET',
    pattern: '/Definitions/{key}/{version}/instances',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listInstancesOfVersion',
    tag: 'Definitions',
    summary: 'List instances of one version',
    readsProjection: true,
    shards: { sorts: '-CreatedAt', id: 'instanceId' },
    query: instancesQuery,
    examples: instanceExamples,
    answer: instancePage,
    handle: (request, services) => listAnswer(request, services, Number(request.params[1])),
  },
];

async function listAnswer(request: ApiRequest, { db, lists }: ApiServices, version: number | undefined): Promise<Answer> {
  const query = parseListQuery(readQueryParameters(request.queryText), instanceNames);
  if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
  const refusal = await refusalUntilReached(db, request);
  if (refusal !== undefined) return refusal;
  const [key = ''] = request.params;
  const found = await lists.read(readerOf(request), (place) => listInstances(place, key, version, query.value));
  const { items, totalCount, page, pageSize } = found;
  return jsonAnswer({ items: items.map(instanceJson), totalCount, page, pageSize });
}

function instanceJson(item: InstanceItem): ResponseBody<typeof instanceRow> {
  return {
    instanceId: item.instanceId,
    processDefinitionId: item.definitionId,
    isStarted: item.startedAt !== null,
    isCompleted: item.isCompleted,
    isCancelled: item.isCancelled,
    isFailed: item.isFailed,
    ...(item.isSuspended && { isSuspended: true }),
    businessId: item.businessId,
    createdAt: formatTimestamp(item.createdAt),
    executionStartedAt: item.startedAt && formatTimestamp(item.startedAt),
    completedAt: item.completedAt && formatTimestamp(item.completedAt),
  };
}
