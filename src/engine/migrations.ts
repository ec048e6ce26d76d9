import type { Fact } from './fact.ts';
import type { FormModel } from './model-forms.ts';
import type { TaskPlan } from './model-plans.ts';
import type { EntryOrdinal } from './ordinals.ts';

/** An element or a sequence flow of the version that an instance is in, and the one that takes its place. */
export interface MigrationPair {
  readonly from: string;
  readonly to: string;
}

/** What is left as it is, or begins anew: `renew` reads its text in the other version, now. */
export type MovedWait = 'keep' | 'renew';

/** What an operator says about a migration; everything else follows from the two versions (docs/contributing/spec/moving-to-a-version.md#plan). */
export interface MigrationOrder {
  readonly pairs: readonly MigrationPair[];
  /** due dates of timers */
  readonly timers: MovedWait;
  /** names and keys of messages and signals */
  readonly subscriptions: MovedWait;
}

/** What keeps an instance from going on in another version. `entry`: the live entry that it is about; null: none. */
export interface MigrationFault {
  readonly entry: EntryOrdinal | null;
  /** id of an element or flow of the version that the instance is in, or the key of the process */
  readonly element: string;
  readonly reason: string;
}

/** What a user task says of itself in the other version. */
export interface TaskDescription {
  readonly entry: EntryOrdinal;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly expectedOutputs: readonly string[];
  readonly form?: FormModel;
  readonly plan?: TaskPlan;
}

/**
 * The instance goes on in another version of its process. Numbers of entries, scopes, subscriptions and jobs stay; what begins or ends to wait follows as
 * facts of its own (docs/contributing/spec/moving-to-a-version.md). `elements`, `flows`: those that have another id now, as pairs of the old and the new one; absent: none.
 * `userTasks`: open tasks that are described otherwise now; absent: none.
 */
export type InstanceMigrated = Fact<
  'InstanceMigrated',
  {
    from: { readonly definitionId: string; readonly version: number };
    definitionId: string;
    version: number;
    elements?: readonly (readonly [string, string])[];
    flows?: readonly (readonly [string, string])[];
    userTasks?: readonly TaskDescription[];
  }
>;

/** The new ids of elements or flows; those that keep theirs are left out. */
export type Renamed = ReadonlyMap<string, string>;

export function renamedBy(pairs: readonly (readonly [string, string])[] | undefined): Renamed {
  return new Map(pairs ?? []);
}

export function newIdOf(renamed: Renamed, id: string): string {
  return renamed.get(id) ?? id;
}
