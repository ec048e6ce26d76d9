import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { buildUi } from '../../bin/build-ui.mjs';
import { findChromium } from './find-chromium.ts';
import { hasNginx, installNginx } from './nginx.ts';
import { findRedis } from './redis.ts';

/**
 * `npm test`: brings the servers the tests need, runs every test, and ends with one line of totals.
 * Arguments narrow it down: folders below test/, for example `npm test -- unit golden`.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);
const root = join(import.meta.dirname, '..');
const KINDS = ['unit', 'property', 'golden', 'arch', 'int', 'race', 'contract', 'chaos', 'browser'];
/** A test run that does not end by itself has left a handle open. Unit: ms. */
const LEAK_AFTER_MS = 10_000;

const redis = await findRedis(say);
if (redis === undefined)
  say(
    '\n!!! No Redis: REDIS_URL is not set, redis-server is not installed and may not be. Tests of the Redis backend are LEFT OUT.\n',
  );
else process.env['TEST_REDIS_URL'] = redis.url;

const wanted = process.argv.length > 2 ? process.argv.slice(2) : KINDS;
const kinds = await withoutMissingBrowser(wanted);

if (kinds.some((kind) => kind.startsWith('int')) && !hasNginx() && !installNginx(say))
  say('\n!!! No nginx: it is not installed and may not be. Tests of deploy/nginx.conf are LEFT OUT.\n');

const mocha = new Mocha({ timeout: 20_000, forbidOnly: true, color: false, reporter: process.env['TEST_REPORTER'] ?? 'dot' });
for (const file of testFiles(kinds)) mocha.addFile(file);
await mocha.loadFilesAsync();
const stats = await new Promise<{ passes: number; failures: number; pending: number }>((resolve) => {
  const runner = mocha.run(() => resolve(runner.stats as never));
});
await redis?.stop();
if (stats.pending > 0) say(`${stats.pending} left out`);
say(`${stats.passes} passed, ${stats.failures} failed`);
process.exitCode = stats.failures === 0 ? 0 : 1;
setTimeout(() => {
  say(`A test left handles open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, LEAK_AFTER_MS).unref();

/** Tests in a browser need one, and the pages built. */
async function withoutMissingBrowser(wanted: readonly string[]): Promise<readonly string[]> {
  if (!wanted.some((kind) => kind.startsWith('browser'))) return wanted;
  const path = findChromium(say);
  if (path !== undefined) {
    process.env['CHROMIUM_PATH'] = path;
    await buildUi({ isQuiet: true });
    return wanted;
  }
  say('\n!!! No Chromium: CHROMIUM_PATH is not set, none is installed and none may be. Tests in a browser are LEFT OUT.\n');
  return wanted.filter((kind) => !kind.startsWith('browser'));
}

function testFiles(kinds: readonly string[]): string[] {
  return kinds
    .flatMap((kind) => filesBelow(join(root, kind)))
    .sort((a, b) => kinds.findIndex((k) => a.includes(`/${k}/`)) - kinds.findIndex((k) => b.includes(`/${k}/`)));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));
}
