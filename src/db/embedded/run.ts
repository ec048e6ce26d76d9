import { spawn } from 'node:child_process';
import { processEnvironment } from '../../platform/config/environment.ts';
import type { Account } from './account.ts';

export interface Finished {
  readonly exitCode: number | null;
  /** standard output and standard error, at most the last 4,000 characters */
  readonly output: string;
}

/** Environment variables for the programs of Postgres, without the secrets of the service. */
const PASSED_ON = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
const OUTPUT_LIMIT = 4000;

/**
 * Runs a program to its end as the given account, in a separate session, so that Ctrl-C on this terminal does not reach it. Rejects only if the
 * program cannot be started.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  account: Account | undefined,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-OUTPUT_LIMIT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    // not `close`: a server that the program has started may keep the pipes open
    child.on('exit', (exitCode) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ exitCode, output: output.trim() });
      });
    });
  });
}

function programEnvironment(): NodeJS.ProcessEnv {
  const ours = processEnvironment();
  const passed = PASSED_ON.flatMap((name) => (ours[name] === undefined ? [] : [[name, ours[name]] as const]));
  return { ...Object.fromEntries(passed), LC_ALL: 'C', TZ: 'UTC' };
}
