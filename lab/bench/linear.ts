import { drive, startBareExpress } from './children.ts';
import { countCompleted, deploy, untilCompleted } from './client.ts';
import type { LoadResult } from './driver.ts';
import { LINEAR } from './models.ts';
import { type Stack, startEmbeddedStack, startRedisStack, workerMetrics } from './stack.ts';

const START = JSON.stringify({ WorkflowId: 'linear', Variables: { n: 1 } });
const DRAIN_LIMIT_MS = 30_000;

/**
 * Scenario `linear`: starts of three script tasks through HTTP, against a bare Express route under the same driver in the same run. `shards`: numbers
 * of databases to measure instead of `npm start`, each with `connections` per database: the CPU time of a start depends on the load of its database,
 * because more commands share a batch.
 */
export async function linear(options: { seconds: number; connections: number; shards?: readonly number[] }): Promise<void> {
  const bare = await measureBare(options);
  line(`bare Express route          ${rate(bare)} requests/s  ${latency(bare)}`);
  if (options.shards !== undefined) {
    for (const count of options.shards) {
      const load = { ...options, connections: options.connections * count };
      await measure(() => startRedisStack({}, undefined, count), load, bare);
    }
    return;
  }
  await measure(() => startRedisStack(), options, bare);
  await measure(startEmbeddedStack, options, bare);
}

async function measureBare(options: { seconds: number; connections: number }): Promise<LoadResult> {
  const express = await startBareExpress();
  const load = { url: `${express.url}/Execution/start`, body: START, connections: options.connections };
  await drive({ ...load, seconds: 2 });
  const result = await drive({ ...load, seconds: Math.min(options.seconds, 5) });
  await express.stop();
  return result;
}

async function measure(
  start: () => Promise<Stack>,
  options: { seconds: number; connections: number },
  bare: LoadResult,
): Promise<void> {
  const stack = await start();
  try {
    await deploy(stack, LINEAR);
    const load = { url: `${stack.url}/Execution/start`, body: START, connections: options.connections };
    const warm = await drive({ ...load, seconds: 3 });
    await untilCompleted(stack, 'linear', warm.requests, DRAIN_LIMIT_MS);
    const before = { cpu: stack.cpu(), ...(await commandBatches(stack)) };
    const result = await drive({ ...load, seconds: options.seconds });
    const expected = warm.requests + result.requests;
    const lagMs = await untilCompleted(stack, 'linear', expected, DRAIN_LIMIT_MS);
    const batches = await commandBatches(stack);
    const perBatch = (batches.commands - before.commands) / (batches.batches - before.batches);
    report(stack, result, bare, lagMs, before.cpu, expected, await countCompleted(stack, 'linear'), perBatch);
  } finally {
    await stack.stop();
  }
}

async function commandBatches(stack: Stack): Promise<{ commands: number; batches: number }> {
  const text = await workerMetrics(stack);
  const read = (name: string) =>
    Number(new RegExp(`^sluice_envelope_commands_${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return { commands: read('sum'), batches: read('count') };
}

function report(
  stack: Stack,
  result: LoadResult,
  bare: LoadResult,
  lagMs: number | undefined,
  cpuBefore: Record<string, number>,
  expected: number,
  completed: number,
  perBatch: number,
): void {
  const thousands = result.requests / 1000;
  const cpu = Object.entries(stack.cpu()).map(
    ([name, seconds]) => `${name} ${((seconds - (cpuBefore[name] ?? 0)) / thousands).toFixed(3)}`,
  );
  const drained =
    lagMs === undefined
      ? `NOT drained: ${completed} of ${expected} completed`
      : `drained ${lagMs.toFixed(0)} ms after the last answer`;
  const completions = lagMs === undefined ? 0 : result.requests / (result.seconds + lagMs / 1000);
  line(`\n${stack.name}`);
  line(`  starts                    ${rate(result)} /s         ${latency(result)}`);
  line(
    `  completions               ${completions.toFixed(0).padStart(6)} /s         ${completed} of ${expected} completed, ${result.errors} errors`,
  );
  line(`  projection                ${drained}`);
  line(`  CPU s per 1,000 instances ${cpu.join('  ')}`);
  line(`  commands of a batch       ${perBatch.toFixed(1).padStart(6)}`);
  line(`  ratio to bare Express     ${(result.requests / result.seconds / (bare.requests / bare.seconds)).toFixed(3)}`);
  if (result.firstError !== null) line(`  first error: ${result.firstError}`);
}

const line = (text: string) => process.stdout.write(`${text}\n`);
const rate = (result: LoadResult) => (result.requests / result.seconds).toFixed(0).padStart(6);
const latency = (result: LoadResult) =>
  `p50 ${result.p50.toFixed(1)} ms  p95 ${result.p95.toFixed(1)} ms  p99 ${result.p99.toFixed(1)} ms`;
