import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/redis.ts';

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));
const PLUGIN = fileURLToPath(new URL('../../chaos/recording-plugin.mjs', import.meta.url));

describe('the start of a single role', () => {
  let database: TestDatabase;
  const children: ChildProcess[] = [];
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  after(() => database.drop());

  /** Starts a verb; `output` grows while it runs. */
  function spawned(operands: readonly string[], env: Record<string, string>) {
    const settings = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', UI_PORT: '0', METRICS_PORT: '0', ...env };
    const child = spawn(process.execPath, ['--import', 'tsx', RUN, ...operands], {
      env: settings,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    const run = { child, output: '', ended: once(child, 'close') };
    child.stdout.on('data', (chunk: Buffer) => {
      run.output += chunk.toString('utf8');
    });
    return run;
  }

  for (const operands of [['api'], ['worker'], ['ui'], ['plugin-host', PLUGIN]]) {
    it(`gives up at once, with 0, when the ${operands[0]} still waits for Redis and is told to stop`, async () => {
      const env = {
        DATABASE_URL: database.url,
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        Engine__ShutdownSeconds: '3000',
      };
      const run = spawned(operands, env);
      await eventually('it waits', () => run.output.includes('"eventId":7017'), { withinMs: 30_000 });
      run.child.kill('SIGTERM');
      const [code] = await run.ended;
      expect(code).to.equal(0);
      expect(run.output).to.contain('"Phase":"stopped"');
    });
  }
});
