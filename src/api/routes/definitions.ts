import type { DefinitionSummary } from '../../messages/commands.ts';
import { type Answer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { type DefinitionItem, definitionKey, definitionNames, listDefinitions } from '../../queries/definitions.ts';
import { type InstanceItem, instanceNames, listInstances } from '../../queries/instances/process-instances.ts';
import { keyCondition, limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { holdsUnstorableText } from '../../requests/unstorable-text.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint, type ReadRequest, type WriteEndpoint, type WriteRequest } from '../endpoint.ts';
import { rejectionAnswer } from '../http-errors.ts';
import { readerOf, refusalUntilReached } from '../min-position.ts';
import type { ApiPorts } from '../ports.ts';
import type { userTaskForm as formSchema } from '../schemas/forms.ts';
import { switchRequest } from '../schemas/requests.ts';
import type { definitionRow, deleteVersionResponse, instanceRow, ResponseBody } from '../schemas/responses.ts';

type ListPorts = Pick<ApiPorts, 'db' | 'lists'>;

const readSwitch = createMemberReader(switchRequest);

/** /Definitions (docs/contributing/spec/http/definitions.md); deploy and validate are routes of their own. */
export function definitionRoutes(run: CommandRunner, ports: ListPorts): readonly Endpoint[] {
  const { db, lists } = ports;
  return [
    switchRoute(run, '/Definitions/disable', 'DisableProcess'),
    switchRoute(run, '/Definitions/enable', 'EnableProcess'),
    {
      method: 'GET',
      pattern: '/Definitions',
      readsProjection: true,
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), definitionNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const refusal = await refusalUntilReached(db, request);
        if (refusal !== undefined) return refusal;
        const within = limited(query.value, keyCondition(definitionKey, request.limits));
        const found = await lists.read(readerOf(request), (place) => listDefinitions(place, within));
        const { items, totalCount, page, pageSize } = found;
        return jsonAnswer({ items: items.map(definitionJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/Definitions/{key}/instances',
      readsProjection: true,
      handle: (request) => instancesAnswer(ports, request, undefined),
    },
    {
      method: 'GET',
      pattern: '/Definitions/{key}/{version}/instances',
      readsProjection: true,
      handle: (request) => instancesAnswer(ports, request, Number(request.params[1])),
    },
    {
      method: 'DELETE',
      pattern: '/Definitions/{key}/{version}',
      bodyUse: 'ignored',
      bodyLimit: BODY_LIMIT,
      handle: (request) => deleteVersion(run, request),
    },
  ];
}

/**
 * Both switches answer the row of the latest version as it is afterwards, also when nothing changed
 * (docs/contributing/spec/http/definitions.md#switch-is-idempotent).
 */
function switchRoute(run: CommandRunner, pattern: string, kind: 'DisableProcess' | 'EnableProcess'): WriteEndpoint {
  return {
    method: 'POST',
    pattern,
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const read = readSwitch(request.body, request.path);
      if (!read.ok) return read.answer;
      return run(request, { kind, key: read.members.ProcessDefinitionKey }, summaryAnswer);
    },
  };
}

/** A key that no name of a process can be is not registered: such a text must not reach the database. */
async function deleteVersion(run: CommandRunner, request: WriteRequest): Promise<Answer> {
  const [key = '', text = ''] = request.params;
  const version = Number(text);
  if (holdsUnstorableText(key)) {
    return rejectionAnswer('DeleteDefinition', { code: 'VERSION_NOT_REGISTERED', key, version }, request);
  }
  return run(request, { kind: 'DeleteDefinition', key, version }, ({ latestVersion }) =>
    jsonAnswer({ ProcessDefinitionKey: key, Version: version, LatestVersion: latestVersion } satisfies ResponseBody<
      typeof deleteVersionResponse
    >),
  );
}

function summaryAnswer(summary: DefinitionSummary): Answer {
  return jsonAnswer(
    definitionJson({
      ...summary,
      isSuspended: summary.isSuspended === true,
      deployedAt: new Date(summary.deployedAt),
      startForm: null,
    }),
  );
}

async function instancesAnswer({ db, lists }: ListPorts, request: ReadRequest, version: number | undefined): Promise<Answer> {
  const query = parseListQuery(readQueryParameters(request.queryText), instanceNames);
  if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
  const refusal = await refusalUntilReached(db, request);
  if (refusal !== undefined) return refusal;
  const [key = ''] = request.params;
  const found = await lists.read(readerOf(request), (place) => listInstances(place, key, version, query.value));
  const { items, totalCount, page, pageSize } = found;
  return jsonAnswer({ items: items.map(instanceJson), totalCount, page, pageSize });
}

function definitionJson(item: DefinitionItem): ResponseBody<typeof definitionRow> {
  return {
    processDefinitionId: item.definitionId,
    processDefinitionKey: item.key,
    version: item.version,
    deployedAt: formatTimestamp(item.deployedAt),
    activitiesCount: item.activitiesCount,
    sequenceFlowsCount: item.sequenceFlowsCount,
    isActive: item.isActive,
    ...(item.isSuspended && { isSuspended: true }),
    ...(item.startForm !== null && { startForm: JSON.parse(item.startForm) as ResponseBody<typeof formSchema> }),
  };
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
