import { isSuspended, isSuspendedOrResuming } from '../../engine/state/suspension.ts';
import type { InstanceState } from '../../engine/state.ts';
import { bringForward, stateOf } from '../../store/instance-state.ts';
import type { StoredInstance } from '../../store/instances.ts';
import type { WorkingInstance } from '../unit-of-work/working-instance.ts';
import type { LoadContext } from './load-context.ts';

export async function openInstance(loading: LoadContext, stored: StoredInstance): Promise<WorkingInstance> {
  const { connection, models } = loading;
  const { id, definitionId, seq, stateSize, journalSize } = stored;
  const state = await openState(loading, stored);
  const model = await models.get(connection, definitionId);
  const held = { wasSuspendedOrResuming: isSuspendedOrResuming(state), wasSuspended: isSuspended(state) };
  return { id, definitionId, model, state, seq, isChanged: false, ...held, stored: { stateSize, journalSize }, added: 0 };
}

/** A small state was read with the row; a large one may be cached, at this row of the event history or slightly before. */
async function openState({ connection, states }: LoadContext, stored: StoredInstance): Promise<InstanceState> {
  const kept = stored.snapshot === null ? await states.take(stored.id) : undefined;
  if (kept === undefined || kept.seq < stored.snapshotSeq || kept.seq > stored.seq) return stateOf(connection, stored);
  return bringForward(connection, stored, kept.state, kept.seq);
}
