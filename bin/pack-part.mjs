// Packs one part of the service as a separate package: `npm run pack:client`, `pack:plugin` or `pack:feel`, each with `-- <folder>`. The tarball has
// the name of the service, so that a project imports the same whichever of the two it has installed.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from './build.mjs';
import { root } from './freshness.mjs';

/** The compiled files of a folder of src, by where they lie in the package. Outputs of removed sources are left out. */
function compiled(folder) {
  const names = readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(
      (path) => /\.(?:js|d\.ts)$/.test(path) && existsSync(join(root, 'src', folder, path.replace(/\.(?:js|d\.ts)$/, '.ts'))),
    );
  return Object.fromEntries(names.map((path) => [`dist/${folder}/${path}`, path]));
}

/**
 * By what follows `sluice/` in imports. `files`: by the path below the root, where they lie in the package; asked after the build.
 * `dependencies`: packages of the service that the part imports.
 */
const PARTS = {
  client: {
    files: () => compiled('client'),
    entry: { types: './index.d.ts', default: './index.js' },
    description: 'The client of the API of Sluice, and the worker loop, without the service.',
    readme: `# sluice/client

The client of the API of Sluice for Node 20 and newer, and for browsers: every operation with its types, repeats that do no harm, reads that show what was
written, lists row by row, and workers. It has no dependencies and holds no service. Install it from the tarball. Sluice is not in the npm registry.

\`\`\`js
import { openClient } from 'sluice/client';

const sluice = openClient({ url: 'http://localhost:8080' });
const { WorkflowInstanceId } = await sluice.start({ WorkflowId: 'order', Variables: { quantity: 4 } });
const worker = sluice.work('quote', async ({ input }) => ({ price: input.quantity * 3 }));
process.once('SIGTERM', () => worker.stop());
\`\`\`
`,
  },
  plugin: {
    files: () => ({ 'dist/plugins/plugin.js': 'plugin.js', 'dist/plugins/plugin.d.ts': 'plugin.d.ts' }),
    entry: { types: './plugin.d.ts', default: './plugin.js' },
    description: 'What a plugin of Sluice imports: its functions and types, without the service.',
    readme: `# sluice/plugin

What a plugin of Sluice imports: \`definePlugin\`, \`response\`, \`TaskFailure\`, and the types. It has no dependencies and holds no service; the plugin host brings
the service, and its own copy of this. Install it from the tarball. Sluice is not in the npm registry.
`,
  },
  feel: {
    files: () => compiled('expressions/feel'),
    entry: { types: './index.d.ts', default: './index.js' },
    description: 'FEEL, the expression language of DMN 1.3 to 1.5.',
    readme: readFileSync(join(root, 'src', 'expressions', 'feel', 'README.md'), 'utf8'),
    dependencies: ['decimal.js', 'lru-cache', 'luxon'],
  },
};

const [name = '', destination = '.'] = process.argv.slice(2);
if (!Object.hasOwn(PARTS, name)) {
  process.stderr.write(`Usage: node bin/pack-part.mjs ${Object.keys(PARTS).join('|')} [<folder>]\n`);
  process.exit(2);
}
const { files, entry, description, readme, dependencies = [] } = PARTS[name];
build();
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), `sluice-${name}-package-`));
try {
  for (const [from, to] of Object.entries({ ...files(), LICENSE: 'LICENSE', NOTICE: 'NOTICE' })) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(join(root, from), join(folder, to));
  }
  const manifest = {
    name: 'sluice',
    version: own.version,
    description,
    license: own.license,
    private: true,
    type: 'module',
    engines: own.engines,
    exports: { [`./${name}`]: entry, './package.json': './package.json' },
    ...(dependencies.length > 0 && {
      dependencies: Object.fromEntries(dependencies.map((each) => [each, own.dependencies[each]])),
    }),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme);
  mkdirSync(destination, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--json'], { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  if (packed.status !== 0) throw new Error(packed.stderr);
  const [{ filename }] = JSON.parse(packed.stdout);
  // next to the tarball of the service, which would have the same name
  const target = join(resolve(destination), filename.replace('sluice-', `sluice-${name}-`));
  copyFileSync(join(folder, filename), target);
  process.stdout.write(`${target}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
