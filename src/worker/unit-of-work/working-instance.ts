import type { Effect } from '../../engine/effects/effects-of-event.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { snapshotParts } from '../../engine/snapshot.ts';
import { type InstanceState, initialState, isTerminal } from '../../engine/state.ts';
import { isStateDue, NOTHING_STORED, type StoredSizes, storedAfter } from '../../engine/state-storage.ts';
import type { WrittenInstance } from '../../store/instances.ts';
import type { ChangeOrigin } from './change-origin.ts';

/** An instance in work: locked, its state a private copy that `decide` brings forward. */
export interface WorkingInstance {
  readonly id: string;
  /** another one once it goes on in another version, with its model */
  definitionId: string;
  model: ProcessModel;
  readonly state: InstanceState;
  seq: number;
  isChanged: boolean;
  /** before this transaction: somebody held it, or it was catching up */
  readonly wasHeld: boolean;
  readonly wasSuspended: boolean;
  /** what is stored of its state */
  stored: StoredSizes;
  /** what this transaction adds to its journal; unit: characters */
  added: number;
}

/** One that has not begun. Throws when its model was not loaded. */
export function emptyInstance(id: string, definitionId: string, model: ProcessModel | undefined): WorkingInstance {
  if (model === undefined) throw new Error(`the model of '${definitionId}' was not loaded`);
  const fresh = { seq: 0, isChanged: false, wasHeld: false, wasSuspended: false, stored: NOTHING_STORED, added: 0 };
  return { id, definitionId, model, state: initialState(), ...fresh };
}

/** An effect of one instance that is not carried out yet. */
export interface PendingEffect {
  readonly origin: ChangeOrigin;
  readonly from: WorkingInstance;
  readonly effect: Effect;
}

/** The state of an instance, in parts; nothing while it is not to be stored with what has changed. That of one that is over is short. */
export function* snapshotOf({ state, stored, added }: WorkingInstance): Generator<string, void> {
  if (isTerminal(state) || isStateDue(stored, added)) yield* snapshotParts(state);
}

/** The row of an instance, which counts as stored from now on. `parts`: its state, where that is due. */
export function writtenInstance(instance: WorkingInstance, parts: readonly string[]): WrittenInstance {
  const snapshot = parts.length === 0 ? null : parts.join('');
  instance.stored = storedAfter(instance.stored, instance.added, snapshot);
  instance.added = 0;
  const { id, definitionId, seq, state, stored } = instance;
  const rootId = state.caller === null ? undefined : rootOf(instance);
  return { id, definitionId, seq, isTerminal: isTerminal(state), rootId, snapshot, ...stored };
}

/** The instance at the top of the calls that an instance belongs to; itself when nobody called it. */
export function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
