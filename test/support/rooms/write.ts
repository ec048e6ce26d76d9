import { readFileSync, writeFileSync } from 'node:fs';
import { findRooms } from './find-rooms.ts';
import { notesIn, ROOMS_PAGE, strayNotes } from './notes.ts';
import { pageText } from './page-text.ts';

/** `npm run rooms:write`: updates the lists of docs/contributing/source-code-map.md and keeps the descriptions. */
const page = readFileSync(ROOMS_PAGE, 'utf8');
const rooms = findRooms();
const stray = strayNotes(notesIn(page), rooms);
if (stray.length > 0) {
  process.stderr.write(
    `docs/contributing/source-code-map.md is not written, so that no description is lost:\n${stray.join('\n')}\n`,
  );
  process.exitCode = 1;
} else {
  const text = pageText(page, rooms);
  writeFileSync(ROOMS_PAGE, text);
  const open = [...notesIn(text)].filter(([, { holds, start }]) => holds === '' || start === '').map(([folder]) => folder);
  process.stdout.write('docs/contributing/source-code-map.md is written\n');
  if (open.length > 0) process.stdout.write(`Say what lives there and where to start reading:\n${open.join('\n')}\n`);
}
