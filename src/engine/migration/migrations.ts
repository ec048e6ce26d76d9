import type { Fact } from '../fact.ts';
import type { FormModel, TaskPlan } from '../model/model-texts.ts';
import type { ActivityInstanceOrdinal } from '../ordinals.ts';

/** Element or flow of the current version, and its counterpart. */
export interface MigrationPair {
  readonly from: string;
  readonly to: string;
}

/** `renew` evaluates the text in the other version now. */
export type MovedWait = 'keep' | 'renew';

/** Options; the rest follows from the versions (docs/contributing/spec/moving-to-a-version.md#plan). */
export interface MigrationOrder {
  readonly pairs: readonly MigrationPair[];
  readonly timers: MovedWait;
  readonly subscriptions: MovedWait;
}

export interface MigrationFault {
  readonly entry: ActivityInstanceOrdinal | null;
  /** element or flow of the current version, or process key */
  readonly element: string;
  readonly reason: string;
}

/** User task in the other version. */
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
 * Ordinals do not change; subscriptions follow as separate events (docs/contributing/spec/moving-to-a-version.md). `elements`, `flows`: old and new id
 * of renamed ones. `userTasks`: open ones with changed attributes.
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

/** New ids by old id. */
export type Renamed = ReadonlyMap<string, string>;

export function renamedBy(pairs: readonly (readonly [string, string])[] | undefined): Renamed {
  return new Map(pairs ?? []);
}

/** New id, or the id itself if not renamed. */
export function newIdOf(renamed: Renamed, id: string): string {
  return renamed.get(id) ?? id;
}
