import { z } from 'zod';
import type { CommandRejection } from '../../../messages/commands.ts';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import {
  type BatchItem,
  batchCondition,
  batchItemNames,
  batchNames,
  type CountedBatch,
  listBatches,
  listBatchItems,
  type PlacedBatchItem,
  readBatch,
} from '../../../queries/batches.ts';
import { limited } from '../../../queries/key-limits.ts';
import { parseListQuery } from '../../../queries/lists/list-query.ts';
import { readQueryParameters } from '../../../requests/request-texts.ts';
import { operationNamed, requestedOperation } from '../../body/batch-operations.ts';
import { type DocumentedRefusal, type Endpoint, writeEndpoint } from '../../endpoint.ts';
import { batchNotFound, rejectionText } from '../../http-errors.ts';
import { listQuery } from '../../openapi/parameters.ts';
import { rootJson, rootMembers } from '../../schemas/called-incidents.ts';
import { guid, orNull, paging, type ResponseBody, timestamp } from '../../schemas/values.ts';
import { readingFirst } from '../../shards/read-shards.ts';
import { BATCH_NOT_FOUND } from '../refusals.ts';
import { inAllShards } from './batches-of-shards.ts';
import { refusalOfOperation } from './create.ts';

const status = z.enum(['Running', 'Paused', 'Stopping', 'Stopped', 'Completed']);

export const batchStatus = z.object({ status }).meta({ id: 'BatchStatus' });

const batchRow = z
  .object({
    batchId: guid,
    operation: z.string(),
    status,
    filters: z.string().nullable().meta({ description: 'Null if the batch was created with ids.' }),
    processDefinitionKeys: z.array(z.string()),
    totalCount: z.int().min(0).meta({ description: 'Sum of the four counts below.' }),
    pendingCount: z.int().min(0),
    succeededCount: z.int().min(0),
    failedCount: z.int().min(0),
    skippedCount: z.int().min(0),
    itemsPerSecond: z.number().nullable(),
    createdBy: z.string().nullable(),
    createdAt: timestamp,
    endedAt: orNull(timestamp),
  })
  .meta({ id: 'Batch' });

const instanceStatus = z.enum(['Running', 'Completed', 'Failed', 'Cancelled']);
const STATUS_NOW =
  'Status of the instance now, if the item succeeded. `Failed` also if its incident is open again, or a later one.';

const failureNow = z
  .object({
    activityId: z.string().nullable(),
    code: z.string().meta({ description: 'At most 512 characters.' }),
    message: z.string().meta({ description: 'At most 1000 characters.' }),
  })
  .meta({ id: 'BatchItemFailure' });

const batchItem = z
  .object({
    position: z.int().min(1).meta({ description: 'Order in which Sluice runs the items.' }),
    subjectId: guid.meta({ description: 'Id of the incident or of the instance.' }),
    workflowInstanceId: orNull(guid).meta({ description: 'Null if the id does not exist.' }),
    processDefinitionKey: z.string().nullable(),
    status: z.enum(['Pending', 'Succeeded', 'Failed', 'Skipped']),
    code: z.string().nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the item failed or was skipped. The text of the endpoint for one item.' }),
    resultInstanceId: orNull(guid).meta({ description: 'The instance that continues, if it is a different one.' }),
    endedAt: orNull(timestamp),
    statusNow: orNull(instanceStatus).meta({ description: STATUS_NOW }),
    businessId: z.string().nullable().meta({ description: 'Business id of the instance.' }),
    ...rootMembers,
    failureNow: failureNow.nullable().meta({ description: 'The open incident, or the failure, if `statusNow` is `Failed`.' }),
    isWaitingNow: z.boolean().meta({ description: 'True if `statusNow` is `Running` and no work of the instance is due.' }),
  })
  .meta({ id: 'BatchItem' });

const batchPage = z.object({ items: z.array(batchRow), ...paging }).meta({ id: 'BatchPage' });

const batchItemPage = z.object({ items: z.array(batchItem), ...paging }).meta({ id: 'BatchItemPage' });

