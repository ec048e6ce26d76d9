import { ChildProcess } from 'node:child_process';
import { relative } from 'node:path';
import { format } from 'node:util';
import fc from 'fast-check';
import Mocha from 'mocha';
import { collectEnds } from '../end-of-run.ts';
import { compiledPath } from './compile.ts';
import type { FileResult, FromWorker, SlowTest, ToWorker, WorkerOptions } from './messages.ts';
import { leaveOutWithShards } from './with-shards.ts';

/**
 * One worker of `npm test`: runs the files it is sent, one after the other, each under its own mocha. What the files share (modules, a
 * Postgres, a browser) lives as long as the worker.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions;
const SLOW_MS = 3000;
const closeShared = collectEnds();
/** The same random cases in each run; the nightly run chooses others. */
fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) });
const { Base } = Mocha.reporters as unknown as { Base: BaseReporter };

/** The parts of mocha's reporters that its types leave out. */
interface BaseReporter {
  new (runner: Mocha.Runner, options?: object): object;
  consoleLog: (...parts: unknown[]) => void;
  list(failures: readonly Mocha.Runnable[]): void;
}

/** Handles that kept the process busy after each file, to find the file that left one open. */
const busyAfter: { readonly file: string; readonly resources: ReadonlySet<string> }[] = [];

const send = (message: FromWorker) => process.send?.(message);

process.on('message', (message: ToWorker) => {
  if (message.type === 'end') void end();
  else void runFile(message.file).then((result) => send({ type: 'file', result }));
});
// the runner was killed: whatever runs here ends with it
process.on('disconnect', () => process.kill(-process.pid, 'SIGTERM'));
send({ type: 'ready' });
/** The worker's own: the channel to the runner. */
const ownResources = new Set(process.getActiveResourcesInfo());

async function runFile(file: string): Promise<FileResult> {
  const begun = performance.now();
  const cpu = process.cpuUsage();
  process.env['TEST_FILE'] = file;
  const failed: Mocha.Runnable[] = [];
  const { grep, reporter, timeoutMs, forbidsOnly } = options;
  const slow: SlowTest[] = [];
  let counts = { passed: 0, leftOut: 0, failures: [] as string[] };
  try {
    const mocha = new Mocha({
      timeout: timeoutMs,
      forbidOnly: forbidsOnly,
      color: false,
      reporter: reportTo(failed, slow, reporter),
    });
    if (grep !== undefined) mocha.grep(new RegExp(grep));
    mocha.addFile(compiledPath(file));
    await mocha.loadFilesAsync();
    if (Number(process.env['TEST_SHARDS'] ?? 1) > 1) {
      const unknown = leaveOutWithShards(mocha.suite, relative(process.cwd(), file));
      if (unknown.length > 0) throw new Error(`with-shards.ts lists tests that do not exist: ${unknown.join(', ')}`);
    }
    const stats = await new Promise<Mocha.Stats>((resolve) => {
      const runner = mocha.run(() => resolve(runner.stats as Mocha.Stats));
    });
    counts = { passed: stats.passes, leftOut: stats.pending, failures: failed.map(inFull) };
    mocha.dispose();
  } catch (error) {
    counts.failures.push(`the file could not be run:\n     ${format(error)}\n`);
  }
  const { user, system } = process.cpuUsage(cpu);
  busyAfter.push({ file, resources: new Set(process.getActiveResourcesInfo()) });
  return { file, ...counts, slow, tookMs: Math.round(performance.now() - begun), cpuMs: Math.round((user + system) / 1000) };
}

/** A reporter that sends the end of every test, collects failures and slow tests, and prints as `name` does when one is given. */
function reportTo(failed: Mocha.Runnable[], slow: SlowTest[], name: string | undefined): Mocha.ReporterConstructor {
  return class extends Base {
    constructor(runner: Mocha.Runner, reporterOptions: Mocha.MochaOptions) {
      super(runner, reporterOptions);
      runner.on('pass', (test) => {
        if ((test.duration ?? 0) > SLOW_MS) slow.push({ title: test.fullTitle(), tookMs: test.duration ?? 0 });
        send({ type: 'test', state: 'passed' });
      });
      runner.on('pending', () => send({ type: 'test', state: 'leftOut' }));
      runner.on('fail', (test) => {
        failed.push(test);
        send({ type: 'test', state: 'failed' });
      });
      if (name !== undefined) printAs(name, runner, reporterOptions);
    }
  } as unknown as Mocha.ReporterConstructor;
}

/** The named reporter without its summary: the runner prints one for all workers. */
function printAs(name: string, runner: Mocha.Runner, reporterOptions: Mocha.MochaOptions): void {
  const Chosen = (Mocha.reporters as unknown as Record<string, BaseReporter | undefined>)[name];
  if (Chosen === undefined) throw new Error(`there is no reporter ${name}`);
  class Quiet extends Chosen {
    epilogue(): void {}
  }
  new Quiet(runner, reporterOptions);
}

/** A failure as mocha would list it, without its number. */
function inFull(test: Mocha.Runnable): string {
  const lines: string[] = [];
  const print = Base.consoleLog;
  Base.consoleLog = (...parts) => void lines.push(format(...parts));
  try {
    Base.list([test]);
  } finally {
    Base.consoleLog = print;
  }
  return lines.join('\n').trim().replace(/^1\) /, '');
}

async function end(): Promise<void> {
  await closeShared();
  setTimeout(() => {
    const left = [...new Set(process.getActiveResourcesInfo())].filter((resource) => !ownResources.has(resource));
    send({ type: 'leak', resources: [...left.map((resource) => `${resource} since ${beginOf(resource)}`), ...programsLeft()] });
    process.exit(1);
  }, options.leakAfterMs ?? 10_000).unref();
  // an open channel would keep the process alive; without a reference it can still report a leak
  process.channel?.unref();
}

/** The file after which a kind of resource never went away again. */
function beginOf(resource: string): string {
  const without = busyAfter.findLastIndex(({ resources }) => !resources.has(resource));
  return busyAfter[without + 1]?.file ?? 'the end of the last file';
}

/** Returns the running programs. The list of handles is not a documented part of Node, but no other list contains them. */
function programsLeft(): string[] {
  const { _getActiveHandles: handles } = process as unknown as { _getActiveHandles?: () => object[] };
  return (handles?.() ?? [])
    .filter((handle) => handle instanceof ChildProcess)
    .map(({ spawnargs }) => spawnargs.join(' ').slice(0, 200));
}
