// `npm run dev`: the whole service from its sources on the embedded database, started again at every change, and its pages with reload in the
// browser. Further operands go to the start command; settings come from the environment as always.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildUi } from './build-ui.mjs';
import { root } from './freshness.mjs';

const module = (...path) => join(root, 'node_modules', ...path);
const run = (...operands) => spawn(process.execPath, operands, { cwd: root, stdio: 'inherit' });

await buildUi({ isQuiet: true }); // output of the UI server that the address with reload replaces
const children = [
  run(
    ...[module('tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', '--include', 'migrations/*.sql'],
    ...[join('bin', 'from-sources.mjs'), 'start', ...process.argv.slice(2)],
  ),
  run(module('vite', 'bin', 'vite.js'), '--config', join('bin', 'vite.config.mjs'), '--clearScreen', 'false'),
];

// The terminal sends Ctrl-C to the children too; other signals reach only this process. It ends last, because the service stops its database first.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => stop('SIGTERM'));
for (const child of children) child.once('exit', () => stop('SIGTERM'));

function stop(signal) {
  for (const child of children) child.kill(signal);
}
