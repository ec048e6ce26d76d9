import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { commandLine } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/redis.ts';

// tier all: starts ten processes and waits for what they do not log; takes 23 s

const PLUGIN = fileURLToPath(new URL('../../support/recording-plugin.mjs', import.meta.url));
const ROLES = [['api'], ['ui'], ['worker'], ['projector'], ['plugin-host', PLUGIN]];

/** A silence can only be heard by waiting: in that time it tries again. */
const SOME_ATTEMPTS_MS = 2500;

describe('a role from its first moment', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  const children: ChildProcess[] = [];
  before(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  after(() => database.drop());

  async function started(operands: readonly string[], env: Record<string, string>) {
    const port = String(await freePort());
    const ports = { HOST: '127.0.0.1', PORT: port, UI_PORT: port, METRICS_PORT: port };
    const child = spawn(process.execPath, commandLine(...operands), {
      env: { PATH: process.env['PATH'] ?? '', ...ports, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(child);
    const run = { child, output: '', url: `http://127.0.0.1:${port}`, ended: once(child, 'close') };
    child.stdout.on('data', (chunk: Buffer) => {
      run.output += chunk.toString('utf8');
    });
    return run;
  }
  const text = async (url: string) => {
    const answer = await fetch(url);
    return `${answer.status} ${await answer.text()}`;
  };
  const outageLines = (output: string) => output.split('\n').filter((line) => /"eventId":70(?:17|44)/.test(line));
  const closed = async () => `127.0.0.1:${await freePort()}`;

  for (const operands of ROLES) {
    const [role = ''] = operands;

    it(`is alive and reports that it waits for the database when the ${role} has none, with one line of log`, async () => {
      const run = await started(operands, { DATABASE_URL: `postgres://x@${await closed()}/x` });
      const ready = () => text(`${run.url}/ready`).catch(() => '');
      await eventually('what it waits for', async () => (await ready()) === '503 Not ready: postgres', { withinMs: 30_000 });
      expect(await text(`${run.url}/health`)).to.equal('200 Healthy');
      expect(await text(`${run.url}/alive`)).to.equal('200 Healthy');
      await eventually('its line', () => outageLines(run.output).length > 0);
      await setTimeout(SOME_ATTEMPTS_MS);
      expect(outageLines(run.output)).to.have.length(1);
    });
  }

  for (const operands of ROLES.filter(([role]) => role === 'ui' || role === 'worker')) {
    it(`reports that it waits for the queue when the ${operands[0]} has no Redis`, async () => {
      const run = await started(operands, { DATABASE_URL: database.url, REDIS_URL: `redis://${await closed()}` });
      const ready = () => text(`${run.url}/ready`).catch(() => '');
      await eventually('what it waits for', async () => (await ready()) === '503 Not ready: queue', { withinMs: 30_000 });
      expect(await text(`${run.url}/health`)).to.equal('200 Healthy');
      await setTimeout(SOME_ATTEMPTS_MS);
      expect(outageLines(run.output)).to.have.length(1);
    });
  }

  it('reports that it waits for the migration, and serves early requests when it is there', async () => {
    const behind = await createTestDatabase({ isMigrated: false });
    try {
      const run = await started(['api'], { DATABASE_URL: behind.url });
      const ready = () => text(`${run.url}/ready`).catch(() => '');
      await eventually('what it waits for', async () => (await ready()) === '503 Not ready: migration', { withinMs: 30_000 });
      const early = text(`${run.url}/Definitions`);
      const migration = await started(['migrate'], { DATABASE_URL: behind.url });
      expect((await migration.ended)[0]).to.equal(0);
      expect(await early).to.match(/^200 \{"items":\[\]/);
      await eventually('readiness', async () => (await ready()) === '200 Ready', { withinMs: 30_000 });
    } finally {
      for (const child of children.splice(0)) child.kill('SIGKILL');
      await behind.drop();
    }
  });

  it('serves requests and is not ready while it drains, then ends', async () => {
    const run = await started(['api'], { DATABASE_URL: database.url, Engine__DrainSeconds: '3' });
    await eventually('readiness', async () => (await text(`${run.url}/ready`).catch(() => '')) === '200 Ready', {
      withinMs: 30_000,
    });
    run.child.kill('SIGTERM');
    await eventually('the drain', async () => (await text(`${run.url}/ready`)) === '503 Not ready: shutting down');
    const answer = await fetch(`${run.url}/Definitions`);
    expect([answer.status, answer.headers.get('connection')]).to.deep.equal([200, 'close']);
    expect((await run.ended)[0]).to.equal(0);
  });
});
