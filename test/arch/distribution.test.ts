import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SOURCE_FILES } from './source-files.ts';

const PAGE = readFileSync(new URL('../../docs/contributing/architecture.md', import.meta.url), 'utf8');
const SCHEMA = readFileSync(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');
/** Statements are strings and templates of these folders. */
const FOLDERS: ReadonlySet<string> = new Set([
  'api',
  'db',
  'feed-out',
  'plugin-host',
  'projector',
  'queries',
  'store',
  'ui',
  'worker',
]);
const STRINGS = /`(?:\\[\s\S]|[^`\\])*`|'(?:\\.|[^'\\\n])*'/g;
const CLOCK = /\b(?:clock_timestamp|statement_timestamp|transaction_timestamp|now)\(\)|\bcurrent_timestamp\b/i;
const CHANGES = /\b(?:update\s+\w+|insert\s+into|delete\s+from)\b/i;
const LOCK = /\bpg_(?:try_)?advisory/i;

/** Files that have a statement with both, from src/. */
function filesWith(...patterns: readonly RegExp[]): readonly string[] {
  const isIn = (text: string) => patterns.every((pattern) => pattern.test(text));
  return SOURCE_FILES.filter(({ folder }) => FOLDERS.has(folder))
    .filter(({ text }) => [...text.matchAll(STRINGS)].some(([string]) => isIn(string)))
    .map(({ path }) => path);
}

/** Names in the second column of the table row that begins with a word. */
function rowOf(word: string): readonly string[] {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${word} |`));
  if (row === undefined) throw new Error(`docs/contributing/architecture.md has no row '${word}'`);
  return [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

describe('what a distributed Postgres would stumble over (docs/contributing/architecture.md#a-distributed-postgres)', () => {
  it('is listed when a statement changes rows by the clock of the server', () => {
    expect(rowOf('clock in changes')).to.deep.equal(filesWith(CLOCK, CHANGES));
  });

  it('is listed when a statement takes an advisory lock', () => {
    const inFunctions = LOCK.test(SCHEMA) ? ['migrations/schema.sql'] : [];
    expect(rowOf('advisory locks')).to.deep.equal([...filesWith(LOCK), ...inFunctions]);
  });

  it('is listed when a table has a trigger for statements', () => {
    const tables = [...SCHEMA.matchAll(/^CREATE TRIGGER .* ON (\w+) .*FOR EACH STATEMENT/gm)].map(([, table]) => table ?? '');
    expect(rowOf('statement triggers')).to.deep.equal([...new Set(tables)].sort());
  });

  it('is listed when the key of a table that workers write does not begin with what shards would be cut by', () => {
    const line = /^-- Those of the other tables that no projector writes do not:\n--\s+(.*)\.$/m.exec(SCHEMA)?.[1] ?? '';
    expect(rowOf('other keys')).to.deep.equal(line.split(', '));
  });
});
