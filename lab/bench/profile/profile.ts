import { openPool, type Pool } from '../../../src/db/pool.ts';
import { driveBy } from '../children.ts';
import { deploy } from '../client.ts';
import { cpuSecondsBelow, writeCallsOf } from '../cpu.ts';
import type { CycleLoad, CycleResult } from '../cycles/driver.ts';
import { CYCLE_MODELS } from '../cycles/models.ts';
import { type RedisStack, startRedisStack } from '../stack.ts';
import { areasOf, nowMicros, readProfile, type Stretch } from './areas.ts';
import { PARTS, partsOf } from './parts.ts';
import { redisCalls } from './redis-calls.ts';
import {
  loadStatementCounts,
  readBackends,
  readStatementCosts,
  readTableChanges,
  resetStatementCounts,
  type StatementCost,
  type TableChange,
  untilProjected,
  walBytes,
} from './statements.ts';

const WARM_SECONDS = 3;
const MOST_AREAS = 24;

/** Options of a profile. */
export interface ProfileOptions {
  readonly scenario: string;
  readonly seconds: number;
  readonly connections: number;
  /** how many kinds of statements are shown */
  readonly statements: number;
  /** where the processes leave their CPU profiles: shown is where their time goes, and nothing else, as sampling takes time too */
  readonly folder?: string;
}

/** Resources that all processes used so far. */
interface Used {
  readonly cpu: Readonly<Record<string, number>>;
  /** seconds of each process of the database */
  readonly backends: ReadonlyMap<number, number>;
  readonly wal: number;
  /** calls of the system by which each process has written, by name */
  readonly writes: ReadonlyMap<string, number>;
  readonly redis: ReadonlyMap<string, number>;
}

/** A measured stretch of cycles. */
interface Measured {
  readonly result: CycleResult;
  readonly before: Used;
  readonly after: Used;
  readonly names: ReadonlyMap<number, string>;
  readonly statements: readonly StatementCost[] | undefined;
  readonly tables: readonly TableChange[];
  readonly stretch: Stretch;
}

/** Runs one scenario of cycles and prints what a cycle costs: processor time by process, calls of the queue, statements with their rows, bytes of WAL. */
export async function profile(options: ProfileOptions): Promise<void> {
  const stack = await startRedisStack({}, loadStatementCounts);
  const pool = openPool(stack.databaseUrl, { max: 1, applicationName: 'profile' });
  let measured: Measured;
  try {
    for (const model of Object.values(CYCLE_MODELS)) await deploy(stack, model);
    measured = await measure(stack, pool, options);
    if (options.folder === undefined) print(options, measured, stack);
  } finally {
    await pool.end();
    await stack.stop();
  }
  if (options.folder !== undefined) printAreas(options.folder, measured, stack);
}

async function measure(stack: RedisStack, pool: Pool, { scenario, seconds, connections }: ProfileOptions): Promise<Measured> {
  const drive = (load: CycleLoad) => driveBy<CycleResult>('cycles/driver.ts', load);
  const load = { url: stack.url, scenario, connections };
  await drive({ ...load, seconds: WARM_SECONDS });
  await untilProjected(pool);
  const isCounted = await resetStatementCounts(pool);
  const [from, before] = [nowMicros(), await usedBy(stack, pool)];
  const result = await drive({ ...load, seconds });
  await untilProjected(pool);
  const [to, after] = [nowMicros(), await usedBy(stack, pool)];
  const statements = isCounted ? await readStatementCosts(pool) : undefined;
  const [tables, names] = [await readTableChanges(pool), await readBackends(pool)];
  return { result, before, after, statements, tables, names, stretch: { from, to } };
}

async function usedBy(stack: RedisStack, pool: Pool): Promise<Used> {
  const { postgres, ...others } = stack.pids;
  return {
    writes: new Map(Object.entries(others).map(([name, pid]) => [name, writeCallsOf(pid ?? 0)])),
    cpu: stack.cpu(),
    backends: postgres === undefined ? new Map() : cpuSecondsBelow(postgres),
    wal: await walBytes(pool),
    redis: await redisCalls(stack.redisUrl),
  };
}

