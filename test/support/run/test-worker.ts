import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { compiledPath, compileTests } from './compile.ts';
import type { TestFile } from './files.ts';
import type { FileResult, FromWorker, TestState, ToWorker, WorkerOptions } from './messages.ts';

/** Runs test files one after the other: a worker process, and a new one when it breaks. */
export interface TestWorker {
  /** Runs a file; a worker that breaks or falls silent is a failure of the file. */
  run(file: TestFile): Promise<FileResult>;
  /** Ends the worker. Returns what it left behind, if anything. */
  end(): Promise<string | undefined>;
  /** Ends the worker and everything it started, now. */
  kill(signal: NodeJS.Signals): void;
}

export interface TestWorkerOptions extends WorkerOptions {
  /** environment of the worker in addition to that of this process */
  readonly env: Readonly<Record<string, string>>;
  readonly onTest: (state: TestState) => void;
}

const WORKER = compiledPath(join(import.meta.dirname, 'worker.ts'));
/** No test and no hook takes so long: the worker hangs. */
const SILENCE_MS = 6 * 60_000;

export function openTestWorker(options: TestWorkerOptions): TestWorker {
  let worker: ChildProcess | undefined;
  return {
    async run(file) {
      worker = isRunning(worker) ? worker : await startWorker(options);
      return runIn(worker, file, options);
    },
    async end() {
      if (!isRunning(worker)) return undefined;
      let leak: string | undefined;
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'leak')
          leak = `a test left handles open: ${message.resources.join(', ')}
`;
      });
      const ended = once(worker, 'exit');
      worker.send({ type: 'end' } satisfies ToWorker);
      const [code, signal] = await ended;
      killGroup(worker, 'SIGKILL');
      return leak ?? (code === 0 ? undefined : `a worker ended with ${code ?? signal} after its last file\n`);
    },
    kill(signal) {
      if (worker !== undefined) killGroup(worker, signal);
    },
  };
}

async function startWorker({ env, onTest: _, ...options }: TestWorkerOptions): Promise<ChildProcess> {
  await compileTests();
  // its own group: whatever its tests started can be ended with it
  const worker = fork(WORKER, [JSON.stringify(options)], {
    execArgv: [...process.execArgv.filter((flag) => flag.startsWith('--cpu-prof')), '--enable-source-maps'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const [message] = (await Promise.race([once(worker, 'message'), once(worker, 'exit')])) as [FromWorker | number | null];
  if (typeof message !== 'object' || message?.type !== 'ready')
    throw new Error(`a test worker ended at its start with ${message}`);
  return worker;
}

/** Sends the file to the worker and waits for its result, its end, or too long a silence. */
function runIn(worker: ChildProcess, file: TestFile, { onTest }: TestWorkerOptions): Promise<FileResult> {
  const begun = performance.now();
  const counts = { passed: 0, failed: 0, leftOut: 0 };
  return new Promise((resolve) => {
    let silence = setTimeout(giveUp, SILENCE_MS);
    let broke = '';
    worker.on('message', hear);
    worker.once('exit', broken);
    worker.send({ type: 'run', file: file.path } satisfies ToWorker);

    function hear(message: FromWorker): void {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      if (message.type === 'test') {
        counts[message.state] += 1;
        onTest(message.state);
      } else if (message.type === 'file') done(message.result);
    }
    function giveUp(): void {
      broke = `nothing happened for ${SILENCE_MS / 60_000} minutes`;
      killGroup(worker, 'SIGKILL');
    }
    function broken(code: number | null, signal: NodeJS.Signals | null): void {
      const why = broke || `its process ended with ${code ?? signal}`;
      const told = `${file.name}: ${why} after ${counts.passed + counts.failed} tests\n`;
      const failures = [told, ...Array.from({ length: counts.failed }, () => `${file.name}: a test that failed before that\n`)];
      killGroup(worker, 'SIGKILL');
      const { passed, leftOut } = counts;
      done({ file: file.path, passed, leftOut, failures, slow: [], tookMs: Math.round(performance.now() - begun), cpuMs: 0 });
    }
    function done(result: FileResult): void {
      clearTimeout(silence);
      worker.off('message', hear);
      worker.off('exit', broken);
      resolve(result);
    }
  });
}

function isRunning(worker: ChildProcess | undefined): worker is ChildProcess {
  return worker !== undefined && worker.exitCode === null && worker.signalCode === null && worker.connected;
}

/** Ends a worker and the programs it started, if there are any left. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // no process is left in the group
  }
}
