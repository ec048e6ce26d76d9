import type { Connection } from '../db/connection.ts';
import { apply } from '../engine/apply.ts';
import type { EngineEvent } from '../engine/events.ts';
import { readSnapshot } from '../engine/snapshot.ts';
import { type InstanceState, initialState } from '../engine/state.ts';
import type { StoredInstance } from './instances.ts';
import { readJournal } from './journal.ts';

/**
 * The state of a stored instance: its snapshot, or the folded journal where the version of the snapshot cannot be read.
 * @throws UnknownVersion when the journal cannot be read either: a newer release has written it
 */
export async function stateOf(connection: Connection, { id, seq, snapshot }: StoredInstance): Promise<InstanceState> {
  return readSnapshot(snapshot) ?? (await foldJournal(connection, id, seq));
}

/** A snapshot of another version does no harm: the journal is the truth. @param seq rows that it has at least */
async function foldJournal(connection: Connection, instanceId: string, seq: number): Promise<InstanceState> {
  const state = initialState();
  const rows = await readJournal(connection, instanceId);
  if (rows.length < seq) throw new Error(`the journal of ${instanceId} has ${rows.length} rows, its instance row says ${seq}`);
  for (const { at, events } of rows) {
    for (const event of events) apply(state, event as EngineEvent, at);
  }
  return state;
}
