import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { HISTORY_TYPES } from '../../../src/queries/history/facts-of-event.ts';

describe('the types of a history', () => {
  it('are those of the page when one is added', () => {
    const page = readFileSync(new URL('../../../docs/contributing/spec/http/instances.md', import.meta.url), 'utf8');
    const table = page.slice(page.indexOf('<a id="history-types">')).split('\n\n')[1] ?? '';
    const cells = table.split('\n').map((row) => row.split('|')[1]?.trim() ?? '');
    expect(cells.slice(2).flatMap((cell) => (cell === '' ? [] : cell.split(', ')))).to.have.members([...HISTORY_TYPES]);
  });

  it('are all that facts are made with', () => {
    const folder = new URL('../../../src/queries/history/', import.meta.url);
    const text = readFileSync(new URL('facts-of-event.ts', folder), 'utf8');
    const made = [...text.matchAll(/(?:fact\(|\[|, )'([A-Z]\w+)'/g)].map(([, type = '']) => type);
    expect(made).to.have.length.above(30);
    expect(made.filter((type) => !HISTORY_TYPES.has(type))).to.deep.equal([]);
  });
});
