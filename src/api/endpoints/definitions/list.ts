import { z } from 'zod';
import { jsonAnswer, problemAnswer, textAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import { type DefinitionItem, definitionKey, definitionNames, listDefinitions } from '../../../queries/definitions.ts';
import { keyCondition, limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readModelText } from '../../../queries/operator/workflows.ts';
import { hasInstancesOfVersion } from '../../../queries/versions.ts';
import { holdsUnstorableText, readQueryParameters } from '../../../requests/request-texts.ts';
import { type Endpoint, type ReadEndpoint, writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer } from '../../http-errors.ts';
import { readerOf, refusalUntilReached } from '../../min-position.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { userTaskForm } from '../../schemas/forms.ts';
import { paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { eachOtherShard } from '../../shards/read-shards.ts';
import { VERSION_NOT_REGISTERED } from '../refusals.ts';

const suspendedKey = {
  isSuspended: z.boolean().optional().meta({ description: 'True if the process is suspended. Otherwise absent.' }),
};

/** See docs/contributing/spec/http/definitions.md#list-of-definitions. */
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

/** See docs/contributing/spec/http/lists.md#paging. */
const definitionPage = z.object({ items: z.array(definitionRow), ...paging }).meta({ id: 'DefinitionPage' });

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
  shards: 'copies',
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

/** See docs/contributing/spec/http/definitions.md#delete. */
const deleteVersionResponse = z
  .object({
    ProcessDefinitionKey: z.string(),
    Version: z.int().min(1),
    LatestVersion: z.int().nullable().meta({ description: 'The latest remaining version of the process. Null if none exists.' }),
  })
  .meta({ id: 'DeleteVersionResponse' });

const XML = 'application/xml; charset=utf-8';

/** Model and deletion of a version (docs/contributing/spec/http/definitions.md#model). */
export const definitionVersionEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Definitions/{key}/{version}/xml',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readModel',
    tag: 'Definitions',
    summary: 'Read the BPMN file of a version',
    description: 'The file as it was deployed.',
    readsProjection: true,
    shards: 'copies',
    answer: { mediaType: 'application/xml' },
    refusals: [VERSION_NOT_REGISTERED],
    async handle(request, { db }) {
      const refusal = await refusalUntilReached(db, request);
      if (refusal !== undefined) return refusal;
      const [key = '', text = ''] = request.params;
      const version = Number(text);
      const xml = holdsUnstorableText(key) ? undefined : await readModelText(db, key, version);
      if (xml !== undefined) return textAnswer(200, xml, XML);
      return rejectionAnswer('StartInstance', { code: 'VERSION_NOT_REGISTERED', key, version }, request);
    },
  },
  writeEndpoint({
    method: 'DELETE',
    pattern: '/Definitions/{key}/{version}',
    permission: 'author',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'DeleteDefinition'],
    id: 'deleteVersion',
    tag: 'Definitions',
    summary: 'Delete a version of a process',
    description: 'Only possible if the version has no instances, running or finished.',
    body: null,
    examples: {},
    answer: deleteVersionResponse,
    refusals: [
      VERSION_NOT_REGISTERED,
      {
        status: 409,
        shape: 'P',
        text: "Version <n> of process '<key>' has instances, running or finished. Only a version without instances can be deleted.",
      },
    ],
    async handle(request, services) {
      const [key = '', text = ''] = request.params;
      const version = Number(text);
      // no process key contains this text, and the database would reject it
      if (holdsUnstorableText(key)) {
        return rejectionAnswer('DeleteDefinition', { code: 'VERSION_NOT_REGISTERED', key, version }, request);
      }
      const isUsed = await eachOtherShard(services, ({ db }) => hasInstancesOfVersion(db, key, version));
      if (isUsed.includes(true)) return rejectionAnswer('DeleteDefinition', { code: 'VERSION_IN_USE', key, version }, request);
      return services.run(request, { kind: 'DeleteDefinition', key, version }, ({ latestVersion }) =>
        jsonAnswer({ ProcessDefinitionKey: key, Version: version, LatestVersion: latestVersion } satisfies ResponseBody<
          typeof deleteVersionResponse
        >),
      );
    },
  }),
];
