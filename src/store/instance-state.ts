import type { Connection } from '../db/connection.ts';
import type { EngineEvent } from '../engine/events.ts';
import { apply } from '../engine/state/apply.ts';
import { readSnapshot } from '../engine/state/snapshot.ts';
import { type InstanceState, initialState } from '../engine/state.ts';
import { readStateText, type StoredInstance } from './instances.ts';
import { readJournal } from './journal.ts';

/**
 * Snapshot plus later rows, or the whole event history if the snapshot is unreadable.
 * @throws UnknownVersion if the event history is unreadable too: a newer release has written it
 */
export async function stateOf(connection: Connection, stored: StoredInstance): Promise<InstanceState> {
  const { id, snapshotSeq } = stored;
  const state = readSnapshot(stored.snapshot ?? (await readStateText(connection, id)));
  if (state === undefined) return bringForward(connection, stored, initialState(), 0);
  return bringForward(connection, stored, state, snapshotSeq);
}

/**
 * Applies the rows after `seq` in place.
 * @param seq row of the given state
 * @returns the same state, at the last row of the instance
 */
export async function bringForward(
  connection: Connection,
  { id, seq: last }: StoredInstance,
  state: InstanceState,
  seq: number,
): Promise<InstanceState> {
  if (seq === last) return state;
  const rows = await readJournal(connection, id, { after: seq, upTo: last });
  if (rows.length !== last - seq)
    throw new Error(`the journal of ${id} has ${rows.length} rows after row ${seq}, its instance row has ${last}`);
  for (const { at, events } of rows) {
    for (const event of events) apply(state, event as EngineEvent, at);
  }
  return state;
}
