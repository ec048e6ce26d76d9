import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { buildUi } from '../../bin/build-ui.mjs';
import { findChromium } from './find-chromium.ts';
import { hasHelm } from './manifests/helm.ts';
import { hasNginx, installNginx } from './nginx.ts';
import { hasPgbouncer, installPgbouncer } from './pgbouncer.ts';
import { findRedis, startRedis, type TestRedis } from './redis.ts';
import { readArguments, type Wanted } from './run/arguments.ts';
import { findTestFiles, type TestFile, type Tier } from './run/files.ts';
import { runInWorkers } from './run/plan.ts';
import { busyText } from './run/processor-time.ts';
import { dots, type RanFile, sayFailures, saySlowTests, sayTimes } from './run/report.ts';
import { openTestWorker, type TestWorker } from './run/test-worker.ts';
import { secondsOf, writeTimes } from './run/times.ts';
import { makeScratch } from './scratch.ts';

/**
 * `npm test`: starts the servers that the tests need, runs the test files of a tier side by side in worker processes, reports where the time
 * went, and ends with one line of totals. Options: test/README.md.
 */
const say = (text: string) => void process.stdout.write(`${text}\n`);
const FEW = 3;
/** Largest size of the databases of all tests. */
const ENOUGH_BYTES = 6 * 1024 ** 3;
/** This many files are worth a worker more. */
const FILES_OF_A_WORKER = 3;

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2), process.env);
  const chosen = findTestFiles(wanted.places).filter(({ tier }) => isWanted(tier, wanted.tier));
  const files = narrowedByOnly(await withoutMissingBrowser(chosen), wanted.forbidsOnly);
  const deploys = files.some(({ name }) => name.startsWith('test/int/deploy/'));
  if (deploys && !hasNginx() && !installNginx(say))
    say('\n!!! No nginx: it is not installed and may not be. Tests of deploy/nginx.conf are LEFT OUT.\n');
  if (deploys && !hasPgbouncer() && !installPgbouncer(say))
    say('\n!!! No PgBouncer: it is not installed and may not be. Tests of the service behind a pooler are LEFT OUT.\n');
  if (deploys && !hasHelm)
    say('\n!!! No helm: `go install helm.sh/helm/v3/cmd/helm@v3.17.3` makes one. Tests of the rendered chart are LEFT OUT.\n');
  const jobs = Math.max(1, Math.min(wanted.jobs, Math.ceil(files.length / FILES_OF_A_WORKER)));
  const redis = await openRedis(jobs);
  const scratch = await makeScratch(ENOUGH_BYTES);
  try {
    return await runWith(files, wanted, jobs, redis, scratch);
  } finally {
    for (const server of redis) await server.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The tier `all` has every file; without a tier, the places alone decide. */
function isWanted(tier: Tier, wanted: Tier | undefined): boolean {
  return wanted === undefined || wanted === 'all' || tier === wanted;
}

/** Returns the exit code. */
async function runWith(
  files: readonly TestFile[],
  { tier, grep, timeoutMs, forbidsOnly, writesTimes, reporter: named }: Wanted,
  jobs: number,
  redis: readonly TestRedis[],
  scratch: string,
): Promise<number> {
  const reporter = named ?? (files.length <= FEW || grep !== undefined ? 'spec' : undefined);
  const onTest = reporter === undefined ? dots((text) => process.stdout.write(text)) : () => {};
  const workers = Array.from({ length: jobs }, (_, index) => {
    const env = { TMPDIR: scratch, TEST_TIER: tier ?? '', ...redisEnv(redis[index % redis.length]) };
    return openTestWorker({ grep, reporter, timeoutMs, forbidsOnly, env, onTest });
  });
  const ran: RanFile[] = [];
  const complaints: string[] = [];
  endWith(workers, redis, scratch, (signal) => sayResults(ran, [...complaints, `the run was interrupted by ${signal}\n`]));
  const run = async (testFile: TestFile, worker: number) => {
    const result = await workers[worker]!.run(testFile);
    ran.push({ ...result, testFile });
  };
  const endOfWorker = async (worker: number) => {
    const complaint = await workers[worker]!.end();
    if (complaint !== undefined) complaints.push(complaint);
  };
  await runInWorkers(files, jobs, secondsOf, run, endOfWorker);
  if (writesTimes) writeTimes(ran);
  return sayResults(ran, complaints);
}

/** Returns the exit code. */
function sayResults(ran: readonly RanFile[], complaints: readonly string[]): number {
  const total = (of: (file: RanFile) => number) => ran.reduce((sum, file) => sum + of(file), 0);
  sayTimes(ran, say);
  saySlowTests(ran, say);
  say(`\n${busyText(performance.now() / 1000)}`);
  sayFailures(ran, complaints, say);
  const leftOut = total((file) => file.leftOut);
  const passed = total((file) => file.passed);
  const failed = total((file) => file.failures.length) + complaints.length;
  say('');
  if (passed + failed === 0) say('No test has such a name.');
  if (leftOut > 0) say(`${leftOut} left out`);
  say(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** A Redis for each worker: started ones, or a given one that is shared. Without one, the run lists the skipped tests. */
async function openRedis(count: number): Promise<TestRedis[]> {
  const first = await findRedis(say);
  if (first === undefined) {
    say(
      '\n!!! No Redis: REDIS_URL is not set, redis-server is not installed and may not be. Tests of the Redis backend are LEFT OUT.\n',
    );
    return [];
  }
  if (first.pid === undefined) return [first];
  return [first, ...(await Promise.all(Array.from({ length: count - 1 }, startRedis)))];
}

function redisEnv(redis: TestRedis | undefined): Record<string, string> {
  return redis === undefined ? {} : { TEST_REDIS_URL: redis.url };
}

/** Tests in a browser need one, and the pages built. */
async function withoutMissingBrowser(files: readonly TestFile[]): Promise<readonly TestFile[]> {
  if (!files.some(({ kind }) => kind === 'browser')) return files;
  const path = findChromium(say);
  if (path !== undefined) {
    process.env['CHROMIUM_PATH'] = path;
    await buildUi({ isQuiet: true });
    return files;
  }
  say('\n!!! No Chromium: CHROMIUM_PATH is not set, none is installed and none may be. Tests in a browser are LEFT OUT.\n');
  return files.filter(({ kind }) => kind !== 'browser');
}

/** Without CI, `.only` limits the whole run; with CI, mocha rejects it in the file. */
function narrowedByOnly(files: readonly TestFile[], forbidsOnly: boolean): readonly TestFile[] {
  const only = files.filter(({ hasOnly }) => hasOnly);
  if (forbidsOnly || only.length === 0) return files;
  say(`\n!!! .only stands in ${only.map(({ name }) => name).join(', ')}: nothing else runs.\n`);
  return only;
}

/** Workers are in separate process groups: a signal to this process does not reach them automatically. Prints the output so far. */
function endWith(
  workers: readonly TestWorker[],
  servers: readonly TestRedis[],
  scratch: string,
  sayTheRest: (signal: string) => void,
): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      for (const worker of workers) worker.kill('SIGTERM');
      for (const server of servers) void server.stop();
      rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
      sayTheRest(signal);
      process.exit(1);
    });
  }
}
