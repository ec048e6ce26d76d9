import { readdirSync, readFileSync, statSync } from 'node:fs';

/** A place in the rule books, as comments, tests and pages cite it: from the root of the repository. `anchor`: absent for a whole page. */
export interface Citation {
  readonly page: string;
  readonly anchor: string | undefined;
}

/** A text of the repository. */
export interface CitingFile {
  readonly path: string;
  readonly text: string;
}

const ROOT = new URL('../../', import.meta.url);
/** The folder of the rules. Sealed migrations may name another place of it. */
export const RULES = 'docs/contributing/spec';
const FOLDERS = ['src', 'test', 'migrations', 'docs', 'lab', 'demo', 'examples', 'bin'];
const PAGES = ['README.md', 'CONTRIBUTING.md'];
const TEXTS = /\.(?:tsx?|mts|mjs|js|py|md|sql|json|css|html|ya?ml)$/;
const NOT_OURS = /(?:^|\/)(?:node_modules|dist|build)\//;

/** Everything that may cite a rule. */
export function filesThatCite(): CitingFile[] {
  const below = (folder: string): string[] =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    );
  return [...FOLDERS.flatMap(below), ...PAGES]
    .filter((path) => TEXTS.test(path) && !NOT_OURS.test(path) && statSync(new URL(path, ROOT)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));
}

/** The rules a text cites. */
export function citationsIn(text: string): Citation[] {
  return [...text.matchAll(/\bdocs\/(?:contributing\/)?spec\/([\w-]+(?:\/[\w-]+)*\.md)(?:#([\w-]+))?/g)].map(
    ([, page = '', anchor]) => ({
      page: `${RULES}/${page}`,
      anchor,
    }),
  );
}

const CODE = '(?:TM|SG|TX|[A-GI-NP-SVWX])\\d{1,2}(?:\\.\\d)?';
const ITEM = `(?:${CODE}|\\d{1,2}\\.\\d{1,2}(?:, lines? \\d+)?)`;
const AND = '(?:, |; | and |–)';
const COMMENT = String.raw`^\s*(?:/?\*\*?|//|--|#)\s`;
/** A line that is a comment or a title of a test; code may hold numbers and short names in brackets. */
const SAID = String.raw`(?:${COMMENT}|\b(?:it|describe)\().*`;
/** How texts refer to rule books that only some readers have: by name, by section, by code. */
const FOREIGN: readonly RegExp[] = [
  /\b(?:bpmn|contract|seed)\.md\b/g,
  /\b(?:contract|reliability|house) [A-Z]?\d+(?:\.\d+)*/gi,
  /\b(?:CHK|WARN)\d{2}\b/g,
  new RegExp(` \\((?:${ITEM}${AND})*${CODE}(?:${AND}${ITEM})*\\)`, 'g'),
  new RegExp(`${SAID} \\(${ITEM}(?:${AND}${ITEM})*\\)`, 'gm'),
  new RegExp(`${COMMENT}*${CODE}(?:${AND}${CODE})*[:;.] `, 'gm'),
];

/** What a text cites of books that are not in the repository: their names, sections and codes. */
export function foreignCitationsIn(text: string): string[] {
  return FOREIGN.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found.trim()));
}
