import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const FOLDER = new URL('../../docs/contributing/adr/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8');
const PAGES = readdirSync(FOLDER)
  .filter((name) => /^\d{4}-/.test(name))
  .sort()
  .map((name) => ({ name, text: read(name), month: /^Accepted, (\d{4}-\d{2})\./m.exec(read(name))?.[1] }));
const SECTIONS = ['Context', 'Decision', 'Rejected alternatives', 'Consequences'];
const MAX_LINES = 40;

describe('the decision records', () => {
  it('are short and have the four sections when one is added', () => {
    for (const { name, text } of PAGES) {
      expect(
        [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
        name,
      ).to.deep.equal(SECTIONS);
      expect(text.split('\n').length - 1, `${name}: move what explains how it works to docs/contributing/spec`).to.be.at.most(
        MAX_LINES,
      );
    }
  });

  it('have a month each, in the order of their numbers, when one is added', () => {
    expect(PAGES.length).to.be.greaterThan(30);
    expect(
      PAGES.filter(({ month }) => month === undefined),
      'Write «Accepted, year-month.» below the title.',
    ).to.deep.equal([]);
    const early = PAGES.filter(({ month = '' }, at) => at > 0 && month < (PAGES[at - 1]?.month ?? ''));
    expect(early, 'A later decision has an earlier date: one of the two dates is wrong.').to.deep.equal([]);
  });

  it('are not dated in the future when the tests run', () => {
    const now = new Date().toISOString().slice(0, 7);
    expect(PAGES.filter(({ month = '' }) => month > now)).to.deep.equal([]);
  });

  it('are in the list when one is added', () => {
    const list = read('README.md');
    const missing = PAGES.filter(({ name }) => !list.includes(`](${name}) |`)).map(({ name }) => name);
    expect(missing, 'Add the row to docs/contributing/adr/README.md.').to.deep.equal([]);
  });
});
