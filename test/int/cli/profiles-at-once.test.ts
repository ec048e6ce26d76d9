import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { runVerb } from '../../support/run-verb.ts';

// tier all: processes wait for seconds for the same lock

describe('sluice profile in several processes', function () {
  this.timeout(120_000);

  it('keeps all of them when several are added concurrently', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-profiles-'));
    const sluice = (words: readonly string[]) => runVerb(words, { XDG_CONFIG_HOME: folder });
    const names = Array.from({ length: 6 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => sluice(['profile', 'add', name, '--url', 'http://a.example', '--without-token'])));
    const found = JSON.parse((await sluice(['profile'])).stdout).map(({ name }: { name: string }) => name);
    expect(found.sort()).to.deep.equal(names);
    await rm(folder, { recursive: true });
  });

  it('waits while a slow process has the lock', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-profiles-'));
    const lock = join(folder, 'sluice', 'config.json.lock');
    await mkdir(join(folder, 'sluice'));
    await writeFile(lock, '');
    const adding = runVerb(['profile', 'add', 'p', '--url', 'http://a.example', '--without-token'], { XDG_CONFIG_HOME: folder });
    // waits: a process on a busy machine keeps the lock for so long
    await sleep(4000);
    await rm(lock);
    expect(await adding).to.deep.equal({ code: 0, stdout: 'Profile p is kept, without a token.\n', stderr: '' });
    await rm(folder, { recursive: true });
  });
});
