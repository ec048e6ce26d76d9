import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The kinds of tests: one folder each, in the order of the report. */
export const KINDS = [
  'unit',
  'property',
  'golden',
  'corpus',
  'arch',
  'int',
  'simulation',
  'race',
  'contract',
  'chaos',
  'browser',
] as const;

/**
 * When a file runs: `commit` with every `npm test`, `all` before a release, `nightly` each night on a quiet machine, because it measures time.
 * `npm run test:all` runs the files of all tiers.
 */
export const TIERS = ['commit', 'all', 'nightly'] as const;
export type Tier = (typeof TIERS)[number];

/** The tier of the files in a folder, unless a file declares another. A folder that is not listed is in the commit tier. */
const FOLDER_TIERS: Readonly<Record<string, Tier>> = {
  'test/browser': 'all',
  'test/chaos': 'all',
  'test/corpus': 'all',
  'test/int/clients': 'all',
  'test/int/deploy': 'all',
  'test/int/kafka': 'all',
  'test/simulation': 'all',
};

const ROOT = resolve(import.meta.dirname, '../../..');
const TESTS = join(ROOT, 'test');
/** A line of a test file that keeps it from running next to others. */
const ALONE = /^\/\/ runs alone: (\S.*)$/m;
const TIER = /^\/\/ tier (commit|all|nightly): (\S.*)$/m;
const ONLY = /^\s*(?:describe|context|it|specify)\.only\(/m;

/** A test file and what the runner knows of it before it runs. */
export interface TestFile {
  /** absolute */
  readonly path: string;
  /** as people name it: `test/unit/…` */
  readonly name: string;
  readonly kind: string;
  readonly tier: Tier;
  /** why nothing may run next to it: it measures time, or kills at chosen moments */
  readonly aloneBecause: string | undefined;
  /** whether `.only` narrows it */
  readonly hasOnly: boolean;
}

/**
 * The test files that `places` name: kinds, folders and files, from here or from below test/, or parts of file names.
 * @throws when a place names none
 */
export function findTestFiles(places: readonly string[]): TestFile[] {
  const all = KINDS.filter((kind) => existsSync(join(TESTS, kind))).flatMap((kind) => filesBelow(join(TESTS, kind)));
  if (places.length === 0) return all.map(readTestFile);
  const chosen = new Set(places.flatMap((place) => filesOf(place, all)));
  return all.filter((path) => chosen.has(path)).map(readTestFile);
}

function filesOf(place: string, all: readonly string[]): readonly string[] {
  for (const path of isAbsolute(place) ? [place] : [resolve(TESTS, place), resolve(place), resolve(ROOT, place)]) {
    if (!existsSync(path)) continue;
    const found = statSync(path).isDirectory()
      ? all.filter((file) => file.startsWith(path + sep))
      : all.filter((f) => f === path);
    if (found.length > 0) return found;
  }
  const partly = all.filter((file) => relative(TESTS, file).includes(place));
  if (partly.length === 0) throw new Error(`no test file below test/ is named '${place}'`);
  return partly;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(folder, name));
}

function readTestFile(path: string): TestFile {
  const text = readFileSync(path, 'utf8');
  const name = relative(ROOT, path).split(sep).join('/');
  return {
    path,
    name,
    kind: name.split('/')[1] ?? '',
    tier: (TIER.exec(text)?.[1] as Tier | undefined) ?? tierOfFolder(name),
    aloneBecause: ALONE.exec(text)?.[1],
    hasOnly: ONLY.test(text),
  };
}

function tierOfFolder(name: string): Tier {
  const folder = Object.keys(FOLDER_TIERS).find((path) => name.startsWith(`${path}/`));
  return folder === undefined ? 'commit' : FOLDER_TIERS[folder]!;
}
