// Whether something that was built is older than what it was built from.
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Whether any of the files, or any file below the folders, was changed after the stamp was written. `skip`: a folder that does not count. */
export function isNewerThan(stamp, paths, skip) {
  const builtAt = statSync(stamp).mtimeMs;
  return paths.some((path) => newest(path, skip) > builtAt);
}

/** Newest modification time of a file, or below a folder. ms since epoch. */
function newest(path, skip) {
  const own = statSync(path);
  if (own.isFile()) return own.mtimeMs;
  let latest = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (inner !== skip) latest = Math.max(latest, newest(inner, skip));
  }
  return latest;
}
