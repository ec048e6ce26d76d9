import { sql } from 'kysely';
import type { ReadDatabase } from './read-database.ts';

/** Reads replies for requests whose announcement was lost. Omits commands without a reply. `reply`: as the worker wrote it. */
export async function readRecordedReplies(db: ReadDatabase, commandIds: readonly string[]) {
  const rows = await db
    .selectFrom('inbox')
    .select(['command_id', 'fingerprint', 'reply'])
    .select(sql<number>`(extract(epoch from clock_timestamp() - at) * 1000)::float8`.as('age_ms'))
    .where('command_id', 'in', commandIds)
    .execute();
  return rows.map((row) => {
    const { kind, ...reply } = JSON.parse(row.reply);
    return { commandId: row.command_id, fingerprint: row.fingerprint, kind, reply, ageMs: row.age_ms };
  });
}
