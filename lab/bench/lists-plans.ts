import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from '../../src/db/pool.ts';
import type { Database } from '../../src/db/tables.ts';
import type { MeasuredList } from './lists-requests.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}
interface Sent {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** How the database reads for a list: the indexes of its plans, and tables that are read as a whole. One entry per statement. */
export async function plansOf(pool: Pool, list: MeasuredList): Promise<string> {
  const sent: Sent[] = [];
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void sent.push({ sql, parameters }),
  });
  await list.read(db);
  const shown: string[] = [];
  for (const { sql, parameters } of sent) {
    const { rows } = await pool.query<Record<string, string>>(`explain (format json) ${sql}`, [...parameters]);
    const [{ Plan: root }] = JSON.parse(rows[0]?.['QUERY PLAN'] ?? '[]') as [{ Plan: PlanNode }];
    shown.push([...new Set(accessesOf(root))].join(' + '));
  }
  return shown.join(' | ');
}

function accessesOf(node: PlanNode): string[] {
  const index = node['Index Name'];
  const whole = node['Node Type'].endsWith('Seq Scan') ? `SEQ SCAN ${node['Relation Name']}` : undefined;
  const sort = node['Node Type'] === 'Sort' ? 'sort' : undefined;
  return [...[sort, index ?? whole].filter((text) => text !== undefined), ...(node.Plans ?? []).flatMap(accessesOf)];
}
