import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { findInstances, foundCondition, type PlacedInstance, parseFind } from '../../../queries/find-instances.ts';
import { limited } from '../../../queries/key-limits.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import type { ReadEndpoint } from '../../endpoint.ts';
import { readerOf, refusalUntilReached } from '../../min-position.ts';
import { businessIdFilter, listQuery } from '../../openapi/parameters.ts';
import { calledIncident, calledIncidentJson, rootJson, rootMembers } from '../../schemas/called-incidents.ts';
import { suspensionFlag, suspensionReasons } from '../../schemas/instance-state.ts';
import { guid, orNull, type ResponseBody, timestamp } from '../../schemas/values.ts';

/** See docs/contributing/spec/http/instances.md#find-instances. */
const foundInstance = z
  .object({
    instanceId: guid,
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    version: z.int().min(1),
    status: z.enum(['Running', 'Completed', 'Cancelled', 'Failed', 'Pending']),
    businessId: z.string().nullable(),
    parentInstanceId: orNull(guid).meta({ description: 'Calling instance.' }),
    activeActivityIds: z
      .array(z.string())
      .meta({ description: 'Ids of elements with an active activity instance, without duplicates, sorted by code point.' }),
    failure: z
      .object({
        activityId: z.string().nullable(),
        code: z.string().meta({ description: 'At most 512 characters.' }),
        message: z.string().meta({ description: 'At most 1000 characters.' }),
      })
      .nullable(),
    incident: z
      .object({
        activityId: z.string(),
        code: z.string().meta({ description: 'At most 512 characters.' }),
        message: z.string().meta({ description: 'At most 1000 characters.' }),
        openIncidents: z.int().min(1).meta({ description: 'Number of open incidents of the instance.' }),
      })
      .optional()
      .meta({ description: 'Latest open incident. Absent: none.' }),
    calledIncident: calledIncident
      .optional()
      .meta({ description: 'Latest open incident in an instance that this one calls, at any depth. Absent: none.' }),
    ...rootMembers,
    createdAt: timestamp,
    completedAt: orNull(timestamp),
    ...suspensionFlag,
    suspendedBy: suspensionReasons.optional(),
  })
  .meta({ id: 'FoundInstance' });

const foundPage = z
  .object({
    items: z.array(foundInstance),
    totalCount: z.int().min(0),
    isTotalCountExact: z.boolean().meta({ description: 'False if more than `totalCount` instances match.' }),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(100),
  })
  .meta({ id: 'FoundPage' });

export const findInstancesEndpoint: ReadEndpoint = {
  method: 'GET',
  pattern: '/Instances',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'findInstances',
  tag: 'Instances',
  summary: 'Find instances',
  description: 'Searches the instances of all processes.',
  readsProjection: true,
  shards: { sorts: '-CreatedAt', id: 'instanceId' },
  query: listQuery(
    'ProcessDefinitionKey, Version, Status, ActivityId, ErrorCode, ErrorMessage, BusinessId, ParentInstanceId, CreatedAt, CompletedAt, HasIncident, HasCalledIncident, HasProblem, IsSuspended, and `Variables.<path>` of a variable',
    'CreatedAt, CompletedAt',
    '-CreatedAt',
  ).extend({ businessId: businessIdFilter }),
  examples: {
    'failed instances of a process': { filters: 'ProcessDefinitionKey==order,Status==Failed' },
    'with open incidents': { filters: 'HasIncident==true' },
    'with open incidents, also of called instances': { filters: '(HasIncident|HasCalledIncident)==true' },
    'failed or with open incidents': { filters: 'HasProblem==true' },
    'active at an element': { filters: 'ActivityId==review,CreatedAt<2026-01-01', sorts: 'CreatedAt' },
  },
  answer: foundPage,
  async handle(request, { db, lists, indexedVariables: indexed, maxVariableReads: maxReads }) {
    const query = parseFind(readQueryParameters(request.queryText), { indexed, maxReads }, request.limits);
    if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
    const refusal = await refusalUntilReached(db, request);
    if (refusal !== undefined) return refusal;
    const within = limited(query.value, foundCondition(request.limits));
    const found = await lists.read(readerOf(request), (place) => findInstances(place, within, request.limits));
    if (!found.ok) return problemAnswer('invalid-query', found.detail, request.path);
    const { items, totalCount, isExact, page, pageSize } = found.value;
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

type FoundBody = ResponseBody<typeof foundInstance>;

function foundJson(item: PlacedInstance): FoundBody {
  const { failedElement, errorCode, errorMessage, suspendedBy } = item;
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
    ...(item.incident !== undefined && { incident: item.incident }),
    ...(item.calledIncident !== undefined && { calledIncident: calledIncidentJson(item.calledIncident) }),
    ...(item.root !== undefined && rootJson(item.root)),
    createdAt: formatTimestamp(item.createdAt),
    completedAt: item.completedAt && formatTimestamp(item.completedAt),
    ...(suspendedBy !== null && { isSuspended: true, suspendedBy: suspendedBy as FoundBody['suspendedBy'] }),
  };
}
