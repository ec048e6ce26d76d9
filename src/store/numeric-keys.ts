import type { Connection } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** An id that a client sees as a number. `instanceId`: its instance, with which it is deleted; absent: it stays. */
export interface NumberedId {
  readonly id: string;
  readonly instanceId?: string;
}

const GIVE: Statement = {
  name: 'give-numeric-keys',
  text: `with wanted as (select id, instance_id from unnest($1::text[], $2::uuid[]) as t (id, instance_id)),
    made as (insert into numeric_key (id, instance_id)
      select id, instance_id from wanted where not exists (select from numeric_key k where k.id = wanted.id)
      on conflict (id) do nothing returning id, key)
    select id, key::text from made
    union all select k.id, k.key::text from numeric_key k join wanted on wanted.id = k.id`,
};

/** Keys by id. Creates missing keys; if another replica does that at the same time, returns its key. */
export async function giveNumericKeys(
  connection: Connection,
  wanted: readonly NumberedId[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const byId = new Map(wanted.map((each) => [each.id, each]));
  while (found.size < byId.size) {
    // in the order of ids, so that two replicas do not wait for each other
    const missing = [...byId.values()].filter(({ id }) => !found.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
    const values = [missing.map(({ id }) => id), missing.map(({ instanceId }) => instanceId ?? null)];
    for (const { id, key } of await connection.query<{ id: string; key: string }>(GIVE, values)) found.set(id, key);
  }
  return found;
}

const FIND: Statement = {
  name: 'find-numeric-keys',
  text: 'select key::text, id, instance_id from numeric_key where key = any($1::bigint[])',
};

const NEXT: Statement = {
  name: 'next-numeric-key',
  text: `select nextval(pg_get_serial_sequence('numeric_key', 'key'))::text as key`,
};

/** Returns a key that is not stored. */
export async function nextNumericKey(connection: Connection): Promise<string> {
  const [row] = await connection.query<{ key: string }>(NEXT, []);
  if (row === undefined) throw new Error('the sequence gave no number');
  return row.key;
}

/** Ids by key, without unknown ones. `keys`: decimal digits, within 63 bits. */
export async function findNumericKeys(connection: Connection, keys: readonly string[]): Promise<ReadonlyMap<string, NumberedId>> {
  const rows = await connection.query<{ key: string; id: string; instance_id: string | null }>(FIND, [keys]);
  return new Map(rows.map(({ key, id, instance_id: of }) => [key, { id, ...(of !== null && { instanceId: of }) }]));
}
