import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeFailure } from './report.ts';
import { runSeeds } from './seed-range.ts';
import { type Result, simulate } from './simulate.ts';

/** `npm run simulate -- --seeds N [--from S] [--jobs J] [--shards 2]`, or `--seed S [--trace]` for one. lab/README.md explains it. */

/** Sums of a run; a child process sends them to its parent. */
interface Sums {
  readonly failed: Result[];
  seeds: number;
  events: number;
  /** processor time */
  processorMs: number;
  commands: number;
  instances: number;
}

const say = (text: string) => void process.stdout.write(`${text}\n`);
const MOST_DESCRIBED = 3;

const { values: given } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    shards: { type: 'string', default: '1' },
    trace: { type: 'boolean', default: false },
    part: { type: 'boolean', default: false },
  },
});

const options = { shards: wholeNumber('shards', given.shards) };
if (given.seed !== undefined) process.exitCode = await runOne(wholeNumber('seed', given.seed), given.trace);
else {
  const [from, count] = [wholeNumber('from', given.from), wholeNumber('seeds', given.seeds)];
  if (given.part) process.send?.(await runPart(from, count), () => process.disconnect());
  else process.exitCode = await runAll(from, count, Math.max(1, wholeNumber('jobs', given.jobs)));
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not '${text}'`);
  return Number(text);
}

async function runOne(seed: number, isTraced: boolean): Promise<number> {
  const result = await simulate(seed, isTraced ? { ...options, trace: say } : options);
  const { broken, eventCount, commandCount, instanceCount } = result;
  say(
    `seed ${seed}: ${eventCount} events, ${commandCount} commands, ${instanceCount} instances, ${broken.length} broken promises`,
  );
  if (broken.length > 0) say(isTraced ? broken.join('\n') : await describeFailure(result, options));
  return broken.length === 0 ? 0 : 1;
}

/** Shares the seeds among processes. */
async function runAll(from: number, count: number, jobs: number): Promise<number> {
  const begun = performance.now();
  const share = Math.ceil(count / jobs);
  const parts = Array.from({ length: jobs }, (_, n) => [from + n * share, Math.min(share, count - n * share)] as const);
  const all = await Promise.all(parts.filter(([, size]) => size > 0).map(([first, size]) => inChild(first, size)));
  const sum = (of: (sums: Sums) => number) => all.reduce((total, sums) => total + of(sums), 0);
  const failed = all.flatMap((sums) => sums.failed);
  for (const result of failed.slice(0, MOST_DESCRIBED)) say(`\n${await describeFailure(result, options)}`);
  if (failed.length > MOST_DESCRIBED)
    say(
      `\nfailed too: ${failed
        .slice(MOST_DESCRIBED, 50)
        .map(({ seed }) => seed)
        .join(' ')}`,
    );
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  say(
    `${sum(({ seeds }) => seeds)} seeds from ${from}: ${sum(({ commands }) => commands)} commands, ` +
      `${sum(({ instances }) => instances)} instances, ${sum(({ events }) => events)} events, ${failed.length} failed; ${seconds} s in ${all.length} processes, ` +
      `${(sum(({ processorMs }) => processorMs) / 1000).toFixed(0)} s of processor time`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function runPart(from: number, count: number): Promise<Sums> {
  const sums: Sums = { failed: [], seeds: 0, events: 0, processorMs: 0, commands: 0, instances: 0 };
  await runSeeds(
    from,
    count,
    (result) => {
      sums.seeds += 1;
      sums.events += result.eventCount;
      sums.commands += result.commandCount;
      sums.instances += result.instanceCount;
      if (result.broken.length > 0) sums.failed.push(result);
      return undefined;
    },
    options,
  );
  const { user, system } = process.cpuUsage();
  sums.processorMs = (user + system) / 1000;
  return sums;
}

function inChild(from: number, count: number): Promise<Sums> {
  const child = fork(fileURLToPath(import.meta.url), [
    '--part',
    '--shards',
    given.shards,
    '--from',
    String(from),
    '--seeds',
    String(count),
  ]);
  return new Promise((resolve, reject) => {
    child.once('message', (sums) => resolve(sums as Sums));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`a process of the simulation ended with ${code}`)));
  });
}
