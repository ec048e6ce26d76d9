import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Decided, DecidedDecision, KeptTable } from '../../../engine/decisions/decided.ts';
import type { PageView, Timestamp } from '../../wire/page.ts';
import type { Query } from './client.ts';
import { apiQuery } from './views.ts';

/** Decisions of one call (docs/contributing/spec/decisions.md#evaluations). Absent fields were too long to be stored. */
export interface EvaluationRow {
  readonly evaluationId: string;
  readonly version: number;
  readonly evaluatedAt: Timestamp;
  readonly outcome: string;
  /** business id of the call */
  readonly businessId: string | null;
  readonly actor: string | null;
  readonly failure: string | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** required ones first */
  readonly decisions: readonly EvaluatedDecision[];
  readonly moreDecisions?: number;
}

interface EvaluatedDecision {
  readonly decisionKey: string;
  readonly name: string;
  readonly result?: NonNullable<DecidedDecision['value']>;
  readonly tables: readonly (Omit<KeptTable, 'more'> & { readonly moreRules?: number })[];
  readonly moreTables?: number;
}

/** Evaluations, newest first. */
export const evaluationsQuery = (key: string, query: Query) =>
  queryOptions({ ...apiQuery<PageView<EvaluationRow>>(evaluationsPath(key), query), placeholderData: keepPreviousData });

/** Evaluation as a list; empty: not stored. The result never changes. */
export const evaluationQuery = (key: string, evaluationId: string) =>
  queryOptions({
    ...apiQuery<PageView<EvaluationRow>>(evaluationsPath(key), { filters: `EvaluationId==${evaluationId}` }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Path below the service. Query keys of its reads begin with this. */
export function evaluationsPath(key: string): string {
  return `/Decisions/${encodeURIComponent(key)}/evaluations`;
}

/** Converts to the format of the journal of a task. */
export function decidedBy({ decisions, moreDecisions }: EvaluationRow): Pick<Decided, 'decisions' | 'more'> {
  return {
    decisions: decisions.map(({ decisionKey: key, name, result: value, tables, moreTables }) => ({
      key,
      name,
      ...(value !== undefined && { value }),
      tables: tables.map(({ moreRules, ...table }) => (moreRules === undefined ? table : { ...table, more: moreRules })),
      ...(moreTables !== undefined && { more: moreTables }),
    })),
    ...(moreDecisions !== undefined && { more: moreDecisions }),
  };
}
