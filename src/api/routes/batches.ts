import {
  type BatchAct,
  type BatchOperation,
  type BatchSelection,
  type MadeBatch,
  SUBJECT_OF_OPERATION,
} from '../../messages/batches.ts';
import type { CommandRejection } from '../../messages/commands.ts';
import { type Answer, errorAnswer, jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { formatTimestamp } from '../../platform/clock.ts';
import { isGuid, newId } from '../../platform/ids.ts';
import { limitsOf } from '../../platform/key-patterns.ts';
import { parseItemFilters } from '../../queries/batches/item-queries.ts';
import {
  type BatchItem,
  batchCondition,
  batchItemNames,
  batchNames,
  type CountedBatch,
  listBatches,
  listBatchItems,
  readBatch,
} from '../../queries/batches/list-batches.ts';
import { limited } from '../../queries/key-limits.ts';
import { parseListQuery } from '../../queries/lists/list-query.ts';
import { patternsFor } from '../../requests/grants.ts';
import { accepted, type ParsedText, refused } from '../../requests/parsed-text.ts';
import { readQueryParameters } from '../../requests/query-parameters.ts';
import { operationNamed, readParameters, requestedOperation, unknownOperation } from '../body/batch-operations.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, DEPLOY_BODY_LIMIT, type Endpoint, type WriteRequest } from '../endpoint.ts';
import { batchNotFound, rejectionText } from '../http-errors.ts';
import type { ApiPorts } from '../ports.ts';
import { refuseRight } from '../right-missing.ts';
import { type batchItem, type batchMade, type batchRow, createBatchRequest } from '../schemas/batches.ts';
import type { ResponseBody } from '../schemas/responses.ts';

type BatchPorts = Pick<ApiPorts, 'db' | 'log' | 'metrics' | 'indexedVariables' | 'requiresRoles'>;

const readCreate = createMemberReader(createBatchRequest);

/** /Batches (docs/contributing/spec/batches.md). Rows are committed with the work, so reads need no wait. */
export function batchRoutes(run: CommandRunner, ports: BatchPorts): readonly Endpoint[] {
  return [
    {
      method: 'POST',
      pattern: '/Batches',
      bodyUse: 'json',
      // tens of thousands of ids
      bodyLimit: DEPLOY_BODY_LIMIT,
      handle: (request) => create(run, ports, request),
    },
    ...readRoutes(ports),
    ...(['pause', 'resume', 'stop'] as const).map((act) => steerRoute(run, ports, act)),
  ];
}

async function create(run: CommandRunner, ports: BatchPorts, request: WriteRequest): Promise<Answer> {
  const { body, path } = request;
  const read = readCreate(body, path);
  if (!read.ok) return read.answer;
  const { Operation, Ids, Filters, DryRun: isDryRun = false, ItemsPerSecond: rate = null } = read.members;
  const operation = operationNamed(Operation);
  if (operation === undefined) return unknownOperation(Operation, path);
  const forbidden = refusalOfOperation(ports, request, operation);
  if (forbidden !== undefined) return forbidden;
  if (Ids.length === 0 && Filters === undefined) return errorAnswer('missing-field', 'Ids or Filters is required');
  const selection = readSelection(operation, Ids, Filters, ports);
  if (!selection.ok) return problemAnswer('invalid-field', selection.detail, path);
  const asked = readParameters(operation, read.members, body, path);
  if (!asked.ok) return asked.answer;
  const { parameters } = asked;
  const command = {
    kind: 'CreateBatch',
    batchId: newId(),
    operation,
    parameters,
    selection: selection.value,
    rate,
    isDryRun,
  } as const;
  return run(request, command, (made) => jsonAnswer(madeJson(made, isDryRun)));
}

function readSelection(
  operation: BatchOperation,
  ids: readonly string[],
  filters: string | undefined,
  { indexedVariables }: BatchPorts,
): ParsedText<BatchSelection> {
  if (filters === undefined) {
    const bad = ids.findIndex((id) => !isGuid(id));
    return bad < 0 ? accepted({ ids: ids.map((id) => id.toLowerCase()) }) : refused(`Ids[${bad}] must be a GUID.`);
  }
  if (ids.length > 0) return refused('Ids and Filters cannot be used together.');
  const read = parseItemFilters(SUBJECT_OF_OPERATION[operation], filters, indexedVariables);
  return read.ok ? accepted({ filters }) : read;
}

/** An operation on many items needs the permission of the single operation, for the same process keys. */
function refusalOfOperation(ports: BatchPorts, request: WriteRequest, operation: BatchOperation): Answer | undefined {
  if (ports.requiresRoles !== true) return undefined;
  const { endpoint, path, principal, limits } = request;
  const { right } = requestedOperation(operation);
  const patterns = patternsFor(principal?.grants ?? [], right);
  const needed = limits ?? ['*'];
  const isGiven = limitsOf(patterns) === undefined || needed.every((pattern) => patterns.includes(pattern));
  return isGiven ? undefined : refuseRight(ports, { endpoint, right, path, principal, scope: undefined });
}

function steerRoute(run: CommandRunner, ports: BatchPorts, act: BatchAct): Endpoint {
  return {
    method: 'POST',
    pattern: `/Batches/{batchId}/${act}`,
    bodyUse: 'json',
    bodyLimit: BODY_LIMIT,
    async handle(request) {
      const [batchId = ''] = request.params;
      // the operation of a batch never changes; whether there is one, the worker decides
      const batch = ports.requiresRoles === true ? await readBatch(ports.db, batchId, request.limits) : undefined;
      const operation = batch && operationNamed(batch.operation);
      const forbidden = operation && refusalOfOperation(ports, request, operation);
      if (forbidden !== undefined) return forbidden;
      return run(request, { kind: 'SteerBatch', batchId, act }, ({ state: status }) => jsonAnswer({ status }));
    },
  };
}

function readRoutes({ db }: BatchPorts): readonly Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: '/Batches',
      async handle(request) {
        const query = parseListQuery(readQueryParameters(request.queryText), batchNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
        const { items, totalCount, page, pageSize } = await listBatches(db, limited(query.value, batchCondition(request.limits)));
        return jsonAnswer({ items: items.map(batchJson), totalCount, page, pageSize });
      },
    },
    {
      method: 'GET',
      pattern: '/Batches/{batchId}',
      async handle({ path, params: [batchId = ''], limits }) {
        const batch = await readBatch(db, batchId, limits);
        return batch === undefined ? problemAnswer('unknown-batch', batchNotFound(batchId), path) : jsonAnswer(batchJson(batch));
      },
    },
    {
      method: 'GET',
      pattern: '/Batches/{batchId}/items',
      async handle({ path, queryText, params: [batchId = ''], limits }) {
        const query = parseListQuery(readQueryParameters(queryText), batchItemNames);
        if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
        const batch = await readBatch(db, batchId, limits);
        if (batch === undefined) return problemAnswer('unknown-batch', batchNotFound(batchId), path);
        const { items, totalCount, page, pageSize } = await listBatchItems(db, batchId, query.value);
        return jsonAnswer({ items: items.map((item) => itemJson(batch, item)), totalCount, page, pageSize });
      },
    },
  ];
}

