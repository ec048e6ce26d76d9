import { openPool, type Pool } from '../../src/db/pool.ts';
import { deploy, post } from './client.ts';
import { APPENDS, ITERATIONS, ROUNDS } from './models.ts';
import { type Stack, startRedisStack } from './stack.ts';

/** The part of an instance of a given size that changes step by step. */
interface Change {
  readonly name: string;
  readonly sizes: readonly [number, number];
  /** Starts an instance of a size. @returns does its next step */
  begin(stack: Stack, size: number): Promise<(step: number) => Promise<unknown>>;
}

const STEPS = 300;
const WARM_UP = 20;

/** Scenario `steps`: what one small step costs in a small and in a large instance: WAL of the database, processor time of all processes. */
export async function steps(): Promise<void> {
  process.stdout.write(`${'one step'.padEnd(48)}${'size'.padStart(10)}${'WAL kB'.padStart(10)}${'CPU ms'.padStart(10)}\n`);
  for (const change of CHANGES) {
    const costs: Cost[] = [];
    for (const size of change.sizes) costs.push(await alone(change, size));
    const [small, large] = costs as [Cost, Cost];
    const ratio = (of: keyof Cost) => (large[of] / small[of]).toFixed(2);
    process.stdout.write(`${''.padEnd(58)}${`× ${ratio('walKb')}`.padStart(10)}${`× ${ratio('cpuMs')}`.padStart(10)}\n`);
  }
}

/** On its own database: clean-up after the previous step would be counted too. */
async function alone(change: Change, size: number): Promise<Cost> {
  const stack = await startRedisStack();
  const pool = openPool(stack.databaseUrl, { max: 1, applicationName: 'bench' });
  try {
    for (const model of [ITERATIONS, ROUNDS, APPENDS]) await deploy(stack, model);
    return await costOf(stack, pool, change, size);
  } finally {
    await pool.end();
    await stack.stop();
  }
}

interface Cost {
  readonly walKb: number;
  readonly cpuMs: number;
}

async function costOf(stack: Stack, pool: Pool, { name, begin }: Change, size: number): Promise<Cost> {
  const next = await begin(stack, size);
  for (let step = 0; step < WARM_UP; step += 1) await next(step);
  await untilProjected(pool);
  await pool.query('checkpoint'); // the first change of a page after a checkpoint writes the whole page: every measurement begins alike
  const [wal, cpu] = [await walOf(pool), total(stack)];
  for (let step = WARM_UP; step < WARM_UP + STEPS; step += 1) await next(step);
  await untilProjected(pool);
  const walKb = ((await walOf(pool)) - wal) / 1024 / STEPS;
  const cpuMs = ((total(stack) - cpu) * 1000) / STEPS;
  process.stdout.write(
    `${name.padEnd(48)}${String(size).padStart(10)}${walKb.toFixed(1).padStart(10)}${cpuMs.toFixed(2).padStart(10)}\n`,
  );
  return { walKb, cpuMs };
}

function total(stack: Stack): number {
  return Object.values(stack.cpu()).reduce((sum, seconds) => sum + seconds, 0);
}

async function walOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

async function untilProjected(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ open: boolean }>('select exists (select from projection_todo) as open');
    if (rows[0]?.open === false) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const start = (stack: Stack, key: string, variables: Record<string, unknown>) =>
  post(stack, '/Execution/start', { WorkflowId: key, Variables: variables });

const CHANGES: readonly Change[] = [
  {
    name: 'a message to one of N waiting iterations',
    sizes: [10, 10_000],
    async begin(stack, size) {
      const orderOf = (step: number) => `order-${size}-${Math.floor(step / size)}`;
      for (let step = 0; step < WARM_UP + STEPS; step += size)
        await start(stack, 'iterations', { order: orderOf(step), items: size });
      return (step) =>
        post(stack, '/Execution/message', { MessageName: 'go', CorrelationKey: `${orderOf(step)}-${step % size}` });
    },
  },
  {
    name: 'a message, beside a variable of N characters',
    sizes: [100, 1_000_000],
    begin: (stack, size) => round(stack, 'rounds', { order: `rounds-${size}`, text: 'x'.repeat(size), n: 0 }),
  },
  {
    name: 'a message, and an item for a list of N items',
    sizes: [10, 10_000],
    begin: (stack, size) =>
      round(stack, 'appends', {
        order: `appends-${size}`,
        list: Array.from({ length: size }, () => 'an item of the list that grows'),
      }),
  },
];

/** Every step is a message for the one instance. */
async function round(stack: Stack, key: string, variables: Record<string, unknown>) {
  await start(stack, key, variables);
  return () => post(stack, '/Execution/message', { MessageName: 'go', CorrelationKey: variables['order'] });
}
