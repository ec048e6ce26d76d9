import type { EntryOrdinal, VariableScopeOrdinal } from './ordinals.ts';
import type { Variables } from './values.ts';
import type { VariableScopeKind } from './variable-events.ts';

/**
 * What the projector keeps per instance for the state snapshot (docs/contributing/spec/http/instances.md#state). Two parts, so that a long history costs nothing to extend:
 * `LiveState` is what is live (column q_instance.live, rewritten), `StepRecord` is what one journal row ended (table q_instance_step, appended).
 * Times are ms since epoch; entries and variable scopes are named by their ordinal, the GUIDs are derived when read.
 */
export interface LiveEntry {
  readonly entry: EntryOrdinal;
  readonly element: string;
  /** as `activityType` on the wire */
  readonly activityType: string;
  readonly variableScope: VariableScopeOrdinal;
  readonly since: number;
  /** set on a call activity that has started its child */
  readonly childInstanceId?: string;
}

export interface LiveVariableScope {
  readonly variableScope: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Variables;
  /** names that never merge outward (docs/contributing/spec/variables.md#local-names) */
  readonly locals: readonly string[];
}

export interface LiveState {
  /** entries that have not ended, oldest first */
  readonly entries: readonly LiveEntry[];
  /** variable scopes that exist, root first, then by age */
  readonly variableScopes: readonly LiveVariableScope[];
}

export interface EndedEntry extends LiveEntry {
  readonly endedAt: number;
  /** set on a failed entry */
  readonly error?: { readonly code: string; readonly message: string };
  /** set on a cancelled entry: its reason */
  readonly cancelled?: string;
}

export interface EvaluatedCondition {
  readonly flow: string;
  readonly condition: string;
  readonly source: string;
  readonly target: string;
  readonly result: boolean;
}

export interface StepRecord {
  /** in the order they ended */
  readonly completed: readonly EndedEntry[];
  readonly conditions: readonly EvaluatedCondition[];
}
