import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FailedAgainView, ItemsNowView } from '../../wire/batches.ts';
import { getService, postService, type Query } from './client.ts';
import type { JsonText } from './json-text.ts';
import type { BatchAnswer, BatchItemList, BatchList, BatchProgress, IgnoredList } from './service-types.ts';
import { apiQuery, uiQuery } from './views.ts';

/** Latest first (docs/contributing/spec/pages.md#batches). */
export const batchesQuery = (query: Query) =>
  queryOptions({ ...apiQuery<BatchList>('/Batches', { ...query, pageSize: 20 }), placeholderData: keepPreviousData });

/** Skips the remaining items. */
export function stopBatch(batchId: string): Promise<unknown> {
  return postService(`/Batches/${batchId}/stop`);
}

export const batchQuery = (batchId: string) => apiQuery<BatchProgress>(`/Batches/${batchId}`);

/** The first ten. */
export const batchFailuresQuery = (batchId: string) =>
  apiQuery<BatchItemList>(`/Batches/${batchId}/items`, { filters: 'Status==Failed', pageSize: 10 });

/** Batches whose instances continue after the batch. */
export function isRetry(operation: string): boolean {
  return operation === 'retry' || operation === 'revive';
}

/** Succeeded items by the present status of their instances (docs/contributing/spec/batches.md#status-now). */
export const retriedNowQuery = (batchId: string) => uiQuery<ItemsNowView>('batches/now', { batch: batchId });

/** Of the retries among the batches of a page (docs/contributing/spec/batches.md#status-now). */
export const failedAgainQuery = (batchIds: readonly string[]) =>
  queryOptions({
    ...uiQuery<FailedAgainView>('batches/failed-again', { batches: batchIds.join(',') }),
    enabled: batchIds.length > 0,
    placeholderData: keepPreviousData,
  });

export const batchItemsQuery = (batchId: string, query: Query) =>
  queryOptions({ ...apiQuery<BatchItemList>(`/Batches/${batchId}/items`, query), placeholderData: keepPreviousData });

/** Items of a retry. `counts`: read again when they change. */
export const itemsNowQuery = (batchId: string, query: Query, counts: ItemsNowView | undefined) =>
  queryOptions({
    queryKey: ['items of a retry', batchId, query, counts],
    queryFn: ({ signal }) => getService<BatchItemList>(`/Batches/${batchId}/items`, query, signal),
    placeholderData: keepPreviousData,
  });

/** Batch for all items of a filter, or named ones. `filters`: of incidents, or of instances. */
export type BatchOrder = {
  readonly operation: OrderedOperation;
  /** target version of `migrate` */
  readonly definitionId?: string;
  /** set before a `retry` or `revive` */
  readonly variables?: JsonText | undefined;
  /** of `cancel`, `suspend`, and of changed variables */
  readonly reason?: string;
} & ({ readonly filters: string; readonly ids?: never } | { readonly ids: readonly string[]; readonly filters?: never });
export type OrderedOperation = 'retry' | 'revive' | 'cancel' | 'suspend' | 'resume' | 'delete' | 'migrate';

/** Counts the items in a dry run. */
export function countBatch(order: BatchOrder): Promise<BatchAnswer> {
  return postService<BatchAnswer>('/Batches', { ...membersOf(order), DryRun: true });
}

export function createBatch(order: BatchOrder): Promise<BatchAnswer> {
  return postService<BatchAnswer>('/Batches', membersOf(order));
}

function membersOf({ operation, filters, ids, definitionId, variables, reason }: BatchOrder) {
  return { Operation: operation, Filters: filters, Ids: ids, DefinitionId: definitionId, Variables: variables, Reason: reason };
}

export function retryIncident(incidentId: string): Promise<unknown> {
  return postService(`/Incidents/${incidentId}/retry`);
}

/** See docs/contributing/spec/incidents.md#ignored. */
export const ignoredFailuresQuery = apiQuery<IgnoredList>('/Incidents/ignored');

/** Common values of the failures; null: see {@link IgnoredList}. */
interface FailureCause {
  readonly processDefinitionKey: string;
  readonly activityId: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly exceptErrorMessages?: readonly string[];
}

/** `until`: RFC 3339; absent: no end. */
export function ignoreFailures(request: FailureCause & { readonly reason: string; readonly until?: string }): Promise<unknown> {
  const { reason: Reason, until: Until, ...cause } = request;
  return postService('/Incidents/ignore', { ...membersOfCause(cause), Reason, Until });
}

/** Ends {@link ignoreFailures}. */
export function showFailures(cause: FailureCause): Promise<unknown> {
  return postService('/Incidents/show', membersOfCause(cause));
}

function membersOfCause(cause: FailureCause) {
  const { processDefinitionKey, activityId, errorCode, errorMessage, exceptErrorMessages } = cause;
  return {
    ProcessDefinitionKey: processDefinitionKey,
    ActivityId: activityId,
    ErrorCode: errorCode,
    ErrorMessage: errorMessage,
    ExceptErrorMessages: exceptErrorMessages,
  };
}
