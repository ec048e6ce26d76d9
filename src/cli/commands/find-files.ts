import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { textOfFile } from '../../platform/file-text.ts';
import { VerbRefusal } from '../arguments.ts';

/** `name`: path relative to the given folder, with slashes; for a given file, its base name. */
export interface FoundFile {
  readonly name: string;
  readonly content: string;
}

export const MODEL = /\.(?:bpmn|bpmn20\.xml)$/i;

const TAKEN = /\.(?:bpmn|bpmn20\.xml|dmn|form|html|js|groovy|feel)$/i;

/** Folders that are not searched. */
const SKIPPED = /^(?:\..*|node_modules)$/;

/** A deploy accepts 51 files, so a folder with more is probably the wrong one. */
const MAX_FILES = 200;

/** A path cannot be read, or its files cannot be deployed. */
export class WrongFiles extends VerbRefusal {
  constructor(message: string) {
    super(message, 2);
  }
}

/**
 * Reads files in the order of `paths`. Of a folder, reads only files that a deploy accepts, also in sub-folders, sorted by name. Rejects with {@link
 * WrongFiles} if a path cannot be read or there are more than MAX_FILES.
 */
export async function findFiles(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const path of paths) {
    try {
      const isFolder = (await stat(path)).isDirectory();
      const names = isFolder ? await namesIn(path, '') : [basename(path)];
      for (const name of names) found.push({ name, content: await contentOf(isFolder ? join(path, name) : path) });
    } catch (error) {
      if (error instanceof WrongFiles) throw error;
      throw new WrongFiles(`${path}: ${(error as Error).message}`);
    }
    if (found.length > MAX_FILES) throw new WrongFiles(`more than ${MAX_FILES} files: a deploy takes 51`);
  }
  return found;
}

async function namesIn(folder: string, below: string): Promise<string[]> {
  const names: string[] = [];
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) names.push(...(await namesIn(folder, name)));
    else if (entry.isFile() && TAKEN.test(entry.name)) names.push(name);
    if (names.length > MAX_FILES) throw new WrongFiles(`${folder} has more than ${MAX_FILES} files: a deploy takes 51`);
  }
  return names;
}

async function contentOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  try {
    return textOfFile(path, bytes);
  } catch (error) {
    throw new WrongFiles(`${path}: ${(error as Error).message}`);
  }
}
