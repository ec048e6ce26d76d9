import { setTimeout as pause } from 'node:timers/promises';
import { drive } from './children.ts';
import { deploy, untilCompleted } from './client.ts';
import { LINEAR, timed } from './models.ts';
import { type Stack, startRedisStack } from './stack.ts';

const DELAY_SECONDS = 4;
const LONG = JSON.stringify({ WorkflowId: 'timed-long' });
const SHORT = JSON.stringify({ WorkflowId: 'timed-short' });
const LOAD = JSON.stringify({ WorkflowId: 'linear', Variables: { n: 1 } });

/**
 * Scenario `timers`: first many timers that are not due for a year, and their cost while they wait; then timers that fall due while
 * other starts keep the service busy, and how late they fire.
 */
export async function timers(options: { waiting: number; connections: number }): Promise<void> {
  const stack = await startRedisStack();
  try {
    await deploy(stack, timed('timed-long', 'P1Y'));
    await deploy(stack, timed('timed-short', `PT${DELAY_SECONDS}S`));
    await deploy(stack, LINEAR);
    await waitingCosts(stack, options);
    await lateness(stack, options.connections);
  } finally {
    await stack.stop();
  }
}

async function waitingCosts(stack: Stack, { waiting, connections }: { waiting: number; connections: number }): Promise<void> {
  const idle = await cpuPerSecond(stack, 5);
  let made = 0;
  while (made < waiting) {
    made += (await drive({ url: `${stack.url}/Execution/start`, body: LONG, connections, seconds: 5 })).requests;
  }
  await pause(3000);
  line(`CPU per second, nothing waiting: ${shown(idle)}`);
  line(`CPU per second, ${made} timers waiting: ${shown(await cpuPerSecond(stack, 5))}`);
}

async function cpuPerSecond(stack: Stack, seconds: number): Promise<Record<string, number>> {
  const before = stack.cpu();
  await pause(seconds * 1000);
  return Object.fromEntries(Object.entries(stack.cpu()).map(([name, used]) => [name, (used - (before[name] ?? 0)) / seconds]));
}

async function lateness(stack: Stack, connections: number): Promise<void> {
  const url = `${stack.url}/Execution/start`;
  const short = await drive({ url, body: SHORT, connections: 8, seconds: 3 });
  const load = drive({ url, body: LOAD, connections: Math.max(1, Math.floor(connections / 4)), seconds: DELAY_SECONDS + 2 });
  if ((await untilCompleted(stack, 'timed-short', short.requests, 60_000)) === undefined)
    throw new Error('timers did not all fire');
  const busy = await load;
  const late = (await firingErrors(stack)).sort((a, b) => a - b);
  const at = (share: number) => (late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? 0).toFixed(0);
  line(
    `${late.length} timers fired beside ${(busy.requests / busy.seconds).toFixed(0)} starts/s: late by p50 ${at(0.5)} ms  p95 ${at(0.95)} ms  p99 ${at(0.99)} ms`,
  );
}

/** How long after its due time each instance completed, from the times of its events. Unit: ms. */
async function firingErrors(stack: Stack): Promise<number[]> {
  const errors: number[] = [];
  for (let page = 1; ; page++) {
    const response = await fetch(`${stack.url}/Definitions/timed-short/instances?pageSize=100&page=${page}`);
    const { items } = (await response.json()) as { items: { createdAt: string; completedAt: string }[] };
    if (items.length === 0) return errors;
    for (const { createdAt, completedAt } of items)
      errors.push(Date.parse(completedAt) - Date.parse(createdAt) - DELAY_SECONDS * 1000);
  }
}

const line = (text: string) => process.stdout.write(`${text}\n`);
const shown = (cpu: Record<string, number>) =>
  Object.entries(cpu)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(3)} s`)
    .join('  ');
