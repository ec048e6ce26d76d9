import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../../src/db/embedded/start.ts';
import { openPool } from '../../../../src/db/pool.ts';
import { silentLog } from '../../../../src/platform/log.ts';
import { retry } from '../../../../src/platform/retry.ts';
import { copyDataFolder } from '../../../support/data-folder.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));

describe('the embedded Postgres', () => {
  let folder: string;
  let dataDir: string;
  let running: EmbeddedPostgres | undefined;
  let holder: ChildProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-embedded-'));
    await chmod(folder, 0o755);
    dataDir = join(folder, 'data');
  });
  afterEach(async () => {
    holder?.kill('SIGKILL');
    holder = undefined;
    // Whatever a test left running is adopted, then stopped.
    running ??= await startEmbeddedPostgres({ dataDir, log: silentLog });
    await running.stop();
    running = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  async function start(): Promise<EmbeddedPostgres> {
    running = await startEmbeddedPostgres({ dataDir, log: silentLog });
    return running;
  }
  async function startHolder(): Promise<{ port: number; adopted: boolean; firstStart: boolean }> {
    holder = spawn(process.execPath, ['--import', 'tsx', HOLDER, dataDir], { stdio: ['pipe', 'pipe', 'ignore'] });
    const refused = once(holder, 'exit').then(() => {
      throw new Error('the holder ended');
    });
    const [line] = await Promise.race([once(createInterface({ input: holder.stdout! }), 'line'), refused]);
    refused.catch(() => {});
    return JSON.parse(String(line));
  }
  async function killHolder(): Promise<void> {
    const exited = once(holder!, 'exit');
    holder?.kill('SIGKILL');
    await exited;
  }
  async function query(url: string, text: string): Promise<unknown[]> {
    const pool = openPool(url, { max: 1, applicationName: 'embedded test' });
    try {
      return (await pool.query(text)).rows;
    } finally {
      await pool.end();
    }
  }
  async function postmasterPid(): Promise<number> {
    return Number((await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  it('keeps its data when it is stopped and started again', async () => {
    const first = await start();
    expect([first.firstStart, first.adopted]).to.deep.equal([true, false]);
    await query(first.url, 'create table kept as select 1 as n');
    await first.stop();
    const second = await start();
    expect([second.firstStart, second.adopted]).to.deep.equal([false, false]);
    expect(await query(second.url, 'select n from kept')).to.deep.equal([{ n: 1 }]);
  });

  it('leaves nothing running when it is stopped', async () => {
    await copyDataFolder(dataDir);
    const postgres = await start();
    await Promise.all([postgres.stop(), postgres.stop()]);
    const refusal = await query(postgres.url, 'select 1').catch((error: NodeJS.ErrnoException) => error.code);
    expect(refusal).to.equal('ECONNREFUSED');
    expect(await readdir(join(dataDir, 'pg'))).not.to.contain('postmaster.pid');
  });

  it('keeps its password from others when it makes one', async () => {
    const postgres = await start();
    const file = join(dataDir, 'pg-password');
    expect((await stat(file)).mode & 0o077).to.equal(0);
    expect(postgres.url).to.contain((await readFile(file, 'utf8')).trim());
    const other = postgres.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
    const refusal = await query(other, 'select 1').catch((error: Error) => error.message);
    expect(refusal).to.contain('password authentication failed');
  });

  it('is refused with the process that holds the folder when it is started a second time', async () => {
    await copyDataFolder(dataDir);
    await startHolder();
    const error = await startEmbeddedPostgres({ dataDir, log: silentLog }).catch((reason: Error) => reason);
    expect((error as Error).message).to.contain(
      `The data folder ${dataDir} is already used by another Sluice process (process id ${holder?.pid})`,
    );
    await killHolder();
  });

  it('adopts the server on its port when the process that started it was killed', async () => {
    await copyDataFolder(dataDir);
    const left = await startHolder();
    await killHolder();
    const postgres = await start();
    expect([postgres.adopted, postgres.port]).to.deep.equal([true, left.port]);
    expect(await query(postgres.url, 'select 1 as n')).to.deep.equal([{ n: 1 }]);
  });

  it('recovers what was committed when the server and its process were killed', async () => {
    await copyDataFolder(dataDir);
    const url = (await start()).url;
    await query(url, 'create table kept as select 1 as n');
    await running?.stop();
    running = undefined;
    await startHolder();
    const pid = await postmasterPid();
    await killHolder();
    process.kill(pid, 'SIGKILL');
    expect(await query((await start()).url, 'select n from kept')).to.deep.equal([{ n: 1 }]);
  });

  it('comes back on the same port by itself when the server is killed', async () => {
    await copyDataFolder(dataDir);
    const postgres = await start();
    await query(postgres.url, 'create table kept as select 1 as n');
    process.kill(await postmasterPid(), 'SIGKILL');
    const rows = await retry(() => query(postgres.url, 'select n from kept'), {
      firstDelayMs: 50,
      maxDelayMs: 200,
      maxAttempts: 50,
    });
    expect(rows).to.deep.equal([{ n: 1 }]);
  });

  it('starts when the pid file names a process that is something else', async () => {
    await copyDataFolder(dataDir);
    await (await start()).stop();
    const folder = join(dataDir, 'pg');
    await writeFile(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n1\n5999\n\n127.0.0.1\n`);
    expect(await query((await start()).url, 'select 1 as n')).to.deep.equal([{ n: 1 }]);
  });

  it('lets one in and refuses the other when two processes start at the same time', async () => {
    const here = startEmbeddedPostgres({ dataDir, log: silentLog }).catch(() => undefined);
    const there = await startHolder().catch(() => undefined);
    running = await here;
    expect([running, there].filter((one) => one !== undefined)).to.have.lengthOf(1);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('pg.init'))).to.deep.equal([]);
    if (there !== undefined) await killHolder();
  });
});
