import type { Connection } from '../db/connection.ts';
import { apply } from '../engine/apply.ts';
import type { EngineEvent } from '../engine/events.ts';
import { readSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState } from '../engine/state.ts';
import type { StoredInstance } from './instances.ts';
import { readJournal } from './journal.ts';

/** The state of a stored instance: its snapshot, or the folded journal where the snapshot is of another version. */
export async function stateOf(connection: Connection, { id, snapshot }: StoredInstance): Promise<InstanceState> {
  return readSnapshot(snapshot) ?? (await foldJournal(connection, id));
}

/** A snapshot of another version is no loss: the journal is the truth. */
async function foldJournal(connection: Connection, instanceId: string): Promise<InstanceState> {
  const state = initialState();
  for (const { at, events } of await readJournal(connection, instanceId)) {
    for (const event of events) apply(state, event as EngineEvent, at);
  }
  return state;
}
