import type { VariableScopeKind } from '../events/scope-events.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';

/**
 * Data of the projector for the state of an instance (docs/contributing/spec/http/instances.md#state). Two parts, so that the
 * cost does not depend on the length of the history: `LiveState` is rewritten (column q_instance.live), `StepRecord` with
 * activity instances ended by one row is appended (table q_instance_step). Times are ms since epoch. Ordinals are stored; GUIDs
 * are derived when read.
 */
export interface LiveActivityInstance {
  readonly entry: ActivityInstanceOrdinal;
  readonly element: string;
  /** `activityType` of the HTTP API */
  readonly activityType: string;
  readonly variableScope: VariableScopeOrdinal;
  readonly since: number;
  /** begin of the work: the claim of a user task, the lock of a completed job; absent: unknown, or not begun */
  readonly workSince?: number;
  /** it failed or waited in a failed instance: its duration includes the repair */
  readonly isRepeated?: true;
  readonly childInstanceId?: string;
}

export interface LiveVariableScope {
  readonly variableScope: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Variables;
  /** names that are never merged outward (docs/contributing/spec/variables.md#local-names) */
  readonly locals: readonly string[];
}

export interface LiveState {
  /** active instances, oldest first */
  readonly entries: readonly LiveActivityInstance[];
  /** open variable scopes, root first, then by age */
  readonly variableScopes: readonly LiveVariableScope[];
}

export interface EndedActivityInstance extends LiveActivityInstance {
  readonly endedAt: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** reason, set if it was cancelled */
  readonly cancelled?: string;
}

export interface EvaluatedCondition {
  readonly flow: string;
  readonly condition: string;
  readonly source: string;
  readonly target: string;
  readonly result: boolean;
}

/** Activity instances that ended and conditions that were evaluated in one row of the event history. */
export interface StepRecord {
  /** in the order of their end */
  readonly completed: readonly EndedActivityInstance[];
  readonly conditions: readonly EvaluatedCondition[];
}
