import type { VerbDeclaration } from '../declaration.ts';
import type { CompletionCall } from './declaration.ts';
import { findNextWords } from './next-words.ts';
import { SCRIPTS } from './scripts.ts';

/** `sluice completion`: a script for a shell, and what it asks for. */
export async function runCompletion(
  { action, operands }: CompletionCall,
  verbs: Readonly<Record<string, VerbDeclaration>>,
): Promise<undefined> {
  if (action !== 'words') {
    process.stdout.write(SCRIPTS[action]);
    return;
  }
  const next = findNextWords(operands, verbs);
  const { asks } = next;
  const isPath = asks === 'file' || asks === 'folder';
  // loads modules only when needed, because a shell waits for this
  const asked = asks === undefined || isPath ? [] : await (await import('./ask.ts')).askedWords(asks, next);
  const lines = [...next.words.map(({ text, about }) => (about === '' ? text : `${text}\t${about}`)), ...asked];
  lines.push(isPath ? `:${asks}` : ':');
  // ends also with a request that is still running
  process.stdout.write(`${lines.join('\n')}\n`, () => process.exit(0));
}
