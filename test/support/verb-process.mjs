import { main } from '../../dist/cli/main.js';

/**
 * Runs one verb after the other for run-verb.ts, so that not each of them waits for the start of a process. Each gets its environment and its
 * folder, and leaves no connection behind. The mark, with the exit code, is the last line of both outputs.
 */
const FETCH = Symbol.for('undici.globalDispatcher.1');

process.on('message', async ({ words, env, cwd, mark }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  await main(words);
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  process.removeAllListeners('SIGINT');
  process.stdout.removeAllListeners('error');
  await closeConnections();
  for (const stream of [process.stdout, process.stderr]) stream.write(`${mark} ${code}\n`);
});
process.on('disconnect', () => process.exit());

/** As the end of a process does. A connection that is kept could be closed by its server just when the next verb uses it. */
async function closeConnections() {
  const used = globalThis[FETCH];
  if (used === undefined) return;
  globalThis[FETCH] = new used.constructor();
  await used.destroy();
}
