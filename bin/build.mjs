// Compiles src/ to dist/ when dist/ is missing or older than the sources. Run by `npm ci` (prepare) and, as a fallback, by every start command.
// The browser part of the UI has a separate build (build-ui.mjs); started as a program, this file runs both.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
    giveTurn();
  }
}

/** Roles that start at the same moment compile once: the others wait, then look again. */
function takeTurn() {
  try {
    writeFileSync(turn, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const waited = new Int32Array(new SharedArrayBuffer(4));
    // on a machine that does much else it takes minutes
    for (let i = 0; i < 6000 && holder() === 'lives'; i++) Atomics.wait(waited, 0, 0, 100);
    if (holder() !== 'nobody') giveTurn(); // left behind by a compiler that was killed
    return false;
  }
}

function holder() {
  try {
    const pid = Number(readFileSync(turn, 'utf8'));
    if (pid > 0) process.kill(pid, 0); // 0: it is being written
    return 'lives';
  } catch ({ code }) {
    if (code === 'ENOENT') return 'nobody';
    return code === 'EPERM' ? 'lives' : 'dead';
  }
}

function giveTurn() {
  rmSync(turn, { recursive: true, force: true });
}

function compile(compiler) {
  const done = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit', cwd: root });
  if (done.status !== 0) {
    giveTurn();
    process.exit(done.status ?? 1);
  }
  copyViewer();
  bundleTelemetry();
  writeFileSync(stamp, '');
}

/** Files of the API page (src/api/endpoints/service/docs.ts). An installation does not need their package. */
function copyViewer() {
  const folder = join(root, 'dist', 'api', 'docs-page');
  mkdirSync(folder, { recursive: true });
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    copyFileSync(join(root, 'node_modules', 'swagger-ui-dist', name), join(folder, name));
}

/** Bundles OpenTelemetry into the module that exports its parts: its packages take 28 MiB, and the bundle less than one. */
function bundleTelemetry() {
  const file = join(root, 'dist', 'platform', 'telemetry', 'otlp-sdk.js');
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  const format = { bundle: true, platform: 'node', target: 'node20', format: 'esm', mainFields: ['module', 'main'] };
  // packages in CommonJS ask for modules of Node
  const js = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);";
  buildSync({
    ...format,
    banner: { js },
    entryPoints: [file],
    outfile: file,
    allowOverwrite: true,
    minify: true,
    logLevel: 'error',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force');
  build({ force });
  await buildUi({ force });
}
