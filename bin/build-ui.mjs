// Builds the browser part of the UI when it is missing or older than its sources. Run by `npm ci` (prepare) and `npm run build:ui`;
// a start command runs it in the background, so that the service is ready without waiting for it.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { isNewerThan, root } from './freshness.mjs';

const brotli = promisify(brotliCompress);
const target = join(root, 'dist', 'ui', 'web');
const stamp = join(target, '.built');
const vite = join(root, 'node_modules', 'vite', 'package.json');
const web = join(root, 'src', 'ui', 'web');
const sources = [
  web,
  ...['src/ui/wire', 'src/engine', 'bin/vite.config.mjs', 'package-lock.json'].map((path) => join(root, path)),
];

/** Whether there is something to build, and something to build it with: an installed package or an image brings the result. */
export function needsUiBuild() {
  return existsSync(vite) && existsSync(web) && (!existsSync(stamp) || isNewerThan(stamp, sources));
}

/** Builds into a new folder while the old pages are served, then replaces them. Rejects if the sources have errors. */
export async function buildUi({ force = false, isQuiet = false } = {}) {
  if (!(force && existsSync(vite)) && !needsUiBuild()) return;
  const { build } = await import('vite');
  const fresh = join(root, 'dist', 'ui', `web-${process.pid}`);
  try {
    await build({
      configFile: join(root, 'bin', 'vite.config.mjs'),
      build: { outDir: fresh },
      logLevel: isQuiet ? 'warn' : 'info',
    });
    await compress(join(fresh, 'assets'));
    writeFileSync(join(fresh, '.built'), '');
    replace(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Starts the build in a separate process if the sources have changed; the caller does not wait for it. */
export function buildUiInBackground() {
  if (!needsUiBuild()) return;
  process.stderr.write('The pages of the UI are being built; they appear in some seconds.\n');
  const command = [fileURLToPath(import.meta.url), '--quiet'];
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  child.on('error', () => {}); // the pages stay as they are
  child.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW); // the service comes first
  } catch {
    // a system that does not allow it, or a child that has ended
  }
}

/** Texts as browsers take them best, made once: they are the first load, and compressing them so well takes too long to do for each request. */
async function compress(folder) {
  const texts = readdirSync(folder).filter((name) => /\.(?:js|css)$/.test(name));
  await Promise.all(
    texts.map(async (name) => writeFileSync(join(folder, `${name}.br`), await brotli(readFileSync(join(folder, name))))),
  );
}

function replace(fresh) {
  const before = `${fresh}-before`;
  mkdirSync(target, { recursive: true });
  renameSync(target, before);
  renameSync(fresh, target);
  rmSync(before, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildUi({ force: process.argv.includes('--force'), isQuiet: process.argv.includes('--quiet') });
}
