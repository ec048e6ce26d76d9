import { type ChildProcess, execFile, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { commandLine } from './command-line.ts';
import { endWithUs } from './end-with-us.ts';

const execute = promisify(execFile);
const PROGRAM = new URL('./verb-process.mjs', import.meta.url);
/** Processes that wait for their next command. Each keeps some 60 MB. */
const MOST_IDLE = 2;

/** How a command of the command line has ended. */
export interface EndedVerb {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface VerbProcess {
  readonly child: ChildProcess;
  stdout: string;
  stderr: string;
  /** called with each part of the output */
  look: () => void;
}
const idle: VerbProcess[] = [];

/**
 * Runs `sluice` with these words to its end, in a process that knows PATH and `env` only. The process has run other commands before: a start takes
 * half a second of the processor. Commands at the same time have a process each.
 * @param heard called with the standard output so far, each time there is more of it
 */
export async function runVerb(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
  heard: (stdout: string) => void = () => {},
): Promise<EndedVerb> {
  if (needsOwnProcess(words)) return runVerbAlone(words, env, cwd);
  const { PATH = '' } = process.env;
  const own = idle.pop() ?? start();
  hold(own, true);
  const code = await ended(own, { words, env: { PATH, ...env }, cwd }, heard);
  const { stdout, stderr } = own;
  keep(own);
  return { code, stdout, stderr };
}

/** The same in a process that runs nothing else. */
export function runVerbAlone(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
): Promise<EndedVerb> {
  const { PATH = '' } = process.env;
  return execute(process.execPath, commandLine(...words), { env: { PATH, ...env }, cwd }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: stdout as string, stderr: stderr as string }),
  );
}

/** True for commands that change their process, or end it. */
function needsOwnProcess(words: readonly string[]): boolean {
  return (words[0] === 'completion' && words[1] === 'words') || words.includes('--no-color');
}

function start(): VerbProcess {
  commandLine(); // compiles what is not compiled
  const { PATH = '' } = process.env;
  const child = fork(PROGRAM, { env: { PATH }, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const own: VerbProcess = { child, stdout: '', stderr: '', look: () => {} };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      own[name] += text;
      own.look();
    });
  const forget = endWithUs(() => child.kill('SIGKILL'));
  child.once('exit', () => {
    forget();
    if (idle.includes(own)) idle.splice(idle.indexOf(own), 1);
  });
  return own;
}

/** Sends a command to a process. Resolves with its exit code, when both outputs have the mark or the process has ended. */
function ended(own: VerbProcess, verb: object, heard: (stdout: string) => void): Promise<number> {
  const mark = `--- end ${crypto.randomUUID()}`;
  const end = new RegExp(`${mark} (\\d+)\\n$`);
  own.stdout = own.stderr = '';
  return new Promise((resolve, reject) => {
    const close = (code: number | null, signal: string | null) => {
      if (code === null) reject(new Error(`the verb was ended by ${signal}: ${own.stderr}`));
      else resolve(code);
    };
    own.child.once('close', close);
    own.look = () => {
      heard(own.stdout);
      const code = end.exec(own.stdout)?.[1];
      if (code === undefined || !end.test(own.stderr)) return;
      own.child.off('close', close);
      own.stdout = own.stdout.replace(end, '');
      own.stderr = own.stderr.replace(end, '');
      resolve(Number(code));
    };
    own.child.send({ ...verb, mark });
  });
}

/** Puts a process back for the next command, and ends it when enough of them wait. */
function keep(own: VerbProcess): void {
  own.look = () => {};
  hold(own, false);
  if (!own.child.connected) return;
  if (idle.length < MOST_IDLE) idle.push(own);
  else own.child.disconnect();
}

/** Whether the process keeps this one alive. One that waits for its next command does not. */
function hold({ child }: VerbProcess, isHeld: boolean): void {
  const verb = isHeld ? 'ref' : 'unref';
  child[verb]();
  child.channel?.[verb]();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.[verb]();
}
