import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { runVerb } from '../../support/run-verb.ts';

// tier all: six processes wait up to 2 s for the same lock

describe('sluice profile in several processes', function () {
  this.timeout(120_000);

  it('keeps all of them when several are added at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-profiles-'));
    const sluice = (words: readonly string[]) => runVerb(words, { XDG_CONFIG_HOME: folder });
    const names = Array.from({ length: 6 }, (_, index) => `p${index}`);
    await Promise.all(names.map((name) => sluice(['profile', 'add', name, '--url', 'http://a.example', '--without-token'])));
    const found = JSON.parse((await sluice(['profile'])).stdout).map(({ name }: { name: string }) => name);
    expect(found.sort()).to.deep.equal(names);
    await rm(folder, { recursive: true });
  });
});
