import { poolConnection } from '../../src/db/connection.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { forgetReplies } from '../../src/store/inbox.ts';
import { drive } from './children.ts';
import { deploy } from './client.ts';
import type { LoadResult } from './driver.ts';
import { LINEAR } from './models.ts';
import { type RedisStack, startRedisStack } from './stack.ts';

const START = JSON.stringify({ WorkflowId: 'linear', BusinessId: 'bench', Variables: { n: 1 } });
/** Tables that grow with instances; those of the read side too. */
const TABLES = ['journal', 'instance', 'q_instance', 'q_instance_step', 'q_instance_count', 'inbox', 'projection_todo'];
/** How many simulated days finished instances are kept. */
const DAYS_KEPT = 3;
const BATCH = 2000;

export interface RetentionOptions {
  readonly minutes: number;
  /** how long a simulated day takes; unit: s */
  readonly day: number;
  readonly connections: number;
}

interface Window {
  readonly result: LoadResult;
  readonly sizes: ReadonlyMap<string, number>;
  readonly instances: number;
  readonly lagSeconds: number;
  readonly cpu: number;
}

/**
 * Scenario `retention`: starts instances for simulated days while those older than three of them are deleted, and compares throughput and sizes at both ends. Replies, which the
 * service keeps for 24 hours at least, are forgotten by its own statement after one simulated day.
 */
export async function retention({ minutes, day, connections }: RetentionOptions): Promise<void> {
  const stack = await startRedisStack({ Retention__Instances: `${DAYS_KEPT * day}s` });
  const pool = openPool(stack.databaseUrl, { max: 3, applicationName: 'sluice bench' });
  const forgetting = setInterval(() => void forget(pool, day), 1000);
  try {
    await deploy(stack, LINEAR);
    line(`days of ${day} s, ${DAYS_KEPT} of them kept; sizes in MB with indexes`);
    line(
      `${'day'.padStart(4)} starts/s  p95 ms  instances   lag s  CPU s/1000  ${TABLES.map((table) => table.padStart(16)).join('')}`,
    );
    const windows: Window[] = [];
    const days = Math.max(DAYS_KEPT + 3, Math.round((minutes * 60) / day));
    for (let nth = 1; nth <= days; nth += 1) {
      const window = await measure(stack, pool, { day, connections });
      windows.push(window);
      report(nth, window);
    }
    compare(windows);
  } finally {
    clearInterval(forgetting);
    await pool.end();
    await stack.stop();
  }
}

async function measure(stack: RedisStack, pool: Pool, { day, connections }: Omit<RetentionOptions, 'minutes'>): Promise<Window> {
  const before = total(stack.cpu());
  const result = await drive({ url: `${stack.url}/Execution/start`, body: START, connections, seconds: day });
  const cpu = ((total(stack.cpu()) - before) / Math.max(1, result.requests)) * 1000;
  const sizes = new Map<string, number>();
  for (const table of TABLES) {
    const { rows } = await pool.query<{ size: string }>('select pg_total_relation_size($1::regclass) as size', [table]);
    sizes.set(table, Number(rows[0]?.size ?? 0) / 1_048_576);
  }
  const { rows } = await pool.query<{ n: string; lag: number }>(
    `select count(*) as n, greatest(0, extract(epoch from clock_timestamp() - min(ended_at)) - $1)::float8 as lag from instance`,
    [DAYS_KEPT * day],
  );
  return { result, sizes, cpu, instances: Number(rows[0]?.n ?? 0), lagSeconds: rows[0]?.lag ?? 0 };
}

async function forget(pool: Pool, day: number): Promise<void> {
  try {
    while ((await forgetReplies(poolConnection(pool), day, BATCH)) === BATCH);
  } catch {
    // the next turn finds the same rows
  }
}

function report(nth: number, { result, sizes, instances, lagSeconds, cpu }: Window): void {
  const rate = (result.requests / result.seconds).toFixed(0).padStart(8);
  const shown = [rate, result.p95.toFixed(1).padStart(7), String(instances).padStart(10), lagSeconds.toFixed(1).padStart(7)];
  const columns = TABLES.map((table) => (sizes.get(table) ?? 0).toFixed(1).padStart(16)).join('');
  line(`${String(nth).padStart(4)} ${shown.join(' ')} ${cpu.toFixed(3).padStart(11)}  ${columns}`);
  if (result.firstError !== null) line(`  ${result.errors} errors, the first one: ${result.firstError}`);
}

/** The first days after the first deletions, against the last ones: as many of each as there are, at most a quarter. */
function compare(windows: readonly Window[]): void {
  const steady = windows.slice(DAYS_KEPT + 1);
  const count = Math.max(1, Math.floor(steady.length / 4));
  const [first, last] = [steady.slice(0, count), steady.slice(-count)];
  const change = (of: (window: Window) => number) => `${((average(last, of) / average(first, of) - 1) * 100).toFixed(1)} %`;
  line(`\nthe last ${count} days against the first ${count} with deletions`);
  line(`  starts/s  ${change(({ result }) => result.requests / result.seconds)}`);
  line(`  instances ${change(({ instances }) => instances)}`);
  line(`  sizes     ${change(({ sizes }) => [...sizes.values()].reduce((sum, size) => sum + size))}`);
  for (const table of TABLES) line(`    ${table.padEnd(16)} ${change(({ sizes }) => sizes.get(table) ?? 0)}`);
}

function average(windows: readonly Window[], of: (window: Window) => number): number {
  return windows.reduce((sum, window) => sum + of(window), 0) / windows.length;
}

function total(seconds: Readonly<Record<string, number>>): number {
  return Object.values(seconds).reduce((sum, one) => sum + one, 0);
}

const line = (text: string) => process.stdout.write(`${text}\n`);
