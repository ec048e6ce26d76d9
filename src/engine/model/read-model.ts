import type { VariableScopeKind } from '../events/scope-events.ts';
import type { ActivityInstanceOrdinal, VariableScopeOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';

/**
 * State of an instance for the projector (docs/contributing/spec/http/instances.md#state). `LiveState` is rewritten (column q_instance.live),
 * `StepRecord` of one row is appended (table q_instance_step), so that the cost does not depend on the length of the history. Times are ms since epoch.
 * Ordinals are stored; reading derives GUIDs.
 */
export interface LiveActivityInstance {
  readonly entry: ActivityInstanceOrdinal;
  readonly element: string;
  /** `activityType` of the HTTP API */
  readonly activityType: string;
  readonly variableScope: VariableScopeOrdinal;
  readonly since: number;
  /** claim of a user task, or lock of a completed job; absent: unknown, or not begun */
  readonly workSince?: number;
  /** failed or waited in a failed instance: the duration includes the repair */
  readonly isRepeated?: true;
  /** time in incidents that have ended, or until a restore of the failed instance; absent: none */
  readonly failedMs?: number;
  /** start of the latest of these times */
  readonly failedAt?: number;
  /** has an open incident, since `failedAt` */
  readonly isFailing?: true;
  readonly childInstanceId?: string;
}

/** Time during which the instance had failed. `to` null: it has not been restored. */
export interface Pause {
  readonly from: number;
  readonly to: number | null;
}

export interface LiveVariableScope {
  readonly variableScope: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Variables;
  /** never merged outward (docs/contributing/spec/variables.md#local-names) */
  readonly locals: readonly string[];
}

export interface LiveState {
  /** active instances, oldest first */
  readonly entries: readonly LiveActivityInstance[];
  /** open, root first, then by age */
  readonly variableScopes: readonly LiveVariableScope[];
  /** oldest first; absent: it has not failed */
  readonly pauses?: readonly Pause[];
}

export interface EndedActivityInstance extends LiveActivityInstance {
  readonly endedAt: number;
  readonly error?: { readonly code: string; readonly message: string };
  /** reason of a cancellation */
  readonly cancelled?: string;
}

export interface EvaluatedCondition {
  readonly flow: string;
  readonly condition: string;
  readonly source: string;
  readonly target: string;
  readonly result: boolean;
}

/** Activity instances that ended and conditions evaluated in one row of the event history. */
export interface StepRecord {
  /** ordered by their end */
  readonly completed: readonly EndedActivityInstance[];
  readonly conditions: readonly EvaluatedCondition[];
}
