import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findRooms } from '../support/rooms/find-rooms.ts';
import { faultsOf, ROOMS_PAGE, TO_ROOT } from '../support/rooms/notes.ts';
import { pageText } from '../support/rooms/page-text.ts';

const ROOT = new URL('../../', import.meta.url);
const exists = (path: string) => existsSync(new URL(path, ROOT));

describe('the map of the folders', () => {
  const page = readFileSync(ROOMS_PAGE, 'utf8');
  const rooms = findRooms();

  it('describes every folder and no other when one is added, moved or removed', () => {
    expect(rooms.length).to.be.greaterThan(60);
    const faults = faultsOf(page, rooms, exists);
    expect(faults, faults.join('\n')).to.deep.equal([]);
  });

  it('has the lists that the code has when folders or imports change', () => {
    expect(page, 'Run npm run rooms:write and commit docs/contributing/source-code-map.md.').to.equal(pageText(page, rooms));
  });
});

describe('the reader of that map', () => {
  const rooms = ['bin', 'src', 'src/engine'];
  const row = (folder: string, holds: string, start: string) =>
    `| \`${folder}\` | ${holds} | ${start.replace('../', TO_ROOT)} |\n`;
  const good = `# Rooms\n\nWhat is where.\n\n${row('bin', 'Commands.', '[a.mjs](../bin/a.mjs)')}${row('src', 'Sources.', '[b.ts](../src/b.ts)')}`;
  const engine = row('src/engine', 'The core.', '[decide.ts](../src/engine/decide.ts)');
  const faults = (page: string) => faultsOf(page, rooms, (path) => !path.includes('gone'));

  it('finds nothing when every folder has a description and a file to start with', () =>
    expect(faults(good + engine)).to.deep.equal([]));

  for (const [what, page, complaint] of [
    ['a folder without a row', good, 'src/engine has no row'],
    [
      'an empty description',
      good + row('src/engine', '', '[d.ts](../src/engine/d.ts)'),
      'say in docs/contributing/source-code-map.md what lives there',
    ],
    ['a row without a file', good + row('src/engine', 'The core.', ''), 'the file to read first'],
    ['a file that is not there', good + row('src/engine', 'The core.', '[gone.ts](../src/engine/gone.ts)'), 'does not exist'],
    ['a row without a folder', good + engine + row('src/old', 'Old.', '[o.ts](../src/old/o.ts)'), 'src/old is described'],
  ] as const) {
    it(`complains about ${what} when the page has it`, () => {
      const [found, ...more] = faults(page);
      expect(found).to.include(complaint);
      expect(more).to.deep.equal([]);
    });
  }

  it('keeps the descriptions when it updates the lists', () => {
    const text = pageText(good + engine, rooms);
    expect(text).to.match(/^# Rooms\n\nWhat is where\.\n/);
    expect(text).to.include(engine.trim()).and.to.include('- May import: nothing.');
    expect(pageText(text, rooms)).to.equal(text);
  });

  it('makes an empty row when a folder is new', () =>
    expect(pageText(good + engine, [...rooms, 'src/new'])).to.include('| `src/new` |  |  |'));
});
