import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const FOLDER = new URL('../../docs/adr/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const PAGES = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-/.test(name))
  .sort()
  .map((name) => ({ name, month: /^Accepted, (\d{4}-\d{2})\./m.exec(read(name))?.[1] }));

describe('the decisions', () => {
  it('have a month each, in the order of their numbers, when one is added', () => {
    expect(PAGES.length).to.be.greaterThan(30);
    expect(
      PAGES.filter(({ month }) => month === undefined),
      'Write «Accepted, year-month.» below the title.',
    ).to.deep.equal([]);
    const early = PAGES.filter(({ month = '' }, at) => at > 0 && month < (PAGES[at - 1]?.month ?? ''));
    expect(early, 'A later decision has an earlier date: one of the two dates is wrong.').to.deep.equal([]);
  });

  it('are not dated in the future when somebody reads them', () => {
    const now = new Date().toISOString().slice(0, 7);
    expect(PAGES.filter(({ month = '' }) => month > now)).to.deep.equal([]);
  });

  it('stand in the list when one is added', () => {
    const list = read('README.md');
    const missing = PAGES.filter(({ name }) => !list.includes(`](${name}) |`)).map(({ name }) => name);
    expect(missing, 'Add the row to docs/adr/README.md.').to.deep.equal([]);
  });
});
