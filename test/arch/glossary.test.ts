import { readFileSync } from 'node:fs';
import { expect } from 'chai';

/** The words of the tables of a glossary, as often as they occur. A cell may hold several; events are names of code. */
function wordsOf(page: string): string[] {
  const sections = page.split(/^## /m).filter((section) => !section.startsWith('Events\n'));
  const cells = sections.flatMap((section) => [...section.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell));
  return cells.filter((cell) => cell !== 'Word').flatMap((cell) => cell.split(', '));
}

/** Words that occur more than once, or that need a noun after them. */
function doublesIn(page: string): string[] {
  const words = wordsOf(page);
  const twice = words.filter((word, at) => words.indexOf(word) !== at);
  return [...twice, ...words.filter((word) => word.includes('('))];
}

describe('the glossary', () => {
  const page = readFileSync(new URL('../../docs/contributing/glossary.md', import.meta.url), 'utf8');

  it('has every word once, with one meaning, when a row is added', () => {
    expect(wordsOf(page).length).to.be.greaterThan(100);
    expect(doublesIn(page), 'Find another word for the second meaning.').to.deep.equal([]);
  });

  it('explains no word by two meanings when a row is long', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| '));
    expect(rows.filter((row) => /\b(?:two things|two meanings|also means|also:)/i.test(row))).to.deep.equal([]);
  });
});

describe('the reader of the glossary', () => {
  const row = (word: string) => `| ${word} | something |\n`;
  const head = `# Glossary\n\n## Models\n\n| Word | Means |\n|---|---|\n`;

  it('finds nothing when every word has one entry', () =>
    expect(doublesIn(`${head + row('host')}${row('child, caller')}`)).to.deep.equal([]));
  it('finds a word when a later row has it among others', () =>
    expect(doublesIn(`${head + row('caller')}\n## Letting in\n\n${row('child, caller')}`)).to.deep.equal(['caller']));
  it('finds a word when the entry defines it', () =>
    expect(doublesIn(head + row('host (of plugins)'))).to.deep.equal(['host (of plugins)']));
});
