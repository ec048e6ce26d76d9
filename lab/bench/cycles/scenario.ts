import { deploy } from '../client.ts';
import { type Stack, startRedisStack } from '../stack.ts';
import { CONVERSATIONS } from './conversations.ts';
import { driveCycles } from './drive.ts';
import type { CycleResult } from './driver.ts';
import { completedCycles, untilEnded } from './ended.ts';
import { CYCLE_MODELS } from './models.ts';

/** Instances that one cycle leaves, where it is more than one. */
const INSTANCES: Readonly<Record<string, number>> = { 'call-activity': 2 };
const DRAIN_LIMIT_MS = 60_000;
const WARM_SECONDS = 3;

/** Options: one scenario, or all of them one after the other. */
export interface CycleOptions {
  readonly scenario: string | undefined;
  readonly seconds: number;
  readonly connections: number;
  readonly rate: number | undefined;
}

/**
 * Scenarios `cycles`: clients that each run the steps of a user, start to end, over their own connection. Prints cycles, latencies and processor time, and
 * checks on the read side that every cycle that was answered has left a completed instance.
 */
export async function cycles(options: CycleOptions): Promise<void> {
  const stack = await startRedisStack();
  try {
    for (const model of Object.values(CYCLE_MODELS)) await deploy(stack, model);
    line(
      `${options.connections} connections, ${stack.name}${options.rate === undefined ? '' : `, ${options.rate} arrive each second`}`,
    );
    const scenarios = options.scenario === undefined ? Object.keys(CONVERSATIONS) : [options.scenario];
    for (const scenario of scenarios) await measure(stack, { ...options, scenario });
  } finally {
    await stack.stop();
  }
}

async function measure(
  stack: Stack,
  { scenario, seconds, connections, rate }: CycleOptions & { scenario: string },
): Promise<void> {
  const load = { url: stack.url, scenario, connections, ...(rate === undefined ? {} : { rate }) };
  const perCycle = INSTANCES[scenario] ?? 1;
  const ended = () => completedCycles(stack);
  let had = await ended();
  const warm = await driveCycles({ ...load, seconds: WARM_SECONDS });
  had += (warm.cycles + warm.errors) * perCycle;
  await untilEnded(ended, had, DRAIN_LIMIT_MS);
  const cpuBefore = stack.cpu();
  const result = await driveCycles({ ...load, seconds });
  const cpu = Object.entries(stack.cpu()).map(([name, used]) => [name, used - (cpuBefore[name] ?? 0)] as const);
  const expected = had + result.cycles * perCycle;
  const missing = expected - (await untilEnded(ended, expected, DRAIN_LIMIT_MS));
  const thousands = result.cycles / 1000;
  line(
    `${scenario.padEnd(16)}${(result.cycles / result.seconds).toFixed(0).padStart(6)} /s  ${latency(result)}  ${result.errors} errors, ${missing > 0 ? `${missing} NOT completed` : 'all completed'}`,
  );
  const total = cpu.reduce((sum, [, used]) => sum + used, 0);
  line(
    `${' '.repeat(16)}CPU s per 1,000: ${(total / thousands).toFixed(2)} = ${cpu.map(([name, used]) => `${name} ${(used / thousands).toFixed(2)}`).join('  ')}`,
  );
  if (result.firstError !== null) line(`${' '.repeat(16)}first error: ${result.firstError}`);
}

const line = (text: string) => process.stdout.write(`${text}\n`);
const latency = (result: CycleResult) =>
  `p50 ${result.p50.toFixed(1)} ms  p95 ${result.p95.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms`;
