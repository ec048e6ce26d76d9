import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect } from 'chai';
import { kitFilesIn, readKitFile } from '../../../lab/tck/read-kit.ts';
import { runFile } from '../../../lab/tck/run-case.ts';

// tier all: every case of the compatibility kit; tck-sample.test.ts runs a tenth of them
const KIT = join(process.env['TCK_PATH'] ?? join(import.meta.dirname, '../../../../shared/tck'), 'TestCases');
const PAGE = new URL('../../../docs/how-to/use-decision-tables.md', import.meta.url);

/** Failing cases that the page lists: `folder/case`. */
function listedCases(page: string): readonly string[] {
  const rows = page.matchAll(/^\| `(\d{4}-[\w-]+)` \| (.+?) \|/gm);
  return [...rows].flatMap(([, folder, cases = '']) => [...cases.matchAll(/`(\w+)`/g)].map(([, id]) => `${folder}/${id}`));
}

/** A checkout of the kit is not part of the repository: without one, only the page is read. */
describe('the DMN compatibility kit (docs/how-to/use-decision-tables.md#dmn-compatibility-kit)', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [, passed, all] = /passes ([\d,]+) of the ([\d,]+) cases/.exec(page)?.map((text) => text.replace(',', '')) ?? [];

  it('lists as many failing cases on the page as its numbers require', () => {
    expect(listedCases(page)).to.have.length(Number(all) - Number(passed));
  });

  if (existsSync(KIT)) {
    it('fails in the cases on the page and no others when the product runs it', () => {
      const results = kitFilesIn(KIT).flatMap((path) => {
        const file = readKitFile(path);
        return typeof file === 'string' ? [{ file: path, id: '', why: file }] : runFile(file);
      });
      const failed = results.filter(({ why }) => why !== undefined);
      expect(failed.map(({ file, id }) => `${basename(dirname(file))}/${id}`).sort()).to.deep.equal(
        [...listedCases(page)].sort(),
      );
      expect(results).to.have.length(Number(all));
    });
  }
});
