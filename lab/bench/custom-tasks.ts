import { drive } from './children.ts';
import { deploy, untilCompleted } from './client.ts';
import { logged } from './models.ts';
import { type Stack, startEmbeddedStack, startRedisStack, workerMetrics } from './stack.ts';

/** Custom tasks of one instance, one after the other: the start itself weighs little. */
const TASKS = 20;
const START = JSON.stringify({ WorkflowId: 'logged', Variables: { n: 1 } });
/** Goal of the service on two cores. Unit: tasks per second. */
const TARGET = 2000;

/** Scenario `custom-tasks`: `log` tasks through the whole path (row, wake-up signal, claim, plugin, command, output mapping), and where the time goes. */
export async function customTasks(options: { seconds: number; connections: number }): Promise<void> {
  for (const open of [startRedisStack, startEmbeddedStack]) {
    const stack = await open();
    try {
      await deploy(stack, logged(TASKS));
      await measure(stack, { ...options, seconds: Math.min(1, options.seconds) }); // warm: code compiled, statements prepared
      await report(stack, options);
    } finally {
      await stack.stop();
    }
  }
}

interface Measured {
  readonly tasks: number;
  readonly seconds: number;
}

let started = 0;

/** Starts instances for a while, then waits until the last task is done. */
async function measure(stack: Stack, { seconds, connections }: { seconds: number; connections: number }): Promise<Measured> {
  const begunAt = performance.now();
  const load = await drive({
    url: `${stack.url}/Execution/start`,
    body: START,
    connections: Math.ceil(connections / 8),
    seconds,
  });
  started += load.requests;
  if ((await untilCompleted(stack, 'logged', started, 300_000)) === undefined) throw new Error('not all tasks were done');
  return { tasks: load.requests * TASKS, seconds: (performance.now() - begunAt) / 1000 };
}

async function report(stack: Stack, options: { seconds: number; connections: number }): Promise<void> {
  const before = { cpu: stack.cpu(), series: await seriesOf(stack) };
  const { tasks, seconds } = await measure(stack, options);
  const after = { cpu: stack.cpu(), series: await seriesOf(stack) };
  const perSecond = tasks / seconds;
  line(stack.name);
  line(
    `  ${perSecond.toFixed(0)} log tasks/s (${tasks} in ${seconds.toFixed(1)} s); the target of ${TARGET} is ${perSecond >= TARGET ? 'reached' : 'not reached'}`,
  );
  const cpu = Object.entries(after.cpu).map(
    ([name, used]) => `${name} ${(((used - (before.cpu[name] ?? 0)) / tasks) * 1000).toFixed(2)}`,
  );
  line(`  CPU per task, ms: ${cpu.join('  ')}`);
  const grew = (name: string) => (after.series.get(name) ?? 0) - (before.series.get(name) ?? 0);
  const mean = (name: string) => grew(`${name}_sum`) / grew(`${name}_count`);
  const whole = mean('service_activity_duration_milliseconds');
  const claimed = mean('service_custom_task_duration_milliseconds');
  line(
    `  time per task, ms: ${whole.toFixed(1)} from job to completion = ${(whole - claimed).toFixed(1)} until claimed + ${claimed.toFixed(1)} plugin, hand-over, queue and commit`,
  );
  started = 0;
}

/** Sums and counts of the process that carries tasks out: of runs, and of service tasks as the engine sees them. */
async function seriesOf(stack: Stack): Promise<ReadonlyMap<string, number>> {
  const text = await workerMetrics(stack);
  const sums = new Map<string, number>();
  for (const row of text.split('\n')) {
    const found =
      /^(service_custom_task_duration_\w+)\{[^}]*\} (\S+)$/.exec(row) ??
      /^(service_activity_duration_\w+)\{[^}]*activity_type="ServiceTask"[^}]*\} (\S+)$/.exec(row);
    if (found !== null) sums.set(found[1] as string, (sums.get(found[1] as string) ?? 0) + Number(found[2]));
  }
  return sums;
}

const line = (text: string) => process.stdout.write(`${text}\n`);
