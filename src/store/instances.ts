import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';
import { SMALL_STATE, type StoredSizes } from '../engine/state/state-index.ts';
import { LONG_TEXT } from './long-text.ts';

export interface StoredInstance extends StoredSizes {
  readonly id: string;
  readonly definitionId: string;
  /** last row of its event history */
  readonly seq: number;
  readonly isTerminal: boolean;
  /** null: not read because it is large */
  readonly snapshot: string | null;
  /** last row that the snapshot includes */
  readonly snapshotSeq: number;
}

const COLUMNS = 'id, definition_id, seq, is_terminal, coalesce(state_seq, seq) as state_seq, state_size, journal_size';

const lockStatement = (name: string, ids: string): Statement => ({
  name,
  text: `select ${COLUMNS}, case when state_size <= ${SMALL_STATE} then state end as state
    from instance where id = any(${ids}) order by id for update`,
});
const LOCK = lockStatement('lock-instances-2', '$1::uuid[]');
const LOCK_OF_TASKS = lockStatement(
  'lock-instances-of-tasks',
  'array(select unnest($1::uuid[]) union all select instance_id from user_task where task_id = any($2::uuid[]))',
);

/** Step 2, in id order: no two transactions wait for each other. Omits unknown ids, and large states, which the worker may have cached. */
export async function lockInstances(connection: Connection, ids: readonly string[]): Promise<StoredInstance[]> {
  return (await connection.query<InstanceRow>(LOCK, [[...ids].sort()])).map(stored);
}

/** {@link lockInstances} also for those of user tasks, so that the lock need not wait for their look-up. */
export async function lockInstancesOfTasks(
  connection: Connection,
  ids: readonly string[],
  taskIds: readonly string[],
): Promise<StoredInstance[]> {
  return (await connection.query<InstanceRow>(LOCK_OF_TASKS, [ids, taskIds])).map(stored);
}

const READ: Statement = {
  name: 'read-instance-2',
  text: `select ${COLUMNS}, state from instance where id = $1`,
};

/** Reads without a lock: not for decisions. */
export async function readInstance(connection: Connection, id: string): Promise<StoredInstance | undefined> {
  return (await connection.query<InstanceRow>(READ, [id])).map(stored)[0];
}

const FIND: Statement = {
  name: 'find-instance',
  text: 'select definition_id, seq from instance where id = $1',
};

/** Reads the last row number, without the state and without a lock. */
export async function findInstance(
  connection: Connection,
  id: string,
): Promise<{ readonly definitionId: string; readonly seq: number } | undefined> {
  const [row] = await connection.query<{ definition_id: string; seq: number }>(FIND, [id]);
  return row && { definitionId: row.definition_id, seq: row.seq };
}

const READ_STATE: Statement = { name: 'read-state', text: 'select state from instance where id = $1' };

/** State of a locked instance. Throws if it does not exist. */
export async function readStateText(connection: Connection, id: string): Promise<string> {
  const [row] = await connection.query<{ state: string }>(READ_STATE, [id]);
  if (row === undefined) throw new Error(`instance ${id} is gone while it is locked`);
  return row.state;
}

interface InstanceRow {
  id: string;
  definition_id: string;
  seq: number;
  is_terminal: boolean;
  state: string | null;
  state_seq: number;
  state_size: number;
  /** bigint, as text */
  journal_size: string;
}

function stored(row: InstanceRow): StoredInstance {
  return {
    id: row.id,
    definitionId: row.definition_id,
    seq: row.seq,
    isTerminal: row.is_terminal,
    snapshot: row.state,
    snapshotSeq: row.state_seq,
    stateSize: row.state_size,
    journalSize: Number(row.journal_size),
  };
}

export interface WrittenInstance extends Omit<StoredInstance, 'snapshotSeq'> {
  /** null: keeps the stored state, later rows of the event history complete it */
  readonly snapshot: string | null;
  /** root instance of the calls; absent without a caller */
  readonly rootId?: string | undefined;
}

const REPLACE = `on conflict (id) do update set definition_id = excluded.definition_id, seq = excluded.seq, is_terminal = excluded.is_terminal, state = excluded.state,
      state_seq = excluded.seq, state_size = excluded.state_size, journal_size = 0, ended_at = excluded.ended_at`;
const SAVE: Statement = {
  name: 'save-instances-5',
  text: `insert into instance as i (id, definition_id, seq, is_terminal, state, root_id, state_seq, state_size, ended_at)
    select id, definition_id, seq, is_terminal, state, root_id, seq, state_size, case when is_terminal then $8::timestamptz end
    from unnest($1::uuid[], $2::text[], $3::int[], $4::bool[], $5::json[], $6::uuid[], $7::int[])
      as t (id, definition_id, seq, is_terminal, state, root_id, state_size)
    ${REPLACE}`,
};
const SAVE_LONG: Statement = {
  name: 'save-long-instance-3',
  text: `insert into instance as i (id, definition_id, seq, is_terminal, state, root_id, state_seq, state_size, ended_at)
    values ($1::uuid, $2::text, $3::int, $4::bool, $5::json, $6::uuid, $3::int, $7::int, case when $4::bool then $8::timestamptz end)
    ${REPLACE}`,
};
const BRING_FORWARD: Statement = {
  name: 'bring-instances-forward',
  text: `update instance i set seq = t.seq, journal_size = t.journal_size, state_seq = coalesce(i.state_seq, i.seq)
    from unnest($1::uuid[], $2::int[], $3::bigint[]) as t (id, seq, journal_size) where i.id = t.id`,
};

/** Does not touch kept states, which may be large. */
export function saveInstances(transaction: Transaction, instances: readonly WrittenInstance[], at: string): void {
  const whole = instances.filter(({ snapshot, stateSize }) => snapshot !== null && stateSize < LONG_TEXT);
  if (whole.length > 0)
    transaction.enqueue(SAVE, [
      whole.map((i) => i.id),
      whole.map((i) => i.definitionId),
      whole.map((i) => i.seq),
      whole.map((i) => i.isTerminal),
      whole.map((i) => i.snapshot),
      whole.map((i) => i.rootId ?? null),
      whole.map((i) => i.stateSize),
      at,
    ]);
  for (const { id, definitionId, seq, isTerminal, snapshot, rootId = null, stateSize } of instances) {
    if (snapshot !== null && stateSize >= LONG_TEXT)
      transaction.enqueue(SAVE_LONG, [id, definitionId, seq, isTerminal, snapshot, rootId, stateSize, at]);
  }
  const forward = instances.filter(({ snapshot }) => snapshot === null);
  if (forward.length > 0)
    transaction.enqueue(BRING_FORWARD, [forward.map((i) => i.id), forward.map((i) => i.seq), forward.map((i) => i.journalSize)]);
}

const COUNT_CALLED: Statement = {
  name: 'count-called-instances',
  text: `select count(*)::int as running from (select from instance where root_id = $1 and not is_terminal limit $2) as called`,
};

/** Counts running called instances below a root, up to `most`. */
export async function countCalled(connection: Connection, rootId: string, most: number): Promise<number> {
  const [row] = await connection.query<{ running: number }>(COUNT_CALLED, [rootId, most]);
  return row?.running ?? 0;
}
