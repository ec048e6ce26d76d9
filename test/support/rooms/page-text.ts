import { COMPOSITION_FOLDER, EXCEPTIONS, MAY_IMPORT, PACKAGE_FENCE, WITHOUT_NODE } from '../../arch/import-rules.ts';
import { notesIn, type RoomNote, TO_ROOT } from './notes.ts';

/** The page with new lists. Keeps the introduction and the descriptions in the rows. */
export function pageText(page: string, rooms: readonly string[]): string {
  const [introduction = ''] = page.split('\n## ', 1);
  const notes = notesIn(page);
  const sources = [...new Set(rooms.flatMap((room) => /^src\/([^/]+)/.exec(room)?.[1] ?? []))];
  const others = [...new Set(rooms.map((room) => room.split('/')[0] ?? ''))].filter((folder) => folder !== 'src');
  return [
    introduction.trimEnd(),
    '',
    '## Sources',
    '',
    ...tableOf(['src'], notes),
    '',
    ...sources.flatMap((folder) => [
      `### ${folder}`,
      '',
      ...importsOf(folder),
      '',
      ...tableOf(inside(`src/${folder}`, rooms), notes),
      '',
    ]),
    '## Other folders',
    '',
    ...others.flatMap((folder) => [`### ${folder}`, '', ...tableOf(inside(folder, rooms), notes), '']),
  ]
    .join('\n')
    .replace(/\n+$/, '\n');
}

function inside(folder: string, rooms: readonly string[]): string[] {
  return rooms.filter((room) => room === folder || room.startsWith(`${folder}/`));
}

function tableOf(rooms: readonly string[], notes: ReadonlyMap<string, RoomNote>): string[] {
  const rows = rooms.map((room) => {
    const { holds = '', start = '' } = notes.get(room) ?? {};
    const name = start.startsWith(`${room}/`) ? start.slice(room.length + 1) : start;
    return `| \`${room}\` | ${holds} | ${start === '' ? '' : `[${name}](${TO_ROOT}${start})`} |`;
  });
  return ['| Folder | What lives there | Start reading |', '|---|---|---|', ...rows];
}

/** Imports that the tests allow a folder of src. */
function importsOf(folder: string): string[] {
  const packages = Object.keys(PACKAGE_FENCE).filter((name) => PACKAGE_FENCE[name]?.includes(folder));
  const users = Object.keys(MAY_IMPORT).filter((other) => MAY_IMPORT[other]?.includes(folder));
  const exceptions = EXCEPTIONS.filter(({ file }) => file.startsWith(`${folder}/`));
  const ours = folder === COMPOSITION_FOLDER ? 'every folder' : listOf(MAY_IMPORT[folder] ?? []);
  return [
    `- May import: ${ours}.`,
    `- Imported by: ${listOf(users)}.`,
    `- Packages: ${listOf(packages)}${WITHOUT_NODE.includes(folder) ? ', and no module of Node' : ''}.`,
    ...exceptions.map(({ file, imports, reason }) => `- Exception: \`${file}\` imports \`${imports}\`, because it ${reason}.`),
  ];
}

function listOf(names: readonly string[]): string {
  return names.length === 0
    ? 'nothing'
    : [...names]
        .sort()
        .map((name) => `\`${name}\``)
        .join(', ');
}