/** See docs/contributing/spec/batches.md. Transactional tables: no wait for the projection. */
export const batchReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/Batches',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listBatches',
    tag: 'Batches',
    summary: 'List batches',
    description: 'Batches with their counts, newest first.',
    shards: 'handler',
    query: listQuery('Operation, Status, CreatedBy, CreatedAt, EndedAt', 'CreatedAt, EndedAt', '-CreatedAt'),
    examples: { running: { filters: 'Status==Running' } },
    answer: batchPage,
    async handle(request, services) {
      const query = parseListQuery(readQueryParameters(request.queryText), batchNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, request.path);
      const within = limited(query.value, batchCondition(request.limits));
      const found = await readingFirst(services, ({ db }) => listBatches(db, within));
      const { totalCount, page, pageSize } = found;
      const items = await inAllShards(services, found.items);
      return jsonAnswer({ items: items.map(batchJson), totalCount, page, pageSize });
    },
  },
  {
    method: 'GET',
    pattern: '/Batches/{batchId}',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readBatch',
    tag: 'Batches',
    summary: 'Read a batch',
    shards: 'handler',
    answer: batchRow,
    refusals: [BATCH_NOT_FOUND],
    async handle({ path, params: [batchId = ''], limits }, services) {
      const found = await readingFirst(services, ({ db }) => readBatch(db, batchId, limits));
      const [batch] = await inAllShards(services, found === undefined ? [] : [found]);
      return batch === undefined ? problemAnswer('unknown-batch', batchNotFound(batchId), path) : jsonAnswer(batchJson(batch));
    },
  },
  {
    method: 'GET',
    pattern: '/Batches/{batchId}/items',
    permission: 'see',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listBatchItems',
    tag: 'Batches',
    summary: 'List the items of a batch',
    description: 'Each item with its result.',
    shards: { sorts: 'Position', id: 'subjectId' },
    query: listQuery('Status, Code, SubjectId, StatusNow, IsWaitingNow', 'Position', 'Position'),
    examples: { failures: { filters: 'Status==Failed' }, 'failed again': { filters: 'StatusNow==Failed' } },
    answer: batchItemPage,
    refusals: [BATCH_NOT_FOUND],
    async handle({ path, queryText, params: [batchId = ''], limits }, { db }) {
      const query = parseListQuery(readQueryParameters(queryText), batchItemNames);
      if (!query.ok) return problemAnswer('invalid-query', query.detail, path);
      const batch = await readBatch(db, batchId, limits);
      if (batch === undefined) return problemAnswer('unknown-batch', batchNotFound(batchId), path);
      const { items, totalCount, page, pageSize } = await listBatchItems(db, batchId, query.value, limits);
      return jsonAnswer({ items: items.map((item) => itemJson(batch, item)), totalCount, page, pageSize });
    },
  },
];

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

function itemJson({ operation }: CountedBatch, item: PlacedBatchItem): ResponseBody<typeof batchItem> {
  const { position, subjectId, instanceId, processKey, state, code, resultId, doneAt, statusNow, isWaitingNow } = item;
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
    statusNow: statusNow as ResponseBody<typeof batchItem>['statusNow'],
    businessId: item.businessId,
    ...(item.root !== undefined && rootJson(item.root)),
    failureNow: item.failureNow === null ? null : JSON.parse(item.failureNow),
    isWaitingNow,
  };
}

function reasonOf(operation: string, { rejection, code, subjectId }: BatchItem): string | null {
  const known = operationNamed(operation);
  if (rejection === null || known === undefined) return code === null ? null : 'The batch was stopped before.';
  return rejectionText(requestedOperation(known).command, JSON.parse(rejection) as CommandRejection, subjectId);
}

const steerBatchRequest = z.object({}).meta({ id: 'SteerBatchRequest' });

const ENDED: DocumentedRefusal = { status: 409, shape: 'P', text: "Batch '<id>' is already <status>." };

const TEXTS = {
  pause: { summary: 'Pause a batch', description: 'No further items start until you resume the batch.' },
  resume: { summary: 'Resume a paused batch', description: 'The remaining items start again.' },
  stop: { summary: 'Stop a batch', description: 'Skips all items that have not started. You cannot undo this.' },
};

/** Pause, resume and stop of a batch (docs/contributing/spec/batches.md). */
export const batchActions: readonly Endpoint[] = (['pause', 'resume', 'stop'] as const).map((act) =>
  writeEndpoint({
    method: 'POST',
    pattern: `/Batches/{batchId}/${act}`,
    permission: 'operate',
    keepsKeys: true,
    rateLimit: 'Admin',
    audit: ['operator', 'SteerBatch'],
    id: `${act}Batch`,
    tag: 'Batches',
    ...TEXTS[act],
    body: steerBatchRequest,
    examples: { 'empty body': {} },
    answer: batchStatus,
    refusals: [BATCH_NOT_FOUND, ENDED],
    async handle(request, services) {
      const [batchId = ''] = request.params;
      const { db, requiresRoles, run } = services;
      // only for the permission: the operation of a batch never changes, and the worker checks if the batch exists
      const batch = requiresRoles === true ? await readBatch(db, batchId, request.limits) : undefined;
      const operation = batch && operationNamed(batch.operation);
      const forbidden = operation && refusalOfOperation(services, request, operation);
      if (forbidden !== undefined) return forbidden;
      return run(request, { kind: 'SteerBatch', batchId, act }, ({ state }) => jsonAnswer({ status: state }));
    },
  }),
);
