import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startEmbeddedPostgres } from '../../../../src/db/embedded/start.ts';
import { silentLog } from '../../../../src/platform/log.ts';
import { retry } from '../../../../src/platform/retry.ts';
import { copyDataFolder } from '../../../support/data-folder.ts';
import { FolderUnderTest, queryOnce } from './folder-under-test.ts';

describe('the embedded Postgres', () => {
  let under: FolderUnderTest;
  beforeEach(async () => {
    under = await FolderUnderTest.open();
  });
  afterEach(() => under.close());

  // slow: makes a data folder and starts a Postgres twice
  it('keeps its password from others when it makes one, and its data when it is stopped and started again', async () => {
    const first = await under.start();
    expect([first.firstStart, first.adopted]).to.deep.equal([true, false]);
    const file = join(under.dataDir, 'pg-password');
    expect((await stat(file)).mode & 0o077).to.equal(0);
    expect(first.url).to.contain((await readFile(file, 'utf8')).trim());
    const other = first.url.replace(/:[0-9a-f]{48}@/, ':wrong@');
    const refusal = await queryOnce(other, 'select 1').catch((error: Error) => error.message);
    expect(refusal).to.contain('password authentication failed');
    await queryOnce(first.url, 'create table kept as select 1 as n');
    await first.stop();
    const second = await under.start();
    expect([second.firstStart, second.adopted]).to.deep.equal([false, false]);
    expect(await queryOnce(second.url, 'select n from kept')).to.deep.equal([{ n: 1 }]);
  });

  // slow: starts and stops a Postgres
  it('leaves nothing running when it is stopped', async () => {
    await copyDataFolder(under.dataDir);
    const postgres = await under.start();
    await Promise.all([postgres.stop(), postgres.stop()]);
    const refusal = await queryOnce(postgres.url, 'select 1').catch((error: NodeJS.ErrnoException) => error.code);
    expect(refusal).to.equal('ECONNREFUSED');
    expect(await readdir(join(under.dataDir, 'pg'))).not.to.contain('postmaster.pid');
  });

  // slow: copies a data folder and starts a Postgres
  it('is refused with the process that holds the folder when it is started a second time', async () => {
    await copyDataFolder(under.dataDir);
    await under.startHolder();
    const error = await startEmbeddedPostgres({ dataDir: under.dataDir, log: silentLog }).catch((reason: Error) => reason);
    expect((error as Error).message).to.contain(
      `The data folder ${under.dataDir} is already used by another Sluice process (process id ${under.holder?.pid})`,
    );
    await under.killHolder();
  });

  it('adopts the server on its port when the process that started it was killed', async () => {
    await copyDataFolder(under.dataDir);
    const left = await under.startHolder();
    await under.killHolder();
    const postgres = await under.start();
    expect([postgres.adopted, postgres.port]).to.deep.equal([true, left.port]);
    expect(await queryOnce(postgres.url, 'select 1 as n')).to.deep.equal([{ n: 1 }]);
  });

  it('comes back on the same port automatically when the server is killed', async () => {
    await copyDataFolder(under.dataDir);
    const postgres = await under.start();
    await queryOnce(postgres.url, 'create table kept as select 1 as n');
    process.kill(await under.postmasterPid(), 'SIGKILL');
    const rows = await retry(() => queryOnce(postgres.url, 'select n from kept'), {
      firstDelayMs: 50,
      maxDelayMs: 200,
      maxAttempts: 600,
    });
    expect(rows).to.deep.equal([{ n: 1 }]);
  });
});
