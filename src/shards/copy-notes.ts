import { poolConnection, withTransaction } from '../db/connection.ts';
import type { Pool } from '../db/pool.ts';
import { readWaitingIds, saveNotes, withoutNote } from '../store/message-notes.ts';

/** Rows with variables that are read at one time. */
const PART = 100;

/**
 * Notes messages that the first shard has stored before another one was added (docs/contributing/spec/shards.md#messages-with-a-time-to-live). A note of a
 * message that is delivered in the meantime is deleted when a receiver waits.
 */
export async function copyNotes(from: Pool, to: Pool): Promise<void> {
  const [source, target] = [poolConnection(from), poolConnection(to)];
  for (let ids = await readWaitingIds(source); ids.length > 0; ids = await readWaitingIds(source, ids.at(-1))) {
    const missing = await withoutNote(target, ids);
    for (let at = 0; at < missing.length; at += PART)
      await withTransaction(to, (transaction) => saveNotes(source, transaction, missing.slice(at, at + PART)));
  }
}
