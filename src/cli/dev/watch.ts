import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that nobody means, and that are large. */
const SKIPPED = /^(?:\..*|node_modules)$/;
/** More files than this are no folder of models. */
const MOST_FILES = 5000;

/**
 * Says whether something below the paths is other than when it was asked last, and has come to rest: a file that is being written is not looked at
 * half. At first everything is new. Asks the file system each time, so it works on shared folders and in containers too, where no notice comes.
 */
export function changesOf(paths: readonly string[]): () => Promise<boolean> {
  let told: string | undefined;
  let before: string | undefined;
  return async () => {
    const now = (await Promise.all(paths.map((path) => marksOf(path, [])))).flat().join('\n');
    const isAtRest = told === undefined || now === before;
    before = now;
    if (!isAtRest || now === told) return false;
    told = now;
    return true;
  };
}

async function marksOf(path: string, marks: string[]): Promise<readonly string[]> {
  if (marks.length > MOST_FILES) return marks;
  try {
    const found = await stat(path);
    if (!found.isDirectory()) marks.push(`${path} ${found.mtimeMs} ${found.size}`);
    else {
      marks.push(path);
      const names = (await readdir(path)).filter((name) => !SKIPPED.test(name)).sort();
      for (const name of names) await marksOf(join(path, name), marks);
    }
  } catch {
    // it went away meanwhile, and that is a change too
  }
  return marks;
}
