import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { commandLine } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { get } from '../support/http/http-client.ts';

interface Run {
  /** lines of the log that are JSON */
  readonly lines: readonly Record<string, unknown>[];
  readonly errors: string;
  readonly exitCode: number | null;
}

/** Runs a verb until it ends, or until a line of the log is as wanted and the work is done. */
async function run(verb: string, env: Record<string, string>, work?: (url: string) => Promise<void>): Promise<Run> {
  const settings = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', ...env };
  const child = spawn(process.execPath, commandLine(verb), { env: settings, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  const ended = once(child, 'close');
  const started = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const url = /"Url":"(http:[^"]+)"/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const url = await Promise.race([started, ended]);
  if (typeof url === 'string') {
    await work?.(url);
    child.kill('SIGTERM');
  }
  const [exitCode] = await ended;
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return { lines: lines.map((line) => JSON.parse(line)), errors, exitCode };
}

describe('configuration (docs/contributing/spec/observability.md#configuration)', () => {
  let database: TestDatabase;
  let folder: string;
  before(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'sluice-settings-'));
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const refusals: readonly [env: Record<string, string>, key: string][] = [
    [{ DATABASE_URL: 'mysql://me:hush@db.example/x' }, 'DATABASE_URL'],
    [{ REDIS_URL: 'hush' }, 'REDIS_URL'],
    [{ Authentication__Authority: 'http://hush.example' }, 'Authentication:Authority'],
    [{ RateLimiting__Read__Window: '0' }, 'RateLimiting:Read:Window'],
    [{ engine__plaintasks: 'hush' }, 'Engine:PlainTasks'],
    [{}, 'DATABASE_URL'],
  ];
  for (const [env, key] of refusals) {
    it(`ends the start-up with log 7042 that names ${key}, and no value, when it is ${Object.keys(env).length === 0 ? 'missing' : 'wrong'}`, async () => {
      const { lines, errors, exitCode } = await run('api', env);
      const line = lines.find(({ eventId }) => eventId === 7042);
      expect(line).to.include({ level: 'Critical', Key: key });
      expect(line?.['Reason']).to.be.a('string');
      expect(JSON.stringify(lines) + errors).not.to.contain('hush');
      expect(exitCode).to.equal(1);
    });
  }

  // slow: a process of the service starts and ends
  it('reads the file of CONFIG_FILE, lets the environment win, and shows which keys no one reads', async () => {
    const file = join(folder, 'settings.json');
    const limits = { Read: { PermitLimit: 3 }, Polling: { PermitLimit: 9 } };
    await writeFile(file, JSON.stringify({ RateLimiting: limits, Engine: { PlainTask: 'pass' }, DATABASE_URL: database.url }));
    const env = { CONFIG_FILE: file, RATELIMITING__POLLING__PERMITLIMIT: '7', Engine__SnapshotEvery: '5' };
    const { errors, exitCode } = await run('api', env, async (url) => {
      const policyOf = async (path: string) => (await get(url, path)).headers['ratelimit-policy'];
      expect(await policyOf('/Definitions')).to.match(/^"Read"; q=3; w=60/);
      expect(await policyOf('/Instances/11111111-2222-4333-8444-555555555555/state')).to.match(/^"Polling"; q=7; w=60/);
    });
    expect(errors).to.contain('configuration: engine:plaintask is not a setting of Sluice; did you mean Engine:PlainTasks?\n');
    expect(errors).to.contain('configuration: Engine:SnapshotEvery has no effect');
    expect(exitCode).to.equal(0);
  });

  // slow: a process of the service starts and ends
  it('warns that counters are not shared when limits are configured without REDIS_URL', async () => {
    const env = { DATABASE_URL: database.url, RateLimiting__Read__Window: '5' };
    const { lines } = await run('api', env);
    expect(lines.find(({ eventId }) => eventId === 7034)).to.include({ level: 'Warning', Reason: 'REDIS_URL is not set' });
    expect(lines.find(({ eventId }) => eventId === 7033)).to.include({ level: 'Error' });
  });
});
