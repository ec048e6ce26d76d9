import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { commandLine } from '../../support/command-line.ts';
import { eventually } from '../../support/eventually.ts';

/** A `sluice dev` that runs. */
export interface Watching {
  readonly child: ChildProcess;
  /** Resolves with all output when the text is in it. */
  said(text: string | RegExp): Promise<string>;
}

export function startWatching(words: readonly string[], env: Readonly<Record<string, string>>): Watching {
  const child = spawn(process.execPath, commandLine('dev', ...words), {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    child,
    said: (text) =>
      eventually(`it says ${text}`, () => {
        if (child.exitCode !== null) throw new Error(`it has ended: ${output}`);
        return (typeof text === 'string' ? output.includes(text) : text.test(output)) ? output : undefined;
      }),
  };
}

/** In order: a plugin host ends with it. */
export async function endWatching(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
