import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DecisionUsesView, DecisionVersionsView, DecisionView } from '../../wire/decisions.ts';
import { getService, postService } from './client.ts';
import type { JsonText } from './json-text.ts';
import { paged, uiQuery } from './views.ts';

/** Rows of decisions (docs/contributing/spec/pages.md#decisions). */
export const decisionsQuery = (query: { search?: string; since?: string; page?: number; sort?: string }) =>
  paged<DecisionView>('decisions', query);

/** All versions, and the number of the next one. */
export const decisionVersionsQuery = (key: string) => uiQuery<DecisionVersionsView>('decisions/versions', { key });

/** Evaluations by instances, and counts of the rules of a version. Keeps the previous ones while others load. */
export const decisionUsesQuery = (key: string, version: number, rule: string) =>
  queryOptions({
    ...uiQuery<DecisionUsesView>('decisions/uses', { key, version, ...(rule !== '' && { rule }) }),
    placeholderData: keepPreviousData,
  });

/** File as deployed. */
export const dmnQuery = (key: string, version: number) =>
  queryOptions({
    queryKey: ['dmn', key, version],
    queryFn: ({ signal }) => getService<string>(dmnPath(key, version), {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Path below the service. */
export function dmnPath(key: string, version: number): string {
  return `/Decisions/${encodeURIComponent(key)}/${version}/xml`;
}

/** Response of an evaluation (docs/contributing/spec/decisions.md#evaluate). */
export interface Evaluated {
  readonly Version: number;
  readonly Result: unknown;
  readonly Decisions: readonly DecisionOnTheWay[];
}
/** Evaluated for the result. The last one is the requested decision. */
export interface DecisionOnTheWay {
  readonly DecisionKey: string;
  readonly Name: string;
  readonly Result: unknown;
  readonly Tables: readonly {
    readonly Inputs: readonly { readonly Name: string; readonly Value: unknown }[];
    readonly Rules: readonly {
      readonly Number: number;
      readonly Id?: string;
      readonly Outputs: Readonly<Record<string, unknown>>;
    }[];
    /** cells of the first rules: true: the cell holds; null: unknown */
    readonly Cells?: readonly (readonly (boolean | null)[])[];
  }[];
}

/** Changes nothing, but the service can store the evaluation. Rejects with an ApiError. */
export function evaluateDecision(request: {
  readonly key: string;
  readonly version: number;
  readonly variables: JsonText;
}): Promise<Evaluated> {
  const { key, version: Version, variables: Variables } = request;
  return postService<Evaluated>(`/Decisions/${encodeURIComponent(key)}/evaluate`, { Version, Variables, Cells: true });
}
