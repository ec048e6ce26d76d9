import type { Connection, Statement, Transaction } from '../db/connection.ts';

/** A finished or running instance that is to be deleted, with those below it. All of them are locked. */
export interface InstanceTree {
  readonly instanceId: string;
  readonly key: string;
  readonly isTerminal: boolean;
  /** the instance at the top of the calls; null: this is it */
  readonly rootId: string | null;
  /** last row of its journal */
  readonly seq: number;
  /** called instances below it, on all levels, at most as many as were asked for */
  readonly called: readonly string[];
  /** one of them that runs; null: none does */
  readonly runningBelow: string | null;
  /** whether it has further ones */
  readonly hasMore: boolean;
}

interface RawTop {
  id: string;
  key: string;
  is_terminal: boolean;
  root_id: string | null;
  seq: number;
}

const LOCK_TOP: Statement = {
  name: 'lock-tree-top',
  text: `select i.id, v.key, i.is_terminal, i.root_id, i.seq
    from instance i join definition_version v on v.definition_id = i.definition_id where i.id = $1 for update of i`,
};
const LOCK_CALLED: Statement = {
  name: 'lock-called-instances',
  text: 'select id from instance where root_id = $1 order by id limit $2 for update',
};
const RUNNING_BELOW: Statement = {
  name: 'find-running-below',
  text: 'select id from instance where root_id = $1 and not is_terminal limit 1',
};

/** Locks an instance and up to `most` of its descendants. Undefined: none. */
export async function lockTree(connection: Connection, instanceId: string, most: number): Promise<InstanceTree | undefined> {
  const [top] = await connection.query<RawTop>(LOCK_TOP, [instanceId]);
  if (top === undefined) return undefined;
  const called = await connection.query<{ id: string }>(LOCK_CALLED, [instanceId, most + 1]);
  const [running] = await connection.query<{ id: string }>(RUNNING_BELOW, [instanceId]);
  return {
    instanceId: top.id,
    key: top.key,
    isTerminal: top.is_terminal,
    rootId: top.root_id,
    seq: top.seq,
    called: called.slice(0, most).map(({ id }) => id),
    runningBelow: running?.id ?? null,
    hasMore: called.length > most,
  };
}

/** How many rows of which table went with instances. */
const TABLES = [
  'journal',
  'user_task',
  'task_comment',
  'subscription',
  'timer',
  'custom_task',
  'incident',
  'suspension',
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
/** Makes the projector rebuild these subjects, which removes their rows when their journals are gone. */
const RENEW: Statement = {
  name: 'mark-for-renewal',
  text: `insert into projection_todo (subject_id, kind, at) select id, 'x', $2::timestamptz from unnest($1::uuid[]) as t (id)`,
};

/**
 * Deletes locked instances with all their rows of the transactional tables; the query tables follow. `at`: the clock of the
 * transaction, ISO text. `isAwaited`: a client waits for their position until they are gone.
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

/** Removes records of deleted instances that no position can name any longer, a bounded number at a time. @returns their number */
export async function forgetDeleted(connection: Connection, limit: number): Promise<number> {
  return (await connection.query(FORGET, [limit])).length;
}
