import { deploy, post, untilCompleted } from './client.ts';
import { fork, ITEMS, LOOP } from './models.ts';
import { type Stack, startRedisStack } from './stack.ts';

/** Scenario `growth`: a 10,000-round loop and a 5,000-branch fork, each next to its half: twice the size should take about twice the time. */
export async function growth(): Promise<void> {
  const stack = await startRedisStack();
  try {
    await deploy(stack, LOOP);
    await compare('loop rounds', [5000, 10_000], (rounds) => timed(stack, 'loop', { rounds }));
    await deploy(stack, ITEMS);
    await compare('multi-instance items', [5000, 10_000], (items) => timed(stack, 'items', { items }));
    for (const branches of [500, 2500, 5000]) await deploy(stack, fork(branches));
    await timed(stack, 'fork500', {});
    await compare('fork branches', [2500, 5000], (branches) => timed(stack, `fork${branches}`, {}));
  } finally {
    await stack.stop();
  }
}

async function compare(what: string, [half, full]: [number, number], run: (size: number) => Promise<number>): Promise<void> {
  await run(half);
  const halfMs = await run(half);
  await run(full);
  const fullMs = await run(full);
  process.stdout.write(
    `${what}: ${half} in ${halfMs.toFixed(0)} ms, ${full} in ${fullMs.toFixed(0)} ms, ratio ${(fullMs / halfMs).toFixed(2)} (2 is linear)\n`,
  );
}

const started = new Map<string, number>();

/** Milliseconds from the request until its answer; then waits until the read side shows the instance as completed. */
async function timed(stack: Stack, key: string, variables: Record<string, number>): Promise<number> {
  const began = performance.now();
  await post(stack, '/Execution/start', { WorkflowId: key, Variables: variables });
  const took = performance.now() - began;
  const count = (started.get(key) ?? 0) + 1;
  started.set(key, count);
  if ((await untilCompleted(stack, key, count, 30_000)) === undefined)
    throw new Error(`an instance of '${key}' did not complete`);
  return took;
}
