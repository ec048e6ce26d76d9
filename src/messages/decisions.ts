import type { MadeDecision } from '../engine/decisions/traced-decision.ts';

/** New or unchanged. `file`: name among the files of the deploy; absent: the first one. */
export interface DeployedDecision {
  readonly key: string;
  readonly version: number;
  readonly file?: string;
  readonly isUnchanged?: true;
}

export interface DeployedDecisions {
  readonly decisions: readonly DeployedDecision[];
  readonly warnings: readonly string[];
}

/** The last of the decisions is the requested one. `businessId`: of the call, by which an erasure finds the reply. */
export interface EvaluatedDecision {
  readonly version: number;
  readonly businessId?: string;
  readonly decisions: readonly MadeDecision[];
}

/** Name of the first file of a deploy of decisions. No other file can have it. */
export const FIRST_DECISION_FILE = '*.dmn';

/** `version` null: of no version. */
export type DecisionRejection =
  | { readonly code: 'INVALID_DMN'; readonly diagnostic: string }
  | { readonly code: 'DECISION_NOT_DEPLOYED'; readonly key: string; readonly version: number | null }
  | { readonly code: 'DECISION_IN_USE'; readonly key: string; readonly version: number }
  | { readonly code: 'DECISION_NOT_MADE'; readonly reason: string };
