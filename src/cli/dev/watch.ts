import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders that are never watched, because they can be large. */
const SKIPPED = /^(?:\..*|node_modules)$/;
/** A folder with more files is not a folder of models. */
const MOST_FILES = 5000;

/**
 * Returns a function that reports whether a file below the paths has changed since its last call and is no longer being
 * written. The first call reports a change. It reads the file system each time, so it also works on network folders and in
 * containers, where file events are missing.
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
    // a file that was removed during the check is a change too
  }
  return marks;
}
