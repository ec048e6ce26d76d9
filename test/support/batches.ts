import { expect } from 'chai';
import { expectJson } from './http/expect-answer.ts';
import { get, post } from './http/http-client.ts';
import { until } from './http/steps.ts';

/** A batch, as far as tests name it. */
export interface ShownBatch {
  readonly batchId: string;
  readonly status: 'Running' | 'Paused' | 'Stopping' | 'Stopped' | 'Completed';
  readonly totalCount: number;
  readonly pendingCount: number;
  readonly succeededCount: number;
  readonly failedCount: number;
  readonly skippedCount: number;
  readonly endedAt: string | null;
}

/** Makes a batch; gives its id. */
export async function createBatch(url: string, body: object): Promise<string> {
  return expectJson(await post(url, '/Batches', body)).batchId;
}

/** A batch; the counts make up the total whenever it is looked at. */
export async function readBatch(url: string, batchId: string): Promise<ShownBatch> {
  const batch: ShownBatch = expectJson(await get(url, `/Batches/${batchId}`));
  const { totalCount, pendingCount, succeededCount, failedCount, skippedCount } = batch;
  expect(pendingCount + succeededCount + failedCount + skippedCount, 'sum of the counts').to.equal(totalCount);
  return batch;
}

/** Waits until a batch has ended. */
export function endedBatch(url: string, batchId: string): Promise<ShownBatch> {
  return until(
    () => readBatch(url, batchId),
    ({ endedAt }) => endedAt !== null,
  );
}

/** How many items succeeded, failed and were skipped. */
export function outcomes({ succeededCount, failedCount, skippedCount }: ShownBatch): readonly [number, number, number] {
  return [succeededCount, failedCount, skippedCount];
}

/** Items of a batch, at most 100. */
export async function itemsOf(url: string, batchId: string, filters = ''): Promise<readonly ShownItem[]> {
  const query = filters === '' ? '' : `&filters=${encodeURIComponent(filters)}`;
  return expectJson(await get(url, `/Batches/${batchId}/items?pageSize=100${query}`)).items;
}
export interface ShownItem {
  readonly position: number;
  readonly subjectId: string;
  readonly workflowInstanceId: string | null;
  readonly processDefinitionKey: string | null;
  readonly status: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly resultInstanceId: string | null;
  readonly statusNow: string | null;
  readonly isWaitingNow: boolean;
  readonly businessId: string | null;
  readonly rootInstanceId?: string;
  readonly rootBusinessId?: string | null;
  readonly failureNow: { readonly activityId: string | null; readonly code: string; readonly message: string } | null;
}
