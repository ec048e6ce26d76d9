import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { referenceFiles } from '../support/reference/files.ts';
import { tableText } from '../support/reference/table-text.ts';

const ROOT = new URL('../../', import.meta.url);

describe('the reference', () => {
  for (const [path, text] of Object.entries(referenceFiles()))
    it(`has the content of the code when ${path} is read`, () => {
      const isSame = readFileSync(new URL(path, ROOT), 'utf8') === text;
      expect(isSame, 'Run npm run reference:write and commit docs/reference.').to.equal(true);
    });
});

describe('the writer of the reference', () => {
  it('keeps a table together when a cell has a bar, a line break or nothing', () => {
    expect(
      tableText(
        ['A', 'B'],
        [
          ['x|y', 'one\ntwo'],
          ['', 'a\\|b'],
        ],
      ),
    ).to.equal('| A | B |\n|---|---|\n| x\\|y | one two |\n| – | a\\|b |');
  });
});
