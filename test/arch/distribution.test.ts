import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { splitStatements } from '../../src/db/split-statements.ts';
import { SOURCE_FILES } from './source-files.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const SCHEMA = readFileSync(new URL('schema.sql', MIGRATIONS), 'utf8');
/** Earlier migrations run before the schema is distributed (docs/how-to/size-and-scale.md#shards-on-citus). */
const FIRST_MIGRATION = '0044';
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
const CHANGE = /\b(?:update\s+[\w$.{}]+\s+(?:as\s+\w+\s+|[a-z]+\s+)?set|insert\s+into|delete\s+from)\b/i;
const VOLATILE = /\b(?:clock_timestamp|timeofday|random|gen_random_uuid|nextval|setval|currval|pg_notify)\(/i;
const TIME = /\b(?:statement_timestamp|transaction_timestamp|now)\(\)|\bcurrent_timestamp\b|\$\{(?:NOW|inSeconds)\b/i;
const LOCK = /\bpg_(?:try_)?advisory/i;
/** `case … end` and `coalesce(…)` without another one in it. */
const LAZY = /\bcase\b(?:(?!\bcase\b)[\s\S])*?\bend\b|\bcoalesce\((?:[^()]|\([^()]*\))*\)/gi;
/** The sum of a time and an interval of a column. */
const SUM_WITH_COLUMN = /[+-] (?:make_interval\(secs => (?![^)]*\$\{)[^)]*[a-z_]+\.[a-z_]+|[a-z_]+\.[a-z_]+ \* interval)/i;

interface Found {
  readonly path: string;
  readonly text: string;
}

const ALL: readonly Found[] = SOURCE_FILES.filter(({ folder }) => FOLDERS.has(folder)).flatMap(({ path, text }) =>
  [...text.matchAll(STRINGS)].map(([string]) => ({ path, text: string.slice(1, -1) })),
);
const CHANGES = ALL.filter(({ text }) => CHANGE.test(text));

/** The parts of a statement in which a distributed database allows only functions whose result never changes. */
function fixedParts(text: string): string {
  const [, conflict = ''] = /\bdo update\s+set\b([\s\S]*?)(?:\breturning\b|$)/i.exec(text) ?? [];
  const [, returned = ''] = /\breturning\b([\s\S]*?)(?:\)\s*(?:,|select|insert|update|delete)|$)/i.exec(text) ?? [];
  const set = /^\s*(?:with\b[\s\S]*?\)\s*)?update\b/i.test(text) ? [...text.matchAll(LAZY)].map(([part]) => part) : [];
  return [conflict, returned, ...set].join('\n');
}

function pathsOf(found: readonly Found[]): readonly string[] {
  return [...new Set(found.map(({ path }) => path))];
}

describe('statements for a distributed Postgres (docs/contributing/architecture.md#shards)', () => {
  it('are found', () => {
    expect(CHANGES.length).to.be.greaterThan(120);
    expect(
      fixedParts('update t set a = case when b then now() end, c = coalesce(d, now()) returning now()').match(/now/g),
    ).to.have.length(3);
    expect(fixedParts('insert into t values (now()) on conflict (a) do update set b = now()').match(/now/g)).to.have.length(1);
    expect(fixedParts('update t set a = now() where b < now()')).not.to.contain('now');
    expect(SUM_WITH_COLUMN.test('now() + make_interval(secs => t.seconds)')).to.equal(true);
    expect(SUM_WITH_COLUMN.test('now() + make_interval(secs => $1)')).to.equal(false);
  });

  it('have no volatile function when they change rows: take values of the process, or the time of the statement', () => {
    expect(pathsOf(CHANGES.filter(({ text }) => VOLATILE.test(text)))).to.deep.equal([]);
  });

  it('read the volatile clock only as a separate value: parts of statements with it could be parts of changes', () => {
    const parts = ALL.filter(({ path, text }) => /\bclock_timestamp\(/i.test(text) && !path.startsWith('queries/'));
    expect(pathsOf(parts)).to.deep.equal(['store/clock.ts']);
  });

  it('have no function of the time in `do update set`, `returning`, `case` and `coalesce` when they change rows: use CLOCK', () => {
    expect(pathsOf(CHANGES.filter(({ text }) => TIME.test(fixedParts(text))))).to.deep.equal([]);
  });

  it('add no interval of a column to a time when they change rows: use inSeconds', () => {
    const updates = CHANGES.filter(({ text }) => /\bupdate\b/i.test(text) && SUM_WITH_COLUMN.test(text));
    expect(pathsOf(updates)).to.deep.equal([]);
  });

  it('read no table when they take an advisory lock: the lock would be on the server of the table', () => {
    const mixed = ALL.filter(({ text }) => LOCK.test(text) && /\b(?:from|join)\s+(?!unnest\()\w+/i.test(text));
    expect(pathsOf(mixed)).to.deep.equal([]);
  });

  it('are sent one by one', () => {
    const several = ALL.filter(({ text }) => /\b(?:select|update|insert|delete)\b/i.test(text) && !text.includes('$$')).filter(
      ({ text }) => /;\s*(?:select|update|insert|delete|create|alter|drop|begin|commit)\b/i.test(text),
    );
    expect(pathsOf(several)).to.deep.equal([]);
  });
});

describe('the schema for a distributed Postgres', () => {
  // those with the setting are for the release before, and not in databases with Citus: migrations/0044_shards.sql
  it('has no trigger on a table when a migration adds one', () => {
    const triggers = [...SCHEMA.matchAll(/^CREATE TRIGGER (\w+) (.*)$/gm)].map(([, name, rest]) => `${name} ${rest}`);
    expect(triggers.filter((text) => !/ INSTEAD OF |'sluice\.is_counted'/.test(text))).to.deep.equal([]);
  });

  const added = readdirSync(MIGRATIONS).filter((name) => /^\d{4}_/.test(name) && name >= FIRST_MIGRATION);
  for (const [what, pattern] of [
    ['adds an identity column to a table', /\badd column\b[^;]*\b(?:generated\b[^;]*\bas identity|(?:big|small)?serial)\b/i],
    ['locks a table', /\block table\b/i],
    ['creates an extension in the schema of its tables', /\bcreate extension\b(?![^;]*\bschema public\b)/i],
    ['names the operators of an extension without a schema', /(?<!\.)\bgin_trgm_ops\b/i],
    ['has a volatile default', /\bdefault (?:clock_timestamp|random)\(/i],
  ] as const)
    it(`changes only as far as it can when no later migration ${what}`, () => {
      const found = added.filter((name) =>
        splitStatements(readFileSync(new URL(name, MIGRATIONS), 'utf8')).some((statement) => pattern.test(statement)),
      );
      expect(found).to.deep.equal([]);
    });
});
