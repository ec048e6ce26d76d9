import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { findRedis } from './redis.ts';

/**
 * `npm test`: brings the servers the tests need, runs every test, and ends with one line of totals.
 * Arguments narrow it down: folders below test/, for example `npm test -- unit golden`.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);
const root = join(import.meta.dirname, '..');
const KINDS = ['unit', 'property', 'golden', 'arch', 'int', 'race', 'contract', 'chaos'];
/** A test run that does not end by itself has left a handle open. Unit: ms. */
const LEAK_AFTER_MS = 10_000;

const redis = await findRedis(say);
if (redis === undefined)
  say(
    '\n!!! No Redis: REDIS_URL is not set, redis-server is not installed and may not be. Tests of the Redis backend are LEFT OUT.\n',
  );
else process.env['TEST_REDIS_URL'] = redis.url;

const mocha = new Mocha({ timeout: 20_000, forbidOnly: true, color: false, reporter: process.env['TEST_REPORTER'] ?? 'dot' });
for (const file of testFiles(process.argv.slice(2))) mocha.addFile(file);
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

function testFiles(wanted: readonly string[]): string[] {
  const kinds = wanted.length === 0 ? KINDS : wanted;
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
