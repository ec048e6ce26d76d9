import type { InstanceState } from '../../engine/state.ts';
import { isHeld, isSuspended } from '../../engine/suspension.ts';
import { bringForward, stateOf } from '../../store/instance-state.ts';
import type { StoredInstance } from '../../store/instances.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import type { Loading } from './loading.ts';

/** A locked row with its model and a state to decide on. */
export async function openInstance(loading: Loading, stored: StoredInstance): Promise<WorkingInstance> {
  const { connection, models } = loading;
  const { id, definitionId, seq, stateSize, journalSize } = stored;
  const state = await openState(loading, stored);
  const model = await models.get(connection, definitionId);
  const held = { wasHeld: isHeld(state), wasSuspended: isSuspended(state) };
  return { id, definitionId, model, state, seq, isChanged: false, ...held, stored: { stateSize, journalSize }, added: 0 };
}

/** A small state was read with the row; a large one this worker may have, as it was at this row of the journal or at one not long before. */
async function openState({ connection, states }: Loading, stored: StoredInstance): Promise<InstanceState> {
  const kept = stored.snapshot === null ? await states.take(stored.id) : undefined;
  if (kept === undefined || kept.seq < stored.snapshotSeq || kept.seq > stored.seq) return stateOf(connection, stored);
  return bringForward(connection, stored, kept.state, kept.seq);
}
