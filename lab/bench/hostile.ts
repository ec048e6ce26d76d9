import { readFileSync } from 'node:fs';
import { deploy, post } from './client.ts';
import { CROWD, PLAIN, STORM, TWICE } from './hostile-models.ts';
import { type RedisStack, startRedisStack } from './stack.ts';

/** Results of the other clients while a hostile model ran. Times in ms. */
export interface Beside {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly errors: number;
  /** how long `disable` took */
  readonly disableMs: number;
  /** most memory of each role so far; unit: MB */
  readonly memoryMb: Readonly<Record<string, number>>;
}

/** Starts of hostile models. */
export const ATTACKS: Readonly<Record<string, (stack: RedisStack) => Promise<unknown>>> = {
  nothing: async () => {},
  'signal storm': (stack) => post(stack, '/Execution/signal', { SignalName: 'alarm' }),
  'a process that calls itself twice': (stack) => post(stack, '/Execution/start', { WorkflowId: 'twice' }),
  '8,000 sub-processes at once': (stack) => post(stack, '/Execution/start', { WorkflowId: 'crowd' }),
};

const PER_SECOND = 20;
const WARM_UP = 100;

/** Scenario `hostile`: 20 starts a second of a small process, next to each hostile model in turn and then next to all of them. */
export async function hostile({ seconds }: { seconds: number }): Promise<void> {
  const all = (stack: RedisStack) => Promise.all(Object.values(ATTACKS).map((attack) => attack(stack)));
  process.stdout.write(
    `${'beside'.padEnd(36)}${['p50', 'p99', 'max', 'errors', 'disable'].map((text) => text.padStart(9)).join('')}   memory MB\n`,
  );
  for (const [name, attack] of Object.entries({ ...ATTACKS, 'all three': all })) {
    const stack = await startRedisStack();
    try {
      const { p50, p99, max, errors, disableMs, memoryMb } = await beside(stack, attack, seconds);
      const numbers = [p50, p99, max, errors, disableMs].map((value) => value.toFixed(0).padStart(9)).join('');
      const memory = Object.entries(memoryMb).map(([role, mb]) => `${role} ${mb.toFixed(0)}`);
      process.stdout.write(`${name.padEnd(36)}${numbers}   ${memory.join('  ')}\n`);
    } finally {
      await stack.stop();
    }
  }
}

/** Runs an attack, and starts of a small process next to it. */
export async function beside(
  stack: RedisStack,
  attack: (stack: RedisStack) => Promise<unknown>,
  seconds: number,
): Promise<Beside> {
  for (const model of [PLAIN, STORM, TWICE, CROWD]) await deploy(stack, model);
  for (let n = 0; n < WARM_UP; n += 1) await post(stack, '/Execution/start', { WorkflowId: 'plain' });
  attack(stack).catch(() => {}); // its result does not matter
  const times: number[] = [];
  let errors = 0;
  const starts: Promise<void>[] = [];
  const begun = performance.now();
  for (let n = 0; n < seconds * PER_SECOND; n += 1) {
    await until(begun + (n * 1000) / PER_SECOND);
    const sent = performance.now();
    const start = post(stack, '/Execution/start', { WorkflowId: 'plain' }).then(
      () => void times.push(performance.now() - sent),
      () => {
        errors += 1;
      },
    );
    starts.push(start);
  }
  const disabling = performance.now();
  await post(stack, '/Definitions/disable', { ProcessDefinitionKey: 'storm' });
  const disableMs = performance.now() - disabling;
  await Promise.all(starts);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1), errors, disableMs, memoryMb: memoryOf(stack.pids) };
}

function until(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));
}

/** Peak of the resident memory of each role, from /proc; NaN where none exists. */
export function memoryOf(pids: RedisStack['pids']): Record<string, number> {
  const ours = Object.entries(pids).filter(([name]) => ROLES.has(name));
  return Object.fromEntries(ours.map(([name, pid]) => [name, peakOf(pid)]));
}

const ROLES = new Set(['api', 'worker', 'projector']);

function peakOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
