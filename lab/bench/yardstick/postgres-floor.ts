import { randomUUID } from 'node:crypto';
import { openPool, type Pool } from '../../../src/db/pool.ts';

/** Instances that one transaction writes; the best of them is the floor. */
const BATCHES = [1, 10, 50, 200];
const CONNECTIONS = 4;
/** Remaining rows of a finished instance, and how they are found. */
const KEPT: Readonly<Record<string, string>> = {
  journal: 'subject_id = $1',
  instance: 'id = $1',
  inbox: 'command_id in (select command_id from journal where subject_id = $1)',
  q_instance: 'instance_id = $1',
  q_instance_step: 'instance_id = $1',
};

export interface PostgresFloor {
  readonly instancesPerSecond: number;
  readonly batch: number;
  /** of one instance, in the tables above */
  readonly rows: number;
}

interface TableRows {
  readonly insert: string;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string | null>>[];
}

/**
 * How fast a bare client writes the rows that one instance leaves, into the same tables with the same indexes, and with every commit on the disk. `instanceId`: of an instance
 * that has ended and is projected.
 */
export async function postgresFloor(databaseUrl: string, instanceId: string, seconds: number): Promise<PostgresFloor> {
  const pool = openPool(databaseUrl, { max: CONNECTIONS, applicationName: 'sluice bench' });
  try {
    const tables = await Promise.all(Object.entries(KEPT).map(([table, where]) => rowsOf(pool, table, where, instanceId)));
    const ids = new Set([instanceId, ...tables.flatMap(({ rows }) => rows.flatMap((row) => row['command_id'] ?? []))]);
    let best: PostgresFloor | undefined;
    for (const batch of BATCHES) {
      const written = await writeFor(pool, { tables, ids: [...ids], batch, seconds });
      const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
      if (best === undefined || written > best.instancesPerSecond) best = { instancesPerSecond: written, batch, rows };
    }
    return best as PostgresFloor;
  } finally {
    await pool.end();
  }
}

async function rowsOf(pool: Pool, table: string, where: string, instanceId: string): Promise<TableRows> {
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const { rows } = await pool.query<Record<string, string | null>>(
    `select ${names.map((name) => `"${name}"::text`).join(', ')} from ${table} where ${where}`,
    [instanceId],
  );
  const insert = `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
    select ${columns.map(({ type }, nth) => `c${nth}::${type}`).join(', ')}
    from unnest(${columns.map((_, nth) => `$${nth + 1}::text[]`).join(', ')}) as r (${columns.map((_, nth) => `c${nth}`).join(', ')})`;
  return { insert, columns: names, rows };
}

interface Writing {
  readonly tables: readonly TableRows[];
  /** columns whose ids differ for each copy */
  readonly ids: readonly string[];
  readonly batch: number;
  readonly seconds: number;
}

async function writeFor(pool: Pool, writing: Writing): Promise<number> {
  const began = performance.now();
  let instances = 0;
  const keepWriting = async () => {
    const client = await pool.connect();
    try {
      while (performance.now() - began < writing.seconds * 1000) {
        await writeBatch((text, values) => client.query(text, values), writing);
        instances += writing.batch;
      }
    } finally {
      client.release();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepWriting));
  return instances / ((performance.now() - began) / 1000);
}

async function writeBatch(query: (text: string, values?: unknown[]) => Promise<unknown>, writing: Writing): Promise<void> {
  const { tables, ids, batch } = writing;
  const copies = Array.from({ length: batch }, () => ids.map((id) => [id, randomUUID()] as const));
  const renamed = (value: string | null, copy: (typeof copies)[number]) =>
    copy.reduce<string | null>((text, [id, other]) => text?.replaceAll(id, other) ?? null, value);
  await query('begin');
  for (const { insert, columns, rows } of tables) {
    if (rows.length === 0) continue;
    const values = columns.map((column) => copies.flatMap((copy) => rows.map((row) => renamed(row[column] ?? null, copy))));
    await query(insert, values);
  }
  await query('commit');
}
