import {
  batchItemPage,
  batchMade,
  batchPage,
  batchRow,
  batchStatus,
  createBatchRequest,
  steerBatchRequest,
} from '../schemas/batches.ts';
import type { DocumentedRefusal, Operation } from './operation.ts';
import { batchesQuery, batchItemsQuery } from './parameters.ts';

const tag = 'Batches';
const NOT_FOUND: DocumentedRefusal = { status: 404, shape: 'P', text: "Batch '<id>' not found." };
const ENDED: DocumentedRefusal = { status: 409, shape: 'P', text: "Batch '<id>' is already <status>." };

/** /Batches (docs/contributing/spec/batches.md). */
export const batchOperations: readonly Operation[] = [
  {
    method: 'POST',
    pattern: '/Batches',
    id: 'createBatch',
    tag,
    summary: 'Does the same to many incidents or instances: to all that match now',
    policy: 'Admin',
    body: createBatchRequest,
    examples: {
      'retry of all incidents of a process': { Operation: 'retry', Filters: 'ProcessKey==order', DryRun: true },
      'cancel with a pace': { Operation: 'cancel', Filters: 'BusinessId==none', Reason: 'Sold out', ItemsPerSecond: 50 },
      'some instances': { Operation: 'variables', Ids: ['0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11'], Variables: { approved: true } },
    },
    answer: batchMade,
    refusals: [
      { status: 400, shape: 'E', text: 'Ids or Filters is required' },
      { status: 400, shape: 'P', text: 'Ids[<n>] must be a GUID.' },
      {
        status: 400,
        shape: 'P',
        text: 'The batch would have more than <n> items (Batches:MaxItems). Narrow Filters or give fewer Ids.',
      },
    ],
  },
  {
    method: 'GET',
    pattern: '/Batches',
    id: 'listBatches',
    tag,
    summary: 'Batches with their counts, the latest first',
    policy: 'Read',
    query: batchesQuery,
    examples: { running: { filters: 'Status==Running' } },
    answer: batchPage,
  },
  {
    method: 'GET',
    pattern: '/Batches/{batchId}',
    id: 'readBatch',
    tag,
    summary: 'One batch with its counts',
    policy: 'Read',
    answer: batchRow,
    refusals: [NOT_FOUND],
  },
  {
    method: 'GET',
    pattern: '/Batches/{batchId}/items',
    id: 'listBatchItems',
    tag,
    summary: 'What became of each item of a batch',
    policy: 'Read',
    query: batchItemsQuery,
    examples: { failures: { filters: 'Status==Failed' } },
    answer: batchItemPage,
    refusals: [NOT_FOUND],
  },
  ...(['pause', 'resume', 'stop'] as const).map(
    (act): Operation => ({
      method: 'POST',
      pattern: `/Batches/{batchId}/${act}`,
      id: `${act}Batch`,
      tag,
      summary: summaryOf(act),
      policy: 'Admin',
      body: steerBatchRequest,
      examples: { 'no members': {} },
      answer: batchStatus,
      refusals: [NOT_FOUND, ENDED],
    }),
  ),
];

function summaryOf(act: 'pause' | 'resume' | 'stop'): string {
  if (act === 'pause') return 'Takes no more items of a batch until it is resumed';
  return act === 'resume' ? 'Resumes a paused batch' : 'Ends a batch: what is not in work yet is skipped';
}
