import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/db/embedded/start.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openPool, type Pool } from '../../src/db/pool.ts';
import { silentLog } from '../../src/platform/log.ts';
import { freePort } from '../../test/support/redis.ts';
import { end, startRole } from './children.ts';
import { plansOf } from './lists-plans.ts';
import { type MeasuredList, measuredLists } from './lists-requests.ts';
import { fillReadSide } from './lists-rows.ts';

/** Contract-wide target for page 1 of a list over a million instances. Unit: ms at p95. */
const TARGET_MS = 50;

/**
 * Scenario `lists`: fills the read side with instances and asks for page 1 of every list, by default order, by each filter and by each order, over
 * HTTP, one request at a time. Prints how long the answers took and whether the plan of each list uses an index.
 */
export function lists(size: ListsSize): Promise<void> {
  return measureLists(size, { fill: fillReadSide, lists: measuredLists, env: {} });
}

export interface ListsSize {
  readonly instances: number;
  readonly rounds: number;
}

/** Options: how the tables are filled (returns the time it took, unit: ms), the lists, and the settings of the API. */
export interface MeasuredScenario {
  readonly fill: (pool: Pool, instances: number) => Promise<number>;
  readonly lists: () => readonly MeasuredList[];
  readonly env: Readonly<Record<string, string>>;
}

/** Fills the query tables of a database, and asks for page 1 of each list. */
export async function measureLists({ instances, rounds }: ListsSize, { fill, lists, env }: MeasuredScenario): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const given = process.env['DATABASE_URL'];
  const embedded = given === undefined ? await startEmbeddedPostgres({ dataDir: folder, log: silentLog }) : undefined;
  const databaseUrl = given ?? embedded?.url ?? '';
  try {
    await migrate(databaseUrl);
    const pool = openPool(databaseUrl, { max: 2, applicationName: 'sluice bench', answerTimeoutMs: 0 });
    const filledIn = await fill(pool, instances);
    line(`${instances} instances, filled in ${(filledIn / 1000).toFixed(0)} s`);
    await ask(databaseUrl, pool, rounds, lists(), env);
    await pool.end();
  } finally {
    await embedded?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(
  databaseUrl: string,
  pool: Pool,
  rounds: number,
  measured: readonly MeasuredList[],
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...settings,
    LOG_LEVEL: 'warning',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    REDIS_URL: '',
  };
  const api = await startRole('api', { ...env, PORT: String(port) }, url);
  try {
    let slow = 0;
    line(`${'list'.padEnd(58)} total    p50     p95     p99    plan`);
    for (const list of measured) {
      const { title, path } = list;
      const { times, total } = await timed(`${url}${path}`, rounds);
      const p95 = at(times, 0.95);
      if (p95 > TARGET_MS) slow += 1;
      const shown = [at(times, 0.5), p95, at(times, 0.99)].map((ms) => ms.toFixed(1).padStart(7)).join(' ');
      line(`${title.padEnd(56)} ${String(total).padStart(7)} ${shown}  ${await plansOf(pool, list)}`);
    }
    line(slow === 0 ? `all below ${TARGET_MS} ms at p95` : `${slow} above ${TARGET_MS} ms at p95`);
  } finally {
    await end(api);
  }
}

async function timed(address: string, rounds: number): Promise<{ times: number[]; total: number }> {
  const times: number[] = [];
  let total = 0;
  for (let round = -3; round < rounds; round++) {
    const began = performance.now();
    const response = await fetch(address);
    const text = await response.text();
    if (round >= 0) times.push(performance.now() - began); // the first ones warm caches and connections
    if (response.status !== 200) throw new Error(`${address} answered ${response.status}: ${text.slice(0, 300)}`);
    total = (JSON.parse(text) as { totalCount: number }).totalCount;
  }
  return { times: times.sort((a, b) => a - b), total };
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}

const line = (text: string) => process.stdout.write(`${text}\n`);
