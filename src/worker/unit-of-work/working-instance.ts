import type { Effect } from '../../engine/effects/effects-of-event.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { writeSnapshot } from '../../engine/snapshot.ts';
import { type InstanceState, isTerminal } from '../../engine/state.ts';
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
}

/** An effect of one instance that is not carried out yet. */
export interface PendingEffect {
  readonly origin: ChangeOrigin;
  readonly from: WorkingInstance;
  readonly effect: Effect;
}

/** The row of an instance. */
export function writtenInstance(instance: WorkingInstance): WrittenInstance {
  const { id, definitionId, seq, state } = instance;
  return {
    id,
    definitionId,
    seq,
    isTerminal: isTerminal(state),
    snapshot: writeSnapshot(state),
    rootId: state.caller === null ? undefined : rootOf(instance),
  };
}

/** The instance at the top of the calls that an instance belongs to; itself when nobody called it. */
export function rootOf({ id, state: { caller } }: WorkingInstance): string {
  return caller === null ? id : (caller.root ?? caller.instanceId);
}
