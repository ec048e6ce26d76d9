import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** Folders whose parts need no own description: data, one part per command or page, or a copy of the folders of src. */
const DESCRIBED_AS_A_WHOLE: readonly string[] = [
  'clients',
  'deploy',
  'docs',
  'examples',
  'lab/bench',
  'lab/chaos',
  'lab/corpus',
  'lab/hostile',
  'lab/simulation',
  'src/api/endpoints',
  'src/cli',
  'src/ui/web/components',
  'src/ui/web/pages',
  'src/ui/web/texts',
  'test/golden',
  'test/history',
  'test/int',
  'test/property',
  'test/support/book',
  'test/unit',
];

/** The folders of the repository that the map describes, as paths from the root, sorted. Leaves out hidden and ignored ones. */
export function findRooms(): string[] {
  const ignored = new Set(
    readFileSync(new URL('.gitignore', ROOT), 'utf8')
      .split('\n')
      .map((line) => line.replaceAll(/^\/|\/$/g, '')),
  );
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.has(entry.name))
    .flatMap(({ name }) => roomsBelow(name))
    .sort();
}

function roomsBelow(folder: string): string[] {
  const entries = readdirSync(new URL(`${folder}/`, ROOT), { withFileTypes: true });
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => roomsBelow(`${folder}/${name}`));
  const hasFiles = below.length > 0 || entries.some((entry) => entry.isFile());
  if (!hasFiles) return [];
  return [folder, ...(DESCRIBED_AS_A_WHOLE.includes(folder) ? [] : below)];
}
