import type { Connection, Statement, Transaction } from '../db/connection.ts';

/** An instance as it is stored: the snapshot is text until it is needed. */
export interface StoredInstance {
  readonly id: string;
  readonly definitionId: string;
  readonly seq: number;
  readonly isTerminal: boolean;
  readonly snapshot: string;
}

const LOCK: Statement = {
  name: 'lock-instances',
  text: 'select id, definition_id, seq, is_terminal, state from instance where id = any($1::uuid[]) order by id for update',
};

/** Step 2: locks instances, always in id order, so that no two envelopes ever wait for each other. Unknown ids have no row. */
export async function lockInstances(connection: Connection, ids: readonly string[]): Promise<StoredInstance[]> {
  return (await connection.query<InstanceRow>(LOCK, [[...ids].sort()])).map(stored);
}

const READ: Statement = {
  name: 'read-instance',
  text: 'select id, definition_id, seq, is_terminal, state from instance where id = $1',
};

/** An instance as it is now, without a lock: for reading, never for deciding. */
export async function readInstance(connection: Connection, id: string): Promise<StoredInstance | undefined> {
  return (await connection.query<InstanceRow>(READ, [id])).map(stored)[0];
}

interface InstanceRow {
  id: string;
  definition_id: string;
  seq: number;
  is_terminal: boolean;
  state: string;
}

function stored(row: InstanceRow): StoredInstance {
  return { id: row.id, definitionId: row.definition_id, seq: row.seq, isTerminal: row.is_terminal, snapshot: row.state };
}

/** An instance as it is written. `rootId`: the instance at the top of the calls; absent when nobody called it. */
export interface WrittenInstance extends StoredInstance {
  readonly rootId?: string | undefined;
}

const SAVE: Statement = {
  name: 'save-instances-2',
  text: `insert into instance (id, definition_id, seq, is_terminal, state, root_id)
    select * from unnest($1::uuid[], $2::text[], $3::int[], $4::bool[], $5::json[], $6::uuid[])
    on conflict (id) do update set seq = excluded.seq, is_terminal = excluded.is_terminal, state = excluded.state`,
};

/** Writes new and changed instances. */
export function saveInstances(transaction: Transaction, instances: readonly WrittenInstance[]): void {
  if (instances.length === 0) return;
  transaction.enqueue(SAVE, [
    instances.map((i) => i.id),
    instances.map((i) => i.definitionId),
    instances.map((i) => i.seq),
    instances.map((i) => i.isTerminal),
    instances.map((i) => i.snapshot),
    instances.map((i) => i.rootId ?? null),
  ]);
}

const COUNT_CALLED: Statement = {
  name: 'count-called-instances',
  text: `select count(*)::int as running from (select from instance where root_id = $1 and not is_terminal limit $2) as called`,
};

/** How many called instances run below one, on all levels; counted up to `most`. */
export async function countCalled(connection: Connection, rootId: string, most: number): Promise<number> {
  const [row] = await connection.query<{ running: number }>(COUNT_CALLED, [rootId, most]);
  return row?.running ?? 0;
}
