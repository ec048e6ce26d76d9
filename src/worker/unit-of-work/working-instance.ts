import type { Effect } from '../../engine/effects/effects-of-event.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { snapshotParts } from '../../engine/state/snapshot.ts';
import { isStateDue, NOTHING_STORED, type StoredSizes, storedAfter } from '../../engine/state/state-index.ts';
import { type InstanceState, initialState, isTerminal } from '../../engine/state.ts';
import type { WrittenInstance } from '../../store/instances.ts';
import type { ChangeOrigin } from './change-origin.ts';

/** A locked instance with a private copy of its state, which `decide` changes. */
export interface WorkingInstance {
  readonly id: string;
  /** changes with a migration, as the model does */
  definitionId: string;
  model: ProcessModel;
  readonly state: InstanceState;
  seq: number;
  isChanged: boolean;
  /** state before this transaction: suspended, or processing queued commands */
  readonly wasSuspendedOrResuming: boolean;
  readonly wasSuspended: boolean;
  stored: StoredSizes;
  /** characters that this transaction adds to its event history */
  added: number;
}

/** Throws if the model was not loaded. */
export function emptyInstance(id: string, definitionId: string, model: ProcessModel | undefined): WorkingInstance {
  if (model === undefined) throw new Error(`the model of '${definitionId}' was not loaded`);
  const fresh = {
    seq: 0,
    isChanged: false,
    wasSuspendedOrResuming: false,
    wasSuspended: false,
    stored: NOTHING_STORED,
    added: 0,
  };
  return { id, definitionId, model, state: initialState(), ...fresh };
}

export interface PendingEffect {
  readonly origin: ChangeOrigin;
  readonly from: WorkingInstance;
  readonly effect: Effect;
}

/** Serializes the state in parts. Yields nothing if no snapshot is due; always due at the end, where the state is short. */
export function* snapshotOf({ state, stored, added }: WorkingInstance): Generator<string, void> {
  if (isTerminal(state) || isStateDue(stored, added)) yield* snapshotParts(state);
}

/** Builds the row and resets the sizes. `parts`: serialized state, if due. */
export function writtenInstance(instance: WorkingInstance, parts: readonly string[]): WrittenInstance {
  const snapshot = parts.length === 0 ? null : parts.join('');
  instance.stored = storedAfter(instance.stored, instance.added, snapshot);
  instance.added = 0;
  const { id, definitionId, seq, state, stored } = instance;
  const rootId = state.caller === null ? undefined : rootOf(instance);
  return { id, definitionId, seq, isTerminal: isTerminal(state), rootId, snapshot, ...stored };
}

/** Root instance of the calls; without a caller its own id. */
export function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
