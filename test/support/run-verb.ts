import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandLine } from './command-line.ts';

const execute = promisify(execFile);

/** How a verb of the command line has ended. */
export interface EndedVerb {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `sluice` with these words to its end, in a process that knows PATH and `env` only. */
export function runVerb(words: readonly string[], env: Readonly<Record<string, string>> = {}, cwd?: string): Promise<EndedVerb> {
  const { PATH = '' } = process.env;
  return execute(process.execPath, commandLine(...words), { env: { PATH, ...env }, ...(cwd !== undefined && { cwd }) }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  );
}
