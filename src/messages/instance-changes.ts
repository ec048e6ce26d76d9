import type { SuspendedBy } from '../engine/events/scope-events.ts';
import type { MigrationFault } from '../engine/migration/migrations.ts';
import type { Variables } from '../engine/values.ts';

/** Instruction of a request: activity instances are named by id. */
export type ModifyInstruction =
  | { readonly kind: 'cancelEntry'; readonly entry: string }
  | { readonly kind: 'cancelElement'; readonly element: string }
  | {
      readonly kind: 'startBefore' | 'startAfter';
      readonly element: string;
      readonly scope: string | null;
      readonly variables?: Variables;
    };

export interface Modification {
  /** including activity instances inside the cancelled ones */
  readonly cancelledCount: number;
  /** order of the instructions */
  readonly started: readonly StartedElement[];
  /** state after a dry run; null: not a dry run */
  readonly after: {
    readonly status: 'running' | 'completed' | 'cancelled' | 'failed';
    /** ordered by activation, at most 100 */
    readonly activeElements: readonly string[];
    readonly failure: { readonly code: string; readonly message: string } | null;
    /** the dry run stopped at its step limit */
    readonly isCut: boolean;
  } | null;
}
export interface StartedElement {
  readonly element: string;
  readonly at: 'before' | 'after';
  /** ordinal of the sub-process instance in whose body the element starts; null: the root scope */
  readonly scope: number | null;
  /** sub-processes that are opened around the element, outermost first */
  readonly opened: readonly string[];
}

/** Result of a migration or of its dry run. */
export interface Migration {
  readonly from: { readonly definitionId: string; readonly version: number };
  readonly to: { readonly definitionId: string; readonly version: number };
  /** plan of a dry run; null: the instance was migrated */
  readonly report: MigrationReport | null;
}

/** Effects. Lists end after 1,000 items each; `isCut`: one was longer. */
export interface MigrationReport {
  /** elements of the current version, and their counterparts in the other one; `to` null: none */
  readonly elements: readonly { readonly from: string; readonly to: string | null; readonly isGiven: boolean }[];
  readonly entries: readonly {
    readonly entry: number;
    readonly from: string;
    readonly to: string | null;
    /** an open user task gets the changed attributes of the other version */
    readonly isDescribedAnew: boolean;
  }[];
  readonly waits: readonly {
    readonly entry: number | null;
    /** id in the current version; null: the wait is new */
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
    /** flows of the other version without a token at the join */
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

/** Reasons in effect; empty: not suspended. */
export interface SuspendedInstance {
  readonly suspendedBy: readonly SuspendedBy[];
}

/** `instances`: number of its running instances. */
export interface SuspendedProcess {
  readonly key: string;
  readonly isSuspended: boolean;
  readonly instances: number;
}

export interface DeletedInstances {
  /** including called instances */
  readonly deleted: number;
  /** a follow-up deletes the remaining called instances */
  readonly goesOn: boolean;
}

export interface ErasedInstances {
  /** including called instances */
  readonly erased: number;
  /** deleted decision evaluations */
  readonly evaluations?: number;
  readonly cancelled: readonly string[];
  /** archive files that contain the business id; `sluice archive erase` removes it from them */
  readonly archives: readonly string[];
  /** false: repeat the request, because instances are ending, or there are too many for one command */
  readonly isComplete: boolean;
}

/** Maximum length of `instanceIds` in INSTANCES_RUNNING. */
export const MAX_NAMED_INSTANCES = 10;

export type DeletionRejection =
  /** `below`: a running called instance; null: the instance itself is running */
  | { readonly code: 'INSTANCE_NOT_ENDED'; readonly instanceId: string; readonly below: string | null }
  /** a called instance is deleted only together with the root instance of the calls */
  | { readonly code: 'INSTANCE_WAS_CALLED'; readonly instanceId: string; readonly rootId: string }
  /** `count`: of all running instances; `instanceIds`: some of them */
  | { readonly code: 'INSTANCES_RUNNING'; readonly instanceIds: readonly string[]; readonly count: number }
  /** the command ran, but an erasure has deleted its result */
  | { readonly code: 'INSTANCE_ERASED' }
  /** the instance of which this one is a fork was deleted */
  | { readonly code: 'ORIGIN_DELETED'; readonly instanceId: string; readonly originId: string };

/**
 * - `step`: row of the event history of the source; 0: the start.
 * - `definitionId`: another version of the same process; null: that of the source.
 * - `isDryRun`: only reports the parts that would run again.
 */
export interface ForkOrder {
  readonly instanceId: string;
  readonly forkId: string;
  readonly step: number;
  readonly variables: Variables;
  readonly definitionId: string | null;
  readonly isDryRun?: boolean;
  readonly reason?: string;
}

/**
 * A failed instance continues at the failed elements, a cancelled one from the step before its end.
 * - `isDryRun`: only reports the effects.
 * - `isInBatch`: rejects a called instance whose caller has ended too: the restart of the caller continues it.
 */
export interface ReviveOrder {
  readonly instanceId: string;
  readonly variables: Variables;
  readonly reason?: string;
  readonly isDryRun?: boolean;
  readonly isInBatch?: true;
}

/** `scope`: an active activity instance or a variable scope; null: the root. */
export interface VariableEdit {
  readonly instanceId: string;
  readonly scope: string | null;
  readonly variables: Variables;
  readonly removed: readonly string[];
  readonly reason?: string;
}
