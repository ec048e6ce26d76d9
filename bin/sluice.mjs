#!/usr/bin/env node
// The one command of the product: compiles when the sources are newer, then runs the verb given.
import { existsSync } from 'node:fs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Sluice needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}
const compiler = new URL('./build.mjs', import.meta.url);
if (existsSync(compiler)) {
  (await import(compiler.href)).build();
  const showsPages = ['start', 'ui'].includes(process.argv[2]);
  if (showsPages) (await import(new URL('./build-ui.mjs', import.meta.url).href)).buildUiInBackground();
}
if (!existsSync(new URL('../dist/cli/main.js', import.meta.url))) {
  process.stderr.write('Sluice is not compiled here: run `npm ci` in its folder first.\n');
  process.exit(1);
}
const { main } = await import('../dist/cli/main.js');
await main(process.argv.slice(2));
