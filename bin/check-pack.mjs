// Before a package is packed: compiles, builds the pages, drops output whose source is gone, and refuses to pack without dist/. What
// `npm pack` and an install from git run (prepack).
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildUi } from './build-ui.mjs';
import { root } from './freshness.mjs';

build();
await buildUi({ isQuiet: true });
for (const needed of [
  'dist/api/docs-page/swagger-ui.css',
  'dist/cli/main.js',
  'dist/client/index.d.ts',
  'dist/plugins/plugin.d.ts',
  'dist/testing/index.d.ts',
  'dist/ui/web/.built',
]) {
  if (existsSync(join(root, needed))) continue;
  process.stderr.write(`There is no ${needed}: run \`npm ci\` first, so that there is a compiler to make it.\n`);
  process.exit(1);
}
dropOrphans();

/** A module that was renamed or removed leaves its old output behind. */
function dropOrphans() {
  const dist = join(root, 'dist');
  for (const file of readdirSync(dist, { recursive: true })) {
    const [, module] = /^(?!ui\/web\/|api\/docs-page\/)(.+?)(?:\.d\.ts|\.js|\.js\.map)$/.exec(file.replaceAll('\\', '/')) ?? [];
    if (module !== undefined && !existsSync(join(root, 'src', `${module}.ts`))) rmSync(join(dist, file));
  }
}
