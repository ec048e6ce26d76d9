import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { findIdleKeys } from '../../../src/platform/config/config-review.ts';
import { openConfigSource } from '../../../src/platform/config/config-source.ts';
import { HAVE_THEIR_TEST, readPages } from '../../support/pages/read-pages.ts';

const pages = await readPages();

describe('the blocks of commands in the pages', () => {
  it('show why when they are not run, or have their own test', async () => {
    for (const [path, test] of HAVE_THEIR_TEST)
      expect(await readFile(join(import.meta.dirname, test), 'utf8'), path).to.contain(path.slice('docs/'.length));
    const reasons = pages.flatMap(({ blocks }) => blocks.flatMap(({ notRun }) => notRun ?? []));
    for (const reason of reasons) expect(reason).to.match(/^(?:needs|starts|installs|asks|changes|is run by) .{10,}$/);
    expect(reasons).to.have.length.below(60);
  });

  it('set nothing that Sluice does not know', () => {
    const names = pages.flatMap(({ text }) => [...text.matchAll(/\b([A-Za-z]+(?:__\w+)+)=/g)].map(([, name = '']) => name));
    expect(names).to.have.length.above(10);
    expect(names.flatMap((name) => findIdleKeys(openConfigSource({ [name]: '1' })))).to.deep.equal([]);
  });
});
