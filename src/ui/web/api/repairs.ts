import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { postService, type Query } from './client.ts';
import type { BatchAnswer, BatchItemList, BatchProgress, IncidentList } from './service-types.ts';
import { service } from './views.ts';

/** Failures that wait for an operator (docs/spec/pages.md#incidents). */
export const incidentsQuery = (query: Query) =>
  queryOptions({ ...service<IncidentList>('/Incidents', query), placeholderData: keepPreviousData });

/** How far a batch is. */
export const batchQuery = (batchId: string) => service<BatchProgress>(`/Batches/${batchId}`);

/** What of a batch failed, the first of them. */
export const batchFailuresQuery = (batchId: string) =>
  service<BatchItemList>(`/Batches/${batchId}/items`, { filters: 'Status==Failed', pageSize: 10 });

/** What a batch does to all that a filter finds. */
export interface BatchOrder {
  readonly operation: 'retry' | 'revive';
  /** of the list of incidents, or of instances */
  readonly filters: string;
}

/** How many a batch would hit; nothing is done. */
export function countBatch({ operation, filters }: BatchOrder): Promise<BatchAnswer> {
  return postService<BatchAnswer>('/Batches', { Operation: operation, Filters: filters, DryRun: true });
}

/** Makes the batch. */
export function createBatch({ operation, filters }: BatchOrder): Promise<BatchAnswer> {
  return postService<BatchAnswer>('/Batches', { Operation: operation, Filters: filters });
}

/** Does once more what has failed. */
export function retryIncident(incidentId: string): Promise<unknown> {
  return postService(`/Incidents/${incidentId}/retry`);
}
