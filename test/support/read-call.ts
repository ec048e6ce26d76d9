import { readArguments } from '../../src/cli/read-arguments.ts';
import { VERBS } from '../../src/cli/run-words.ts';
import type { Call } from '../../src/cli/verb-declaration.ts';

/** Parses the words of a command line into the call of their command. Throws an error with the reason if they are invalid. */
// biome-ignore lint/suspicious/noExplicitAny: the test knows which verb it names
export function readCall(...words: readonly string[]): Call<any, any> {
  const read = readArguments(words, Object.values(VERBS));
  if (read.kind !== 'run') throw new Error(read.kind === 'wrong' ? read.reason : 'help was asked for');
  const openNone = () => {
    throw new Error('nothing is sent here');
  };
  const { action, operands, options, order } = read.call;
  return { action, operands, options, order, isJson: false, printsJson: false, openApi: openNone, findApi: openNone };
}
