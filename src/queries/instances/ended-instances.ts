import { readPrepared } from '../../db/kysely.ts';
import type { ReadDatabase } from '../read-database.ts';

const ENDED = {
  name: 'ended-instances',
  text: 'select id from instance where id = any($1::uuid[]) and is_terminal',
};

/** Returns those of the instances that have ended, from the transactional tables. */
export async function findEnded(db: ReadDatabase, instanceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readPrepared<{ id: string }>(db, ENDED, [instanceIds]);
  return new Set(rows.map(({ id }) => id));
}
