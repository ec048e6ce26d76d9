import pg from 'pg';
import type { Member, Role } from '../campaign/member.ts';
import { memoryOf } from '../campaign/memory.ts';

/** Measured values at one time. */
export interface Sample {
  /** since the beginning; unit: hours */
  readonly hours: number;
  /** of the processes that are not restarted; unit: MB */
  readonly memory: Readonly<Record<Role, number>>;
  /** rows of tables that contain only pending work */
  readonly open: Readonly<Record<string, number>>;
  /** of all tables and indexes; unit: bytes */
  readonly bytes: number;
  readonly instances: number;
}

/** Tables whose rows go when their work is done. */
const OPEN_TABLES = ['outbox', 'projection_todo', 'dead_letter', 'custom_task', 'timer'] as const;

/** Takes a sample. `kept`: the processes that are not restarted, one of each role. */
export async function takeSample(databaseUrl: string, kept: readonly Member[], begunAt: number): Promise<Sample> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counts = OPEN_TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ');
    const { rows } = await client.query(`
      select ${counts}, (select count(*)::int from instance) as instances,
             (select sum(pg_total_relation_size(c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'public' and c.relkind = 'r')::float8 as bytes`);
    const { instances, bytes, ...open } = rows[0];
    const memory = Object.fromEntries(
      await Promise.all(kept.map(async ({ role, pid }) => [role, (await memoryOf(pid)) ?? 0] as const)),
    ) as Record<Role, number>;
    return { hours: (performance.now() - begunAt) / 3_600_000, memory, open, bytes, instances };
  } finally {
    await client.end();
  }
}

/** Rise of the straight line that fits best, per unit of x. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x0, y0] = [mean(0), mean(1)];
  const over = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  const under = points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  return under === 0 ? 0 : over / under;
}
