import type { Fact } from '../fact.ts';
import type { FormModel, TaskPlan } from '../model/model-texts.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';

/** A mapping instruction: an element or flow of the current version, and its counterpart. */
export interface MigrationPair {
  readonly from: string;
  readonly to: string;
}

/** `keep` leaves a wait unchanged; `renew` evaluates its text in the other version now. */
export type MovedWait = 'keep' | 'renew';

/** Options of a migration. The rest follows from the two versions (docs/contributing/spec/moving-to-a-version.md#plan). */
export interface MigrationOrder {
  readonly pairs: readonly MigrationPair[];
  readonly timers: MovedWait;
  readonly subscriptions: MovedWait;
}

/** A migration conflict. `entry`: affected activity instance; null: none. */
export interface MigrationFault {
  readonly entry: ActivityInstanceOrdinal | null;
  /** id of an element or flow of the current version, or the process key */
  readonly element: string;
  readonly reason: string;
}

/** Assignment and form of a user task in the other version. */
export interface TaskDescription {
  readonly entry: ActivityInstanceOrdinal;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly expectedOutputs: readonly string[];
  readonly form?: FormModel;
  readonly plan?: TaskPlan;
}

/**
 * The instance moved to another version of its process. Ordinals do not change; new and cancelled subscriptions follow as
 * separate events (docs/contributing/spec/moving-to-a-version.md). `elements`, `flows`: pairs of old and new id for renamed ones;
 * absent: none. `userTasks`: open tasks with changed attributes; absent: none.
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

/** New ids of renamed elements or flows. */
export type Renamed = ReadonlyMap<string, string>;

/** Returns the new ids of pairs of old and new id. */
export function renamedBy(pairs: readonly (readonly [string, string])[] | undefined): Renamed {
  return new Map(pairs ?? []);
}

/** Returns the new id, or the id itself if it is not renamed. */
export function newIdOf(renamed: Renamed, id: string): string {
  return renamed.get(id) ?? id;
}
