#!/usr/bin/env node
// The part of `npm run` and `npx` that the pages use. Commands of Sluice run; commands that would not end and scripts of the checkout only need to
// exist, because other tests run them.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const STAYS = new Set(['start', 'api', 'worker', 'projector', 'ui', 'plugin-host']);
const [tool, ...words] = process.argv.slice(2);

function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
if (tool === 'npx' && words[0] === 'mocha') {
  const tests = readdirSync(join(ROOT, 'test'), { recursive: true }).map((path) => `test/${path.replaceAll('\\', '/')}`);
  for (const pattern of words.slice(1))
    if (!tests.some((path) => asRegExp(pattern).test(path))) fail(`no test is named ${pattern}`);
} else if (tool === 'npx' && words[0] === 'sluice') {
  runVerb(words.slice(1));
} else if (tool === 'npm') {
  const [name = '', ...operands] = words.filter((word) => !['run', '-s', '--'].includes(word));
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (!Object.hasOwn(scripts, name)) fail(`package.json has no script ${name}`);
  const isVerb = scripts[name].startsWith('node bin/sluice.mjs');
  if (isVerb && (!STAYS.has(name) || process.env.PAGE_SHOWS_OUTPUT === 'true')) runVerb([name, ...operands]);
} else fail(`the pages know no ${tool} ${words[0]}`);

function asRegExp(pattern) {
  const plain = pattern.replaceAll('.', '\\.').replaceAll('**/', '<folders>').replaceAll('*', '[^/]*');
  return new RegExp(`^${plain.replaceAll('<folders>', '(?:.+/)?')}$`);
}

function runVerb(operands) {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'test', 'support', 'run-cli.mjs'), ...operands], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}
