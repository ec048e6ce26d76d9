import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type DefinitionItem, definitionKey, definitionNames, listDefinitions } from '../../../queries/definitions.ts';
import { keyCondition, limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/query-parameters.ts';
import type { ReadEndpoint } from '../../endpoint.ts';
import { readerOf, refusalUntilReached } from '../../min-position.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { userTaskForm } from '../../schemas/forms.ts';
import { paging, type ResponseBody, timestamp } from '../../schemas/values.ts';

const suspendedKey = {
  isSuspended: z.boolean().optional().meta({ description: 'True if the process is suspended. Otherwise absent.' }),
};

/** One version of a key (docs/contributing/spec/http/definitions.md#list-of-definitions). */
export const definitionRow = z
  .object({
    processDefinitionId: z.string().max(512),
    processDefinitionKey: z.string(),
    version: z.int().min(1),
    deployedAt: timestamp,
    activitiesCount: z.int().min(0),
    sequenceFlowsCount: z.int().min(0),
    isActive: z.boolean(),
    ...suspendedKey,
    startForm: userTaskForm.optional().meta({ description: 'Only in lists. Absent if the model has none.' }),
  })
  .meta({ id: 'DefinitionRow' });

/** Pages of the lists (docs/contributing/spec/http/lists.md#paging). */
const definitionPage = z.object({ items: z.array(definitionRow), ...paging }).meta({ id: 'DefinitionPage' });

/** GET /Definitions (docs/contributing/spec/http/definitions.md#list-of-definitions). */
export const listDefinitionVersions: ReadEndpoint = {
  method: 'GET',
  pattern: '/Definitions',
  permission: 'see',
  keepsKeys: true,
  rateLimit: 'Read',
  id: 'listDefinitions',
  tag: 'Definitions',
  summary: 'List process definitions',
  description: 'One row per version of each process.',
  readsProjection: true,
  query: listQuery(
    'ProcessDefinitionKey, Version, IsActive',
    'ProcessDefinitionKey, Version, DeployedAt',
    'ProcessDefinitionKey,-Version',
  ),
  examples: {
    'versions of a key': { filters: 'ProcessDefinitionKey==order', sorts: '-Version' },
    'active versions': { filters: 'IsActive==true', page: '1', pageSize: '20' },
  },
  answer: definitionPage,
  async handle(request, { db, lists }) {
    const query = parseListQuery(readQueryParameters(request.queryText), definitionNames);
    if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
    const refusal = await refusalUntilReached(db, request);
    if (refusal !== undefined) return refusal;
    const within = limited(query.value, keyCondition(definitionKey, request.limits));
    const found = await lists.read(readerOf(request), (place) => listDefinitions(place, within));
    const { items, totalCount, page, pageSize } = found;
    return jsonAnswer({ items: items.map(definitionJson), totalCount, page, pageSize });
  },
};

export function definitionJson(item: DefinitionItem): ResponseBody<typeof definitionRow> {
  return {
    processDefinitionId: item.definitionId,
    processDefinitionKey: item.key,
    version: item.version,
    deployedAt: formatTimestamp(item.deployedAt),
    activitiesCount: item.activitiesCount,
    sequenceFlowsCount: item.sequenceFlowsCount,
    isActive: item.isActive,
    ...(item.isSuspended && { isSuspended: true }),
    ...(item.startForm !== null && { startForm: JSON.parse(item.startForm) as ResponseBody<typeof userTaskForm> }),
  };
}
