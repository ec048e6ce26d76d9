// Compiles src/ to dist/ when dist/ is missing or older than the sources. Run by `npm ci` (prepare) and, as a net, by every start command.
// The browser part of the UI has a build of its own (build-ui.mjs); run by itself, this file does both.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildUi } from './build-ui.mjs';
import { isNewerThan, root } from './freshness.mjs';

const stamp = join(root, 'dist', '.built');
const turn = join(root, '.building');

/** Compiles if needed. Exits with the compiler's status when it fails. */
export function build({ force = false } = {}) {
  const source = join(root, 'src');
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  if (!existsSync(source) || !existsSync(compiler)) return; // an installed package or a runtime image: dist/ came with it
  const isFresh = () => existsSync(stamp) && !isNewerThan(stamp, [source], join(source, 'ui', 'web'));
  if (!force && isFresh()) return;
  if (!takeTurn()) return build();
  try {
    compile(compiler);
  } finally {
    rmdirSync(turn);
  }
}

/** Roles that start at the same moment compile once: the others wait, then look again. */
function takeTurn() {
  try {
    mkdirSync(turn);
    return true;
  } catch {
    const waited = new Int32Array(new SharedArrayBuffer(4));
    for (let i = 0; i < 300 && existsSync(turn); i++) Atomics.wait(waited, 0, 0, 100);
    if (existsSync(turn)) rmdirSync(turn); // left behind by a compiler that was killed
    return false;
  }
}

function compile(compiler) {
  const done = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit', cwd: root });
  if (done.status !== 0) {
    rmdirSync(turn);
    process.exit(done.status ?? 1);
  }
  writeFileSync(stamp, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force');
  build({ force });
  await buildUi({ force });
}
