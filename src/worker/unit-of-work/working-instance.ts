import type { Effect } from '../../engine/effects/effects-of-event.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { writeSnapshot } from '../../engine/snapshot.ts';
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

/** The row of an instance, with its state where that is due. */
export function writtenInstance(instance: WorkingInstance): WrittenInstance {
  const { id, definitionId, seq, state, stored, added } = instance;
  const isOver = isTerminal(state);
  const rootId = state.caller === null ? undefined : rootOf(instance);
  const row = { id, definitionId, seq, isTerminal: isOver, rootId };
  if (!isOver && !isStateDue(stored, added))
    return { ...row, snapshot: null, stateSize: stored.stateSize, journalSize: stored.journalSize + added };
  const snapshot = writeSnapshot(state);
  return { ...row, snapshot, stateSize: snapshot.length, journalSize: 0 };
}

/** About how long the state of an instance is. Unit: characters of JSON. */
export function workingSize({ stored: { stateSize, journalSize }, added }: WorkingInstance): number {
  return stateSize + journalSize + added;
}

/** The instance at the top of the calls that an instance belongs to; itself when nobody called it. */
export function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
