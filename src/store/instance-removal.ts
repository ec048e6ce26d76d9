import type { Connection, Transaction } from '../db/connection.ts';
import type { Statement } from '../db/statement.ts';

/** Locked instance, with the instances below it. */
export interface InstanceTree {
  readonly instanceId: string;
  readonly key: string;
  readonly isTerminal: boolean;
  /** root instance of the calls; null: it is the root */
  readonly rootId: string | null;
  /** last row of its event history */
  readonly seq: number;
  /** called instances on all levels, up to the requested number */
  readonly called: readonly string[];
  readonly runningBelow: string | null;
  /** there are more called instances than requested */
  readonly hasMore: boolean;
}

interface RawRoot {
  id: string;
  key: string;
  is_terminal: boolean;
  root_id: string | null;
  seq: number;
}

/** Locks in the order of ids, as all transactions do: locking the root first makes deadlocks. */
const LOCK_TREE: Statement = {
  name: 'lock-tree',
  text: `select id from instance where id = any(array(
      select $1::uuid union all (select id from instance where root_id = $1::uuid order by id limit $2)
    )) order by id for update`,
};
const READ_ROOT: Statement = {
  name: 'lock-tree-top',
  text: `select i.id, v.key, i.is_terminal, i.root_id, i.seq
    from instance i join definition_version v on v.definition_id = i.definition_id where i.id = $1 for update of i`,
};
const RUNNING_BELOW: Statement = {
  name: 'find-running-below',
  text: 'select id from instance where root_id = $1 and not is_terminal limit 1',
};

/** Locks the instance with up to `most` instances below it; none below a called instance. */
export async function lockTree(connection: Connection, instanceId: string, most: number): Promise<InstanceTree | undefined> {
  const locked = await connection.query<{ id: string }>(LOCK_TREE, [instanceId, most + 1]);
  const [root] = await connection.query<RawRoot>(READ_ROOT, [instanceId]);
  if (root === undefined) return undefined;
  const called = locked.filter(({ id }) => id !== root.id);
  const [running] = await connection.query<{ id: string }>(RUNNING_BELOW, [instanceId]);
  return {
    instanceId: root.id,
    key: root.key,
    isTerminal: root.is_terminal,
    rootId: root.root_id,
    seq: root.seq,
    called: called.slice(0, most).map(({ id }) => id),
    runningBelow: running?.id ?? null,
    hasMore: called.length > most,
  };
}

const TABLES = [
  'journal',
  'user_task',
  'task_comment',
  'subscription',
  'timer',
  'custom_task',
  'incident',
  'suspension',
  'numeric_key',
] as const;

const DELETE_ROWS: readonly Statement[] = TABLES.map((table) => {
  const column = table === 'journal' ? 'subject_id' : 'instance_id';
  return {
    name: `delete-${table.replace('_', '-')}-of-instances`,
    text: `delete from ${table} where ${column} = any($1::uuid[])`,
  };
});
const DELETE_MAIL: Statement = {
  name: 'delete-mail-of-instances',
  text: 'delete from outbox where target_id = any($1::uuid[])',
};
const DELETE: Statement = {
  name: 'delete-instances-2',
  text: `with gone as (delete from instance where id = any($1::uuid[]) returning id, ended_at)
    insert into deleted_instance (instance_id, at)
    select id, $2::timestamptz from gone where $3::bool or ended_at is null or ended_at > $2::timestamptz - interval '25 hours'
    on conflict (instance_id) do update set at = excluded.at`,
};
/** Makes the projector rebuild these subjects, which removes their rows when their event histories are deleted. */
const RENEW: Statement = {
  name: 'mark-for-renewal',
  text: `insert into projection_todo (subject_id, kind, at) select id, 'x', $2::timestamptz from unnest($1::uuid[]) as t (id)`,
};

/**
 * Deletes rows of the transactional tables; the query tables follow. The instances must be locked. `isAwaited`: a client waits for the deletion with their
 * consistency token.
 */
export function deleteInstances(transaction: Transaction, ids: readonly string[], at: string, isAwaited: boolean): void {
  if (ids.length === 0) return;
  for (const statement of [...DELETE_ROWS, DELETE_MAIL]) transaction.enqueue(statement, [ids]);
  transaction.enqueue(DELETE, [ids, at, isAwaited]);
  transaction.enqueue(RENEW, [ids, at]);
}

const FORGET: Statement = {
  name: 'forget-deleted-instances',
  text: `delete from deleted_instance where instance_id in (
    select instance_id from deleted_instance where at < statement_timestamp() - interval '25 hours' order by at limit $1 for update skip locked)
    returning instance_id`,
};

/** Deletes records that no consistency token can contain any longer. @returns their number */
export async function forgetDeleted(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(FORGET, [limit])).length;
}
