import type { Connection } from '../db/connection.ts';
import { apply } from '../engine/apply.ts';
import type { EngineEvent } from '../engine/events.ts';
import { readSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState } from '../engine/state.ts';
import type { StoredInstance } from '../store/instances.ts';
import { readJournal } from '../store/journal.ts';
import type { ModelCache } from './model-cache.ts';
import type { WorkingInstance } from './unit-of-work.ts';

/** A locked row with its model and a state to decide on. */
export async function workingInstance(
  connection: Connection,
  models: ModelCache,
  stored: StoredInstance,
): Promise<WorkingInstance> {
  const { id, definitionId, seq } = stored;
  const state = readSnapshot(stored.snapshot) ?? (await foldJournal(connection, id));
  return { id, definitionId, model: await models.get(connection, definitionId), state, seq, isChanged: false };
}

/** A snapshot of another version is no loss: the journal is the truth. */
async function foldJournal(connection: Connection, instanceId: string): Promise<InstanceState> {
  const state = initialState();
  for (const { at, events } of await readJournal(connection, instanceId)) {
    for (const event of events) apply(state, event as EngineEvent, at);
  }
  return state;
}
