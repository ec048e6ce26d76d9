// tier all: starts and kills six servers

import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { startEmbeddedPostgres } from '../../../../src/db/embedded/start.ts';
import { silentLog } from '../../../../src/platform/log.ts';
import { copyDataFolder } from '../../../support/data-folder.ts';
import { FolderUnderTest, queryOnce } from './folder-under-test.ts';

describe('the embedded Postgres after a crash, and next to another start', () => {
  let under: FolderUnderTest;
  beforeEach(async () => {
    under = await FolderUnderTest.open();
  });
  afterEach(() => under.close());

  it('recovers what was committed when the server and its process were killed', async () => {
    await copyDataFolder(under.dataDir);
    const url = (await under.start()).url;
    await queryOnce(url, 'create table kept as select 1 as n');
    await under.running?.stop();
    under.running = undefined;
    await under.startHolder();
    const pid = await under.postmasterPid();
    await under.killHolder();
    process.kill(pid, 'SIGKILL');
    expect(await queryOnce((await under.start()).url, 'select n from kept')).to.deep.equal([{ n: 1 }]);
  });

  it('starts when the pid file names a process that is something else', async () => {
    await copyDataFolder(under.dataDir);
    await (await under.start()).stop();
    const folder = join(under.dataDir, 'pg');
    await writeFile(join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n1\n5999\n\n127.0.0.1\n`);
    expect(await queryOnce((await under.start()).url, 'select 1 as n')).to.deep.equal([{ n: 1 }]);
  });

  it('lets one in and refuses the other when two processes start at the same time', async () => {
    const here = startEmbeddedPostgres({ dataDir: under.dataDir, log: silentLog }).catch(() => undefined);
    const there = await under.startHolder().catch(() => undefined);
    under.running = await here;
    expect([under.running, there].filter((one) => one !== undefined)).to.have.lengthOf(1);
    expect((await readdir(under.dataDir)).filter((name) => name.startsWith('pg.init'))).to.deep.equal([]);
    if (there !== undefined) await under.killHolder();
  });
});
