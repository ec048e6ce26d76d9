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

const TEXTS = {
  pause: { summary: 'Pause a batch', description: 'No further items start until you resume the batch.' },
  resume: { summary: 'Resume a paused batch', description: 'The remaining items start again.' },
  stop: { summary: 'Stop a batch', description: 'Skips all items that have not started. You cannot undo this.' },
};

/** /Batches (docs/contributing/spec/batches.md). */
export const batchOperations: readonly Operation[] = [
  {
    method: 'POST',
    pattern: '/Batches',
    id: 'createBatch',
    tag,
    summary: 'Create a batch operation',
    description: 'Runs one operation on many incidents or instances: the given ids, or all that match the filters now.',
    policy: 'Admin',
    body: createBatchRequest,
    examples: {
      'retry all incidents of a process': { Operation: 'retry', Filters: 'ProcessKey==order', DryRun: true },
      'cancel at a limited rate': { Operation: 'cancel', Filters: 'BusinessId==none', Reason: 'Sold out', ItemsPerSecond: 50 },
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
    summary: 'List batches',
    description: 'Batches with their counts, newest first.',
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
    summary: 'Read a batch',
    policy: 'Read',
    answer: batchRow,
    refusals: [NOT_FOUND],
  },
  {
    method: 'GET',
    pattern: '/Batches/{batchId}/items',
    id: 'listBatchItems',
    tag,
    summary: 'List the items of a batch',
    description: 'Each item with its result.',
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
      ...TEXTS[act],
      policy: 'Admin',
      body: steerBatchRequest,
      examples: { 'empty body': {} },
      answer: batchStatus,
      refusals: [NOT_FOUND, ENDED],
    }),
  ),
];
