import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { VerbRefusal } from '../wrong-arguments.ts';

/** Prompts at the terminal without an echo. Throws {@link VerbRefusal} for an empty answer. */
export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const stopping = new AbortController();
  terminal.once('SIGINT', () => stopping.abort());
  terminal.once('close', () => stopping.abort());
  try {
    return (await terminal.question('', { signal: stopping.signal })).trim();
  } catch {
    throw new VerbRefusal('nothing was given, nothing is kept');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
