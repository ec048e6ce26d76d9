// Packs what authors of plugins need and nothing else: `sluice/plugin` with its types, without the service and its packages. The tarball has the
// name of the service, so that a project imports the same whichever of the two it has installed. `npm run pack:plugin -- <folder>`.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from './build.mjs';
import { root } from './freshness.mjs';

const FILES = {
  'dist/plugins/plugin.js': 'plugin.js',
  'dist/plugins/plugin.d.ts': 'plugin.d.ts',
  LICENSE: 'LICENSE',
  NOTICE: 'NOTICE',
};
const README = `# sluice/plugin

What a plugin of Sluice imports: \`definePlugin\`, \`response\`, \`TaskFailure\`, and the types. It has no dependencies and holds no service; the plugin host brings
the service, and its own copy of this. Install it from the tarball. Sluice is not in the npm registry.
`;

build();
const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'sluice-plugin-package-'));
try {
  for (const [from, to] of Object.entries(FILES)) copyFileSync(join(root, from), join(folder, to));
  const entry = { types: './plugin.d.ts', default: './plugin.js' };
  const description = 'What a plugin of Sluice imports: its functions and types, without the service.';
  const exports = { './plugin': entry, './package.json': './package.json' };
  const manifest = { name: 'sluice', version, description, license, private: true, type: 'module', engines, exports };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), README);
  const destination = resolve(process.argv[2] ?? '.');
  mkdirSync(destination, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--json'], { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  const [{ filename }] = JSON.parse(packed.stdout);
  // beside the tarball of the service, which would have the same name
  const target = join(destination, filename.replace('sluice-', 'sluice-plugin-'));
  copyFileSync(join(folder, filename), target);
  process.stdout.write(`${target}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