function print({ connections, scenario, statements: most }: ProfileOptions, measured: Measured, { name }: RedisStack): void {
  const { result, before, after, names, statements } = measured;
  const { cycles, seconds, errors, firstError, p50, p99 } = result;
  line(`${scenario}: ${connections} connections, ${name}`);
  line(`${cycles} cycles in ${seconds.toFixed(1)} s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${errors} errors`);
  if (firstError !== null) line(`first error: ${firstError}`);
  const cpu = Object.keys(after.cpu).map((one) => [one, ((after.cpu[one] ?? 0) - (before.cpu[one] ?? 0)) / cycles] as const);
  const total = cpu.reduce((sum, [, used]) => sum + used, 0);
  line('\nof one cycle');
  line(`  processor ms   ${ms(total)} = ${cpu.map(([one, used]) => `${one} ${ms(used)}`).join('  ')}`);
  const ofDatabase = byName(before.backends, after.backends, names).map(([one, used]) => `${one} ${ms(used / cycles)}`);
  if (ofDatabase.length > 0) line(`  of postgres    ${ofDatabase.join('  ')}`);
  const writes = [...after.writes].map(
    ([one, count]) => `${one} ${((count - (before.writes.get(one) ?? 0)) / cycles).toFixed(2)}`,
  );
  line(`  write calls    ${writes.join('  ')}`);
  line(`  WAL bytes      ${((after.wal - before.wal) / cycles).toFixed(0)}`);
  const calls = [...after.redis].map(([one, count]) => [one, (count - (before.redis.get(one) ?? 0)) / cycles] as const);
  const busy = calls.filter(([, count]) => count >= 0.05).sort(([, a], [, b]) => b - a);
  line(`  Redis calls    ${busy.map(([one, count]) => `${one} ${count.toFixed(2)}`).join('  ')}`);
  if (statements === undefined) line('  statements are counted in a database of its own only: DATABASE_URL is set');
  else printStatements(statements, cycles, most);
  printTables(measured.tables, cycles);
}

function printTables(tables: readonly TableChange[], cycles: number): void {
  const cell = (text: string) => text.padStart(9);
  line(`\n${['inserted', 'updated', 'hot', 'deleted'].map(cell).join('')}  rows of`);
  for (const { table, inserted, updated, hot, deleted } of tables) {
    const counts = [inserted, updated, hot, deleted].map((count) => (count / cycles).toFixed(2));
    if (inserted + updated + deleted >= cycles / 20) line(`${counts.map(cell).join('')}  ${table}`);
  }
}

function printStatements(statements: readonly StatementCost[], cycles: number, most: number): void {
  const head = ['calls', 'rows', 'plan us', 'run us', 'WAL B'].map((one) => one.padStart(9)).join('');
  const rowOf = (calls: number, rows: number, plan: number, run: number, wal: number, text: string) =>
    line(
      `${[(calls / cycles).toFixed(2), (rows / cycles).toFixed(2), ((plan * 1000) / cycles).toFixed(1), ((run * 1000) / cycles).toFixed(1), (wal / cycles).toFixed(0)].map((one) => one.padStart(9)).join('')}  ${text}`,
    );
  line(`\n${head}  statement`);
  const sum = (of: (cost: StatementCost) => number) => statements.reduce((all, one) => all + of(one), 0);
  rowOf(
    sum(({ calls }) => calls),
    sum(({ rows }) => rows),
    sum(({ planMs }) => planMs),
    sum(({ runMs }) => runMs),
    sum((one) => one.walBytes),
    'all',
  );
  for (const { calls, rows, planMs, runMs, walBytes: wal, text } of statements.slice(0, most))
    rowOf(calls, rows, planMs, runMs, wal, text.trim().slice(0, 110));
}

function printAreas(folder: string, { stretch, before, after, result }: Measured, stack: RedisStack): void {
  for (const role of ['api', 'worker', 'projector']) {
    const profiled = readProfile(folder, stack.pids[role] ?? 0);
    if (profiled === undefined) continue;
    const perCycle = ((after.cpu[role] ?? 0) - (before.cpu[role] ?? 0)) / result.cycles;
    line(`\n${role}: ${ms(perCycle)} ms of one cycle while it is sampled; microseconds of it`);
    const row = (part: number, name: string) =>
      line(`  ${(part * perCycle * 1e6).toFixed(0).padStart(6)}  ${(part * 100).toFixed(1).padStart(5)} %  ${name}`);
    line(' by what it is done for');
    const parts = partsOf(profiled, stretch);
    for (const part of PARTS) row(parts.get(part) ?? 0, part);
    line(' by where the code is');
    for (const [area, part] of areasOf(profiled, stretch).slice(0, MOST_AREAS)) row(part, area);
  }
}

function byName(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  names: ReadonlyMap<number, string>,
): readonly (readonly [string, number])[] {
  const sums = new Map<string, number>();
  for (const [pid, seconds] of after) {
    const name = names.get(pid) ?? 'ended';
    sums.set(name, (sums.get(name) ?? 0) + seconds - (before.get(pid) ?? 0));
  }
  return [...sums].filter(([, seconds]) => seconds > 0).sort(([, a], [, b]) => b - a);
}

const ms = (seconds: number) => (seconds * 1000).toFixed(2);
const line = (text: string) => process.stdout.write(`${text}\n`);
