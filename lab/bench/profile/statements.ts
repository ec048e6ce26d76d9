import { openPool, type Pool } from '../../../src/db/pool.ts';

/** Cost of one kind of statement since the last reset of the counters. */
export interface StatementCost {
  readonly text: string;
  readonly calls: number;
  readonly rows: number;
  /** unit: ms */
  readonly planMs: number;
  readonly runMs: number;
  readonly walBytes: number;
}

/** Statements with this text are those of the profile itself. */
const OWN = 'profile_own';

/** Makes a database count its statements, from its next start on. */
export async function loadStatementCounts(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'profile' });
  try {
    await pool.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  } finally {
    await pool.end();
  }
}

/** Sets the counts to nothing. @returns false when this database has none, because it was not started for it */
export async function resetStatementCounts(pool: Pool): Promise<boolean> {
  try {
    await pool.query('create extension if not exists pg_stat_statements');
    await pool.query('alter system set pg_stat_statements.track_planning = on');
    await pool.query('select pg_reload_conf()');
    await pool.query('select pg_stat_statements_reset(), pg_stat_reset()');
    return true;
  } catch {
    return false;
  }
}

/** Cost of statements, the most expensive first. */
export async function readStatementCosts(pool: Pool): Promise<readonly StatementCost[]> {
  const { rows } = await pool.query<StatementCost>(`
    select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls)::float8 as calls, sum(rows)::float8 as rows,
      sum(total_plan_time)::float8 as "planMs", sum(total_exec_time)::float8 as "runMs", sum(wal_bytes)::float8 as "walBytes"
    from pg_stat_statements ${OWN} where query not like '%${OWN}%' and query not like '%pg_stat_statements%' and query not like '%pg_reload_conf%'
    group by 1 order by sum(total_plan_time + total_exec_time) desc`);
  return rows;
}

/** Row operations of one table. */
export interface TableChange {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  /** of the updated ones: those that left the indexes alone */
  readonly hot: number;
  readonly deleted: number;
}

/** Row operations since the last reset, as far as the processes of the database have reported them. */
export async function readTableChanges(pool: Pool): Promise<readonly TableChange[]> {
  const { rows } = await pool.query<TableChange>(`
    select relname as table, n_tup_ins::float8 as inserted, n_tup_upd::float8 as updated, n_tup_hot_upd::float8 as hot, n_tup_del::float8 as deleted
    from pg_stat_user_tables ${OWN} where n_tup_ins + n_tup_upd + n_tup_del > 0 order by n_tup_ins + n_tup_upd + n_tup_del desc`);
  return rows;
}

/** Bytes written to the log of the database so far. */
export async function walBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select pg_current_wal_insert_lsn() - '0/0' as bytes from (select) ${OWN}`,
  );
  return Number(rows[0]?.bytes);
}

/** Waits until everything is projected. */
export async function untilProjected(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ isOpen: boolean }>(
      `select exists (select from projection_todo) as "isOpen" from (select) ${OWN}`,
    );
    if (rows[0]?.isOpen === false) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The role that a process of the database works for, by its id. */
export async function readBackends(pool: Pool): Promise<ReadonlyMap<number, string>> {
  const { rows } = await pool.query<{ pid: number; name: string }>(
    `select pid, coalesce(nullif(application_name, ''), backend_type) as name from pg_stat_activity ${OWN}`,
  );
  return new Map(rows.map(({ pid, name }) => [pid, name]));
}
