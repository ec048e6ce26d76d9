// Packs one part of the service as a separate package, with its types and without the service and its packages. The tarball has the name of the
// service, so that a project imports the same whichever of the two it has installed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { root } from './freshness.mjs';

/**
 * Builds, packs into the folder that the command line names, and prints the path of the tarball.
 * @param {object} part
 * @param {string} part.name what follows `sluice/` in imports
 * @param {() => Record<string, string>} part.files by the path below the root, where they lie in the package; asked after the build
 * @param {{ types: string, default: string }} part.entry
 * @param {string} part.description
 * @param {string} part.readme
 */
export function packPart({ name, files, entry, description, readme }) {
  build();
  const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = mkdtempSync(join(tmpdir(), `sluice-${name}-package-`));
  try {
    for (const [from, to] of Object.entries({ ...files(), LICENSE: 'LICENSE', NOTICE: 'NOTICE' })) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      copyFileSync(join(root, from), join(folder, to));
    }
    const exports = { [`./${name}`]: entry, './package.json': './package.json' };
    const manifest = { name: 'sluice', version, description, license, private: true, type: 'module', engines, exports };
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), readme);
    const destination = resolve(process.argv[2] ?? '.');
    mkdirSync(destination, { recursive: true });
    const packed = spawnSync('npm', ['pack', '--json'], { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
    if (packed.status !== 0) throw new Error(packed.stderr);
    const [{ filename }] = JSON.parse(packed.stdout);
    // in another folder than the tarball of the service, which would have the same name
    const target = join(destination, filename.replace('sluice-', `sluice-${name}-`));
    copyFileSync(join(folder, filename), target);
    process.stdout.write(`${target}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
