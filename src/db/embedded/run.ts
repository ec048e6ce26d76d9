import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../platform/config/config.ts';
import { processEnvironment } from '../../platform/config/environment.ts';

/** Runs the Postgres server. Undefined: the account of this program. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Undefined if this program does not run as root. Postgres rejects root, so root uses the account `postgres`, or else the one without permissions. Throws
 * ConfigError if neither exists.
 */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new ConfigError(
    'DATABASE_URL',
    'is absent, and the embedded database needs an account postgres or nobody when started by root',
  );
}

export interface Finished {
  readonly exitCode: number | null;
  /** both streams, at most the last 4,000 characters */
  readonly output: string;
}

/** Environment variables for the programs of Postgres. The others may contain secrets of the service. */
const PASSED_ON = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
const OUTPUT_LIMIT = 4000;

/**
 * Runs a program in a separate session, so that Ctrl-C in this terminal does not stop it. Resolves also if the exit code is not 0. Rejects only if it cannot
 * be started.
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
