import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import pg from 'pg';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/redis.ts';

// tier all: starts ten processes

const PLUGIN = fileURLToPath(new URL('../../support/recording-plugin.mjs', import.meta.url));

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
    const child = spawn(process.execPath, commandLine(...operands), {
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
    it(`stops waiting immediately, with 0, when the ${operands[0]} still waits for Redis and must stop`, async () => {
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

  /** The lines 7042 of a start that has to end with 1, and no line that calls it a bug. */
  async function refusalOf(verb: string, url: string): Promise<string> {
    const run = spawned([verb], { DATABASE_URL: url });
    const [code] = await run.ended;
    expect(code).to.equal(1);
    expect(run.output).not.to.contain('"eventId":7030');
    const lines = run.output.split('\n').filter((line) => line.includes('"eventId":7042'));
    expect(lines).to.have.length(1);
    const { Key, Reason } = JSON.parse(lines[0] ?? '{}');
    expect(Key).to.equal('DATABASE_URL');
    return Reason;
  }

  for (const verb of ['api', 'migrate', 'projector:rebuild', 'start']) {
    it(`names DATABASE_URL and not its password when the server lets the ${verb} not in`, async () => {
      const stranger = new URL(database.url);
      stranger.username = 'stranger';
      stranger.password = 'hush-1234';
      const reason = await refusalOf(verb, stranger.href);
      expect(reason)
        .to.match(/^names a database that cannot be used: .*stranger/)
        .and.not.contain('hush-1234');
    });
  }

  it('names DATABASE_URL when there is no such database', async () => {
    const url = new URL(database.url);
    url.pathname = '/is_not_there';
    expect(await refusalOf('worker', url.href)).to.equal(
      'names a database that cannot be used: database "is_not_there" does not exist',
    );
  });

  it('names DATABASE_URL when the user may make no tables', async () => {
    const empty = await createTestDatabase({ isMigrated: false });
    const admin = new pg.Client({ connectionString: empty.url });
    await admin.connect();
    await admin.query(`create role guest_of_test login password 'guest'`);
    try {
      const url = new URL(empty.url);
      url.username = 'guest_of_test';
      url.password = 'guest';
      expect(await refusalOf('migrate', url.href)).to.match(/cannot be used: permission denied for schema public/);
    } finally {
      await admin.query('drop role guest_of_test');
      await admin.end();
      await empty.drop();
    }
  });
});
