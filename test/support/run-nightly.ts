import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

/**
 * `npm run test:nightly -- [--seed S] [--only campaign,simulation] [--list]`: the tests that measure time, then every campaign with a large count
 * and a new seed, one after the other. Prints one line per step and ends with a line of totals. Needs a quiet machine; takes about five hours.
 */
interface Step {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const say = (text: string) => void process.stdout.write(`${text}\n`);
const { values: given } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000) % 100_000_000) },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
if (!/^\d{1,8}$/.test(given.seed)) throw new Error(`--seed takes a whole number of at most 8 digits, not '${given.seed}'`);
const seed = given.seed;

const ALL: readonly Step[] = [
  { name: 'time', script: 'test', args: ['--tier', 'nightly', '--jobs', '1'] },
  { name: 'property', script: 'test', args: ['test/property/engine'], env: { PROPERTY_RUNS: '5000', PROPERTY_SEED: seed } },
  { name: 'race', script: 'test', args: ['test/race'], env: { PROPERTY_RUNS: '1000', PROPERTY_SEED: seed } },
  { name: 'simulation', script: 'simulate', args: ['--seeds', '10000', '--from', seed] },
  { name: 'simulation-shards', script: 'simulate', args: ['--seeds', '3000', '--shards', '2', '--from', seed] },
  { name: 'contract-shards', script: 'test', args: ['test/contract'], env: { TEST_SHARDS: '2' } },
  { name: 'fuzz', script: 'test', args: ['test/contract/fuzz.test.ts'], env: { FUZZ_REQUESTS: '20000', FUZZ_SEED: seed } },
  { name: 'hostile', script: 'hostile', args: ['--seed', seed] },
  { name: 'campaign', script: 'chaos', args: ['--minutes', '30', '--seed', seed, '--queue', 'redis'] },
  { name: 'campaign-postgres', script: 'chaos', args: ['--minutes', '30', '--seed', seed, '--queue', 'postgres'] },
  { name: 'feed', script: 'chaos:feed', args: ['--seed', seed] },
  { name: 'overload', script: 'overload', args: [] },
  { name: 'soak', script: 'soak', args: ['--minutes', '60', '--seed', seed] },
];
const names = given.only?.split(',') ?? ALL.map(({ name }) => name);
const unknown = names.filter((name) => !ALL.some((step) => step.name === name));
if (unknown.length > 0) throw new Error(`--only takes ${ALL.map(({ name }) => name).join(', ')}, not '${unknown.join(', ')}'`);

const commandOf = ({ script, args, env = {} }: Step) =>
  [...Object.entries(env).map(([name, value]) => `${name}=${value}`), 'npm run', script, '--', ...args].join(' ');
const steps = ALL.filter(({ name }) => names.includes(name));
if (given.list) for (const step of steps) say(`${step.name.padEnd(18)} ${commandOf(step)}`);
else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  const results: string[] = [];
  let failed = 0;
  for (const step of steps) {
    say(`\n== ${step.name}: ${commandOf(step)}`);
    const begun = performance.now();
    const code = await run(step);
    if (code !== 0) failed += 1;
    const seconds = Math.round((performance.now() - begun) / 1000);
    results.push(
      `${step.name.padEnd(18)} ${String(seconds).padStart(6)} s  ${code === 0 ? 'passed' : `FAILED: ${commandOf(step)}`}`,
    );
  }
  say(`\n${results.join('\n')}\n\n${steps.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function run({ script, args, env }: Step): Promise<number | null> {
  const child = spawn('npm', ['run', '--silent', script, '--', ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
