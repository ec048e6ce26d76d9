import { findFiles, MODEL, WrongFiles } from '../cli/commands/deploy.ts';
import type { TextFile } from './api.ts';
import { CannotBeDone } from './refusals.ts';
import type { WorldFiles } from './made-decisions.ts';

/** Reads what was named; of folders what a deploy takes of them. */
export async function readFiles(given: readonly (string | TextFile)[]): Promise<WorldFiles> {
  const files: TextFile[] = [];
  for (const one of given) {
    if (typeof one === 'string') files.push(...(await onDisk(one)));
    else if (typeof one?.name === 'string' && typeof one.text === 'string') files.push({ name: one.name, text: one.text });
    else throw new CannotBeDone('files are paths, or objects with a name and a text');
  }
  const isModel = ({ name }: TextFile) => MODEL.test(name) || /\.xml$/i.test(name);
  return { models: files.filter(isModel), beside: files.filter((file) => !isModel(file)) };
}

async function onDisk(path: string): Promise<TextFile[]> {
  try {
    return (await findFiles([path])).map(({ name, content }) => ({ name, text: content }));
  } catch (error) {
    throw error instanceof WrongFiles ? new CannotBeDone(error.message) : error;
  }
}
