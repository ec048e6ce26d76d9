import { type Connection, poolConnection } from '../../src/db/connection.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import type { Logger, LogProperties } from '../../src/platform/log.ts';
import { LOG_EVENTS, type LogEventId } from '../../src/platform/log-events.ts';
import type { ProjectedKind, ReadJournalRow } from '../../src/projector/journal-row.ts';
import { QUERY_TABLES } from '../../src/projector/query-rows.ts';
import { createTestDatabase } from './database.ts';

/** A separate database with helpers for tests of the projector. */
export interface ReadSide {
  readonly url: string;
  /** as the role opens it */
  readonly pool: Pool;
  readonly connection: Connection;
  /** Commits journal rows with one row of projection_todo each, in the order given. */
  write(rows: readonly ReadJournalRow[], kind?: ProjectedKind): Promise<void>;
  /** Everything in the query tables, in key order: equal texts mean equal rows. */
  dump(): Promise<Record<string, readonly object[]>>;
  pending(): Promise<number>;
  /** Resolves when the list of unprojected subjects holds exactly this many rows. */
  untilPending(count: number): Promise<void>;
  close(): Promise<void>;
}

const WRITE = {
  name: 'test-write-journal',
  text: `
    with rows as (select * from unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::text[]) with ordinality
                  as t (subject_id, seq, at, v, events, number)),
         written as (insert into journal select subject_id, seq, gen_random_uuid(), at, v, events::json from rows)
    insert into projection_todo (subject_id, kind, at) select subject_id, $6, clock_timestamp() from rows order by number`,
};

export async function openReadSide(): Promise<ReadSide> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { max: 6, applicationName: 'sluice test', isPipelined: true });
  const connection = poolConnection(pool);
  async function pending(): Promise<number> {
    const rows = await connection.query<{ n: number }>(
      { name: 'test-pending', text: 'select count(*)::int as n from projection_todo' },
      [],
    );
    return rows[0]!.n;
  }
  return {
    url: database.url,
    pool,
    connection,
    pending,
    async write(rows, kind = 'i') {
      const events = rows.map((row) => JSON.stringify(row.events));
      const columns = [
        rows.map((row) => row.subjectId),
        rows.map((row) => row.seq),
        rows.map((row) => row.at),
        rows.map((row) => row.v),
      ];
      await connection.query(WRITE, [...columns, events, kind]);
    },
    async dump() {
      const tables: Record<string, readonly object[]> = {};
      for (const table of QUERY_TABLES) {
        tables[table] = await connection.query(
          { name: `test-dump-${table}`, text: `select t.* from ${table} t order by 1, 2, t::text` },
          [],
        );
      }
      return tables;
    },
    async untilPending(count) {
      while ((await pending()) !== count);
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

/** A log that keeps all lines. */
export interface KeptLog extends Logger {
  readonly lines: { readonly id: LogEventId; readonly properties: LogProperties }[];
  of(id: LogEventId): readonly LogProperties[];
  /** Resolves at the next line with this id. */
  next(id: LogEventId): Promise<LogProperties>;
}

export function keptLog(): KeptLog {
  const waiting: { id: LogEventId; resolve: (properties: LogProperties) => void }[] = [];
  const log: KeptLog = {
    lines: [],
    of: (id) => log.lines.filter((line) => line.id === id).map((line) => line.properties),
    next: (id) => new Promise((resolve) => waiting.push({ id, resolve })),
    isEnabled: () => true,
    child: () => log,
    event(name, properties = {}) {
      const { id } = LOG_EVENTS[name];
      log.lines.push({ id, properties });
      for (const waiter of waiting.filter((candidate) => candidate.id === id)) {
        waiting.splice(waiting.indexOf(waiter), 1);
        waiter.resolve(properties);
      }
    },
  };
  return log;
}

/** The n-th of a row of ids that look random but are the same in every run and database. */
export function idNumber(n: number): string {
  const scattered = (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${scattered}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}
