// Loads the entry of a thread when the product runs from its TypeScript sources. Loader flags do not reach worker threads on Node 20, and a loader in
// each thread costs two seconds of processor time. So the entry is bundled once; the bundle is made again when one of its files has changed.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Below node_modules, so that bare imports of the bundle are found. */
const FOLDER = join(ROOT, 'node_modules', '.cache', 'sluice-threads');

/** @param {URL} entry a module in TypeScript */
export async function importBundled(entry) {
  const path = fileURLToPath(entry);
  const bundle = join(FOLDER, `${basename(path, '.ts')}.mjs`);
  if (!isCurrent(bundle)) await makeBundle(path, bundle);
  await import(pathToFileURL(bundle).href);
}

/** The first line of a bundle is a comment with its files and their times. */
function isCurrent(bundle) {
  try {
    const text = readFileSync(bundle, 'utf8');
    return JSON.parse(text.slice(2, text.indexOf('\n'))).every(([path, time]) => timeOf(path) === time);
  } catch {
    return false;
  }
}

/** A module finds files, such as entries of worker threads, next to its source and not next to the bundle. */
const WHERE_IT_IS = {
  name: 'where-it-is',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
    }));
  },
};

async function makeBundle(path, bundle) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    absWorkingDir: ROOT,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [WHERE_IT_IS],
  });
  const files = Object.keys(metafile.inputs).map((name) => [name, timeOf(name)]);
  mkdirSync(FOLDER, { recursive: true });
  // a rename, because other threads may read the bundle at this moment
  const part = `${bundle}.${process.pid}.${threadId}`;
  writeFileSync(part, `//${JSON.stringify(files)}\n${outputFiles[0].text}`);
  renameSync(part, bundle);
}

function timeOf(name) {
  return statSync(join(ROOT, name)).mtimeMs;
}
