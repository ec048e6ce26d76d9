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
  stored: StoredSizes;
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
  const { id, definitionId, seq, state, stored } = instance;
  const rootId = state.caller === null ? undefined : rootOf(instance);
  return { id, definitionId, seq, isTerminal: isTerminal(state), rootId, snapshot, ...stored };
}

/** The instance at the top of the calls that an instance belongs to; itself when nobody called it. */
export function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
