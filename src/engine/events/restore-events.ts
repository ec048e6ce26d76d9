import type { Fact } from '../fact.ts';
import type {
  ActivityInstanceOrdinal,
  CompensationItemOrdinal,
  CompensationRunOrdinal,
  Ordinal,
  ScopeOrdinal,
  VariableScopeOrdinal,
} from '../ordinals.ts';
import type { ActivityInstanceRecord } from '../state/snapshot-entry.ts';
import type { Variables } from '../values.ts';
import type { Tries } from './incident-events.ts';
import type { AfterCompensation, CompensationItemRecord } from './records.ts';
import type { VariableScopeKind } from './scope-events.ts';

/** State after a row of the event history. `seq` 0: before the first token. */
export interface Origin {
  readonly instanceId: string;
  readonly seq: number;
}

/**
 * The instance continues from a row of another one, or its own earlier one. Separate events follow for what waits: `state` has no subscriptions, jobs,
 * user tasks, incidents and paused runs, and called instances only for a retry (docs/contributing/spec/forks.md#restored-state).
 */
export type InstanceRestored = Fact<
  'InstanceRestored',
  {
    from: Origin;
    state: RestoredState;
    /** version at that row, if migrated since */
    definition?: { readonly definitionId: string; readonly version: number };
    reason?: string;
  }
>;

/** Called instance that ended with or before its caller. `overwrites`: inputs taken over even if it has changed them. */
export interface ContinuedChild {
  readonly childInstanceId: string;
  readonly overwrites?: readonly string[];
}

/** Snapshot format, without anything that waits. */
export interface RestoredState {
  readonly v: number;
  /** ms since epoch */
  readonly startedAt: number;
  readonly counter: Ordinal;
  readonly rootScope: ScopeOrdinal;
  readonly rootVariables: VariableScopeOrdinal;
  readonly entries: readonly ActivityInstanceRecord[];
  readonly scopes: readonly ScopeRecord[];
  readonly variables: readonly VariableScopeRecord[];
  readonly walks?: readonly CompensationRunRecord[];
  /** earlier failures of the process itself */
  readonly tries?: ProcessTries;
}

/** `of`: the failed part. */
export interface ProcessTries extends Tries {
  readonly of: string;
}

export interface ScopeRecord {
  readonly n: ScopeOrdinal;
  readonly container: string;
  readonly host: ActivityInstanceOrdinal | null;
  readonly parent: ScopeOrdinal | null;
  readonly vars: VariableScopeOrdinal;
  readonly fired?: readonly [string, readonly string[]][];
  readonly interrupted?: true;
  readonly log?: readonly CompensationItemRecord[];
  readonly restores?: { readonly walk: CompensationRunOrdinal; readonly item: CompensationItemOrdinal };
}

export interface VariableScopeRecord {
  readonly n: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Variables;
  readonly locals?: readonly string[];
}

export interface CompensationRunRecord {
  readonly ordinal: CompensationRunOrdinal;
  readonly thrower: ActivityInstanceOrdinal;
  readonly element: string;
  readonly scope: ScopeOrdinal;
  readonly items: readonly CompensationItemOrdinal[];
  readonly together: boolean;
  readonly after: AfterCompensation;
}
