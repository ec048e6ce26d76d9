import { poolConnection } from '../../src/db/connection.ts';
import { openPool } from '../../src/db/pool.ts';
import { readLag } from '../../src/projector/todo.ts';
import { deploy } from './client.ts';
import { driveCycles } from './cycles/drive.ts';
import type { CycleLoad, CycleResult } from './cycles/driver.ts';
import { latenciesOf } from './driver-process.ts';
import { LINEAR } from './models.ts';
import { type RedisStack, startRedisStack } from './stack.ts';

const WARM_SECONDS = 40;
/** How often the lag is looked at. */
const POLL_MS = 10;

interface Seen {
  readonly result: CycleResult;
  /** age of the oldest row that was not projected; unit: ms */
  readonly lag: { readonly p50: number; readonly p99: number };
}

/** Scenario `latency`: one client alone, the maximum load, and half of it at a constant rate. Also measures the delay of the lists. */
export async function latency({ seconds, connections }: { seconds: number; connections: number }): Promise<void> {
  const stack = await startRedisStack();
  try {
    await deploy(stack, LINEAR);
    const load = { url: stack.url, scenario: 'linear', connections };
    await driveCycles({ ...load, seconds: WARM_SECONDS });
    report('one connection', await seen(stack, { ...load, connections: 1, seconds }));
    const full = await seen(stack, { ...load, seconds });
    report(`${connections} connections`, full);
    const rate = Math.round(full.result.cycles / full.result.seconds / 2);
    report(`${rate} arrive each second`, await seen(stack, { ...load, rate, seconds }));
  } finally {
    await stack.stop();
  }
}

async function seen(stack: RedisStack, load: CycleLoad): Promise<Seen> {
  const pool = openPool(stack.databaseUrl, { max: 1, applicationName: 'sluice bench' });
  const lags: number[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      lags.push((await readLag(poolConnection(pool))).lagSeconds * 1000);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  })();
  const result = await driveCycles(load);
  isOver = true;
  await looking;
  await pool.end();
  return { result, lag: latenciesOf(lags) };
}

function report(what: string, { result, lag }: Seen): void {
  const { cycles, seconds, p50, p95, p99, errors } = result;
  process.stdout.write(
    `${what.padEnd(26)}${(cycles / seconds).toFixed(0).padStart(6)} /s  p50 ${p50.toFixed(1)} ms  p95 ${p95.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  lag p50 ${lag.p50.toFixed(0)} ms  p99 ${lag.p99.toFixed(0)} ms  ${errors} errors\n`,
  );
}
