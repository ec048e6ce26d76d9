import type { Effect } from '../../engine/effects/effects-of-event.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { type InstanceState, isTerminal } from '../../engine/state.ts';
import { isStateDue, type StoredSizes } from '../../engine/state-storage.ts';
import type { WrittenInstance } from '../../store/instances.ts';
import type { ChangeOrigin } from './change-origin.ts';

/** An instance in work: locked, its state a private copy that `decide` brings forward. */
export interface WorkingInstance {
  readonly id: string;
  readonly definitionId: string;
  readonly model: ProcessModel;
  readonly state: InstanceState;
  seq: number;
  isChanged: boolean;
  /** what is stored of its state */
  readonly stored: StoredSizes;
  /** what this transaction adds to its journal; unit: characters */
  added: number;
}

/** An effect of one instance that is not carried out yet. */
export interface PendingEffect {
  readonly origin: ChangeOrigin;
  readonly from: WorkingInstance;
  readonly effect: Effect;
}

/** Whether the state of an instance is to be stored with what has changed. That of one that is over is short. */
export function isSnapshotDue({ state, stored, added }: WorkingInstance): boolean {
  return isTerminal(state) || isStateDue(stored, added);
}

/** The row of an instance. `snapshot`: its state, where that is due. */
export function writtenInstance(instance: WorkingInstance, snapshot: string | null): WrittenInstance {
  const { id, definitionId, seq, state, stored, added } = instance;
  const rootId = state.caller === null ? undefined : rootOf(instance);
  const row = { id, definitionId, seq, isTerminal: isTerminal(state), rootId, snapshot };
  if (snapshot === null) return { ...row, stateSize: stored.stateSize, journalSize: stored.journalSize + added };
  return { ...row, stateSize: snapshot.length, journalSize: 0 };
}

/** About how long the state of an instance is. Unit: characters of JSON. */
export function workingSize({ stored: { stateSize, journalSize }, added }: WorkingInstance): number {
  return stateSize + journalSize + added;
}

/** The instance at the top of the calls that an instance belongs to; itself when nobody called it. */
export function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
