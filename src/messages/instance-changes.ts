import type { SuspendedBy } from '../engine/events/scope-events.ts';
import type { MigrationFault } from '../engine/migration/migrations.ts';
import type { Variables } from '../engine/values.ts';

/** Instruction in the form of a request: activity instances are named by id. */
export type ModifyInstruction =
  | { readonly kind: 'cancelEntry'; readonly entry: string }
  | { readonly kind: 'cancelElement'; readonly element: string }
  | {
      readonly kind: 'startBefore' | 'startAfter';
      readonly element: string;
      readonly scope: string | null;
      readonly variables?: Variables;
    };

/** Effects of a modification. */
export interface Modification {
  /** entries that end, with everything inside them */
  readonly cancelledCount: number;
  /** in the order of the instructions */
  readonly started: readonly StartedElement[];
  /** of a dry run: state of the instance afterwards; null when it was modified */
  readonly after: {
    readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
    /** in order of activation, at most 100 */
    readonly activeElements: readonly string[];
    /** why it would fail */
    readonly failure: { readonly code: string; readonly message: string } | null;
    /** the run is so long that it was not followed to its end */
    readonly isCut: boolean;
  } | null;
}
export interface StartedElement {
  readonly element: string;
  readonly at: 'before' | 'after';
  /** number of the host whose open body it is in; null: the instance itself */
  readonly scope: number | null;
  /** sub-processes that are opened around it, outermost first */
  readonly opened: readonly string[];
}

/** Result of a migration or of its dry run. */
export interface Migration {
  readonly from: { readonly definitionId: string; readonly version: number };
  readonly to: { readonly definitionId: string; readonly version: number };
  /** of a dry run; null when the migration was done */
  readonly report: MigrationReport | null;
}

/** Effects of a migration. Lists end after 1,000 items each; `isCut`: one of them was longer. */
export interface MigrationReport {
  /** where the elements of the version of the instance are in the other one; null: nowhere */
  readonly elements: readonly { readonly from: string; readonly to: string | null; readonly isGiven: boolean }[];
  readonly entries: readonly {
    readonly entry: number;
    readonly from: string;
    readonly to: string | null;
    /** an open task whose description differs in the other version */
    readonly isDescribedAnew: boolean;
  }[];
  readonly waits: readonly {
    readonly entry: number | null;
    /** null: it waits in one of the two versions only */
    readonly from: string | null;
    readonly to: string | null;
    readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
    readonly becomes: 'kept' | 'renewed' | 'armed' | 'disarmed';
    readonly name: string | null;
    readonly key: string | null;
    /** ms since epoch */
    readonly dueAt: number | null;
  }[];
  readonly joins: readonly {
    readonly entry: number;
    readonly element: string;
    /** flows of the other version that have not brought a token */
    readonly missing: readonly string[];
    readonly goesOn: boolean;
  }[];
  readonly faults: readonly MigrationFault[];
  readonly isCut: boolean;
}

/** Origin of a suspension or resumption (docs/contributing/spec/suspension.md). */
export interface SuspensionOfInstance {
  readonly instanceId: string;
  readonly by: SuspendedBy;
  readonly reason?: string;
}

/** Suspensions of an instance; empty: not suspended. */
export interface SuspendedInstance {
  readonly suspendedBy: readonly SuspendedBy[];
}

/** A process key after a suspend or resume. `instances`: of this key, which have not ended. */
export interface SuspendedProcess {
  readonly key: string;
  readonly isSuspended: boolean;
  readonly instances: number;
}

/** Result of a deletion. */
export interface DeletedInstances {
  /** number of deleted instances, including called ones */
  readonly deleted: number;
  /** true if a follow-up deletes the remaining called instances */
  readonly goesOn: boolean;
}

/** Result of an erasure. */
export interface ErasedInstances {
  /** number of deleted instances, including called ones */
  readonly erased: number;
  /** number of deleted decision evaluations; absent: none */
  readonly evaluations?: number;
  /** ids of those that were cancelled for it */
  readonly cancelled: readonly string[];
  /** files of the archive that still have something of the business id */
  readonly archives: readonly string[];
  /** false: some are still ending, or there are very many; repeat the request */
  readonly isComplete: boolean;
}

/** Why an instance is not deleted, or was deleted. */
export type DeletionRejection =
  /** only ended instances are deleted. `below`: the called instance that runs; null: the instance itself runs */
  | { readonly code: 'INSTANCE_NOT_ENDED'; readonly instanceId: string; readonly below: string | null }
  /** a called instance goes with the one at the top of the calls */
  | { readonly code: 'INSTANCE_WAS_CALLED'; readonly instanceId: string; readonly rootId: string }
  /** an erasure that may not cancel. `instanceIds`: some of the `count` that run */
  | { readonly code: 'INSTANCES_RUNNING'; readonly instanceIds: readonly string[]; readonly count: number }
  /** the command ran, but its results were erased since */
  | { readonly code: 'INSTANCE_ERASED' }
  /** the instance that this one continues was deleted */
  | { readonly code: 'ORIGIN_DELETED'; readonly instanceId: string; readonly originId: string };

/**
 * A new instance continues from a step of another one. `step`: a row of the journal, 0 for the beginning. `definitionId`: another version of the same process; null:
 * that of the instance. `isDryRun`: only report what would run again.
 */
export interface ForkOrder {
  readonly instanceId: string;
  readonly forkId: string;
  readonly step: number;
  readonly variables: Variables;
  readonly definitionId: string | null;
  readonly isDryRun?: boolean;
}

/**
 * A failed instance continues at the failed elements, a cancelled one from the step before its end. `isDryRun`: only report the effects. `isInBatch`: a
 * called instance whose caller has ended too is left to the retry of that one.
 */
export interface ReviveOrder {
  readonly instanceId: string;
  readonly variables: Variables;
  readonly isDryRun?: boolean;
  readonly isInBatch?: true;
}
