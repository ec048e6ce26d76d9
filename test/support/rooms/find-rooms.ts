import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../', import.meta.url);

/** What is below these is data, or follows the folders of src: one description is enough. */
const DESCRIBED_AS_A_WHOLE: readonly string[] = [
  'examples/plugins',
  'test/golden',
  'test/history',
  'test/int',
  'test/property',
  'test/unit',
];

/** Every folder of the repository that has files in it, as a path from the root, sorted; hidden and ignored ones are left out. */
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
