import type { AfterWalk, CompensationItemRecord } from './events.ts';
import type { Fact } from './fact.ts';
import type { Tries } from './incident-events.ts';
import type {
  CompensationItemOrdinal,
  EntryOrdinal,
  Ordinal,
  ScopeOrdinal,
  VariableScopeOrdinal,
  WalkOrdinal,
} from './ordinals.ts';
import type { EntryRecord } from './snapshot-entry.ts';
import type { Variables } from './values.ts';
import type { VariableScopeKind } from './variable-events.ts';

/** A row of the journal of an instance: its state after that row. `seq` 0: before its first token. */
export interface Origin {
  readonly instanceId: string;
  readonly seq: number;
}

/**
 * The instance goes on from a row of a journal: that of another instance, or an earlier one of its own. What waits in that state follows as facts of its own:
 * `state` holds no subscriptions, jobs, user tasks, incidents and paused runs, and called instances only of a retry (docs/contributing/spec/forks.md#restored-state).
 */
export type InstanceRestored = Fact<
  'InstanceRestored',
  {
    from: Origin;
    state: RestoredState;
    /** the version it was in at that row, where it has been moved to another one since; absent: it stays in its version */
    definition?: { readonly definitionId: string; readonly version: number };
  }
>;

/** A child that has ended with its caller, or before it. `overwrites`: inputs that it takes even if it has changed them itself; absent: none. */
export interface ContinuedChild {
  readonly childInstanceId: string;
  readonly overwrites?: readonly string[];
}

/** A state as a snapshot keeps it, without what waits in it. */
export interface RestoredState {
  /** version of the snapshot */
  readonly v: number;
  /** ms since epoch */
  readonly startedAt: number;
  /** the highest ordinal given so far */
  readonly counter: Ordinal;
  readonly rootScope: ScopeOrdinal;
  readonly rootVariables: VariableScopeOrdinal;
  readonly entries: readonly EntryRecord[];
  readonly scopes: readonly ScopeRecord[];
  readonly variables: readonly VariableScopeRecord[];
  readonly walks?: readonly WalkRecord[];
  /** how often the process itself has failed at one place */
  readonly tries?: ProcessTries;
}

/** See {@link Tries}. `of`: what has failed. */
export interface ProcessTries extends Tries {
  readonly of: string;
}

/** A scope as snapshots keep it. */
export interface ScopeRecord {
  readonly n: ScopeOrdinal;
  readonly container: string;
  readonly host: EntryOrdinal | null;
  readonly parent: ScopeOrdinal | null;
  readonly vars: VariableScopeOrdinal;
  readonly fired?: readonly [string, readonly string[]][];
  readonly interrupted?: true;
  readonly log?: readonly CompensationItemRecord[];
  readonly restores?: { readonly walk: WalkOrdinal; readonly item: CompensationItemOrdinal };
}

/** A variable scope as snapshots keep it. */
export interface VariableScopeRecord {
  readonly n: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Variables;
  readonly locals?: readonly string[];
}

/** A compensation walk as snapshots keep it. */
export interface WalkRecord {
  readonly ordinal: WalkOrdinal;
  readonly thrower: EntryOrdinal;
  readonly element: string;
  readonly scope: ScopeOrdinal;
  readonly items: readonly CompensationItemOrdinal[];
  readonly together: boolean;
  readonly after: AfterWalk;
}
