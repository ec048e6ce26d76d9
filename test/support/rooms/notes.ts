const ROOT = new URL('../../../', import.meta.url);

/** Description of a folder on the page. */
export interface RoomNote {
  /** content of the folder */
  readonly holds: string;
  /** the file to read first, as a path from the root; empty: none is named */
  readonly start: string;
}

/** The source code map: its columns «What lives there» and «Start reading» are written by hand. */
export const ROOMS_PAGE = new URL('docs/contributing/source-code-map.md', ROOT);
/** The beginning of a link from that page to a file of the repository. */
export const TO_ROOT = '../'.repeat(ROOMS_PAGE.pathname.slice(ROOT.pathname.length).split('/').length - 1);

/** The notes that a page has, by folder. */
export function notesIn(page: string): Map<string, RoomNote> {
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*) \| (.*) \|$/gm)];
  return new Map(rows.map(([, folder = '', holds = '', link = '']) => [folder, { holds, start: startOf(link) }]));
}

function startOf(link: string): string {
  return /\]\((?:\.\.\/)+([^)]+)\)/.exec(link)?.[1] ?? '';
}

/** Errors in the descriptions of a page, each with the correction. `exists` takes a path from the root. */
export function faultsOf(page: string, rooms: readonly string[], exists: (path: string) => boolean): string[] {
  const notes = notesIn(page);
  const found = rooms.flatMap((room) => {
    const note = notes.get(room);
    if (note === undefined) return [`${room} has no row: npm run rooms:write makes one, then fill it in`];
    if (note.holds === '') return [`${room}: say in docs/contributing/source-code-map.md what lives there`];
    if (note.start === '')
      return [
        `${room}: name in docs/contributing/source-code-map.md the file to read first, as a link [name](${TO_ROOT}${room}/name)`,
      ];
    return exists(note.start) ? [] : [`${room}: ${note.start} does not exist; name another file to read first`];
  });
  return [...found, ...strayNotes(notes, rooms)];
}

/** Notes about folders that are not there. */
export function strayNotes(notes: ReadonlyMap<string, RoomNote>, rooms: readonly string[]): string[] {
  return [...notes.keys()]
    .filter((folder) => !rooms.includes(folder))
    .map((folder) => `${folder} is described but does not exist: change the name in its row, or remove the row`);
}