function madeJson({ batchId, total, keys, unknown }: MadeBatch, isDryRun: boolean): ResponseBody<typeof batchMade> {
  const processes = keys.map(({ key, count }) => ({ processDefinitionKey: key, count }));
  return { batchId, isDryRun, totalCount: total, processes, unknownCount: unknown };
}

function batchJson(batch: CountedBatch): ResponseBody<typeof batchRow> {
  const { batchId, operation, state, filters, keys, total, rate, actor, createdAt, endedAt } = batch;
  return {
    batchId,
    operation,
    status: state as ResponseBody<typeof batchRow>['status'],
    filters,
    processDefinitionKeys: [...keys],
    totalCount: total,
    pendingCount: batch.pending,
    succeededCount: batch.succeeded,
    failedCount: batch.failed,
    skippedCount: batch.skipped,
    itemsPerSecond: rate,
    createdBy: actor,
    createdAt: formatTimestamp(createdAt),
    endedAt: endedAt && formatTimestamp(endedAt),
  };
}

function itemJson({ operation }: CountedBatch, item: BatchItem): ResponseBody<typeof batchItem> {
  const { position, subjectId, instanceId, processKey, state, code, resultId, doneAt } = item;
  return {
    position,
    subjectId,
    workflowInstanceId: instanceId,
    processDefinitionKey: processKey,
    status: state as ResponseBody<typeof batchItem>['status'],
    code,
    reason: reasonOf(operation, item),
    resultInstanceId: resultId,
    endedAt: doneAt && formatTimestamp(doneAt),
  };
}

function reasonOf(operation: string, { rejection, code, subjectId }: BatchItem): string | null {
  const known = operationNamed(operation);
  if (rejection === null || known === undefined) return code === null ? null : 'The batch was stopped before.';
  return rejectionText(requestedOperation(known).command, JSON.parse(rejection) as CommandRejection, subjectId);
}
