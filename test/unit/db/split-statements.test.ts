import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { splitStatements } from '../../../src/db/split-statements.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);

describe('statements of a text', () => {
  const cases: readonly [when: string, text: string, statements: readonly string[]][] = [
    ['it has several', 'select 1;\nselect 2 ; select 3', ['select 1', 'select 2', 'select 3']],
    ['semicolons are in strings and names', `select ';', 'it''s;', ";""";select 2`, [`select ';', 'it''s;', ";"""`, 'select 2']],
    [
      'they are in comments',
      '-- a; b\nselect 1; -- c;\n/* d; /* e; */ f; */ select 2;',
      ['-- a; b\nselect 1', '-- c;\n/* d; /* e; */ f; */ select 2'],
    ],
    [
      'they are in bodies of functions',
      'do $$ begin a; end $$; do $x$ b; $$ c; $y$ $x$; select $1',
      ['do $$ begin a; end $$', 'do $x$ b; $$ c; $y$ $x$', 'select $1'],
    ],
    ['a name contains a dollar sign', 'select a$b$ from t; select c$b$', ['select a$b$ from t', 'select c$b$']],
    [
      'quotes are in comments',
      `-- it's\nselect 1; /* " */ select '--'; select 2`,
      [`-- it's\nselect 1`, `/* " */ select '--'`, 'select 2'],
    ],
    ['a body or a comment does not end', 'select 1; do $$; a /*', ['select 1', 'do $$; a /*']],
    ['it ends in a comment', 'select 1; select 2 /* ; /* ;', ['select 1', 'select 2 /* ; /* ;']],
    ['it has none', ' ;; -- nothing;\n /* ; */ ', []],
  ];
  for (const [when, text, statements] of cases)
    it(`are found when ${when}`, () => {
      expect(splitStatements(text)).to.deep.equal(statements);
    });

  it('are those of every migration, without a loss, when they begin with a word of SQL', () => {
    for (const file of readdirSync(MIGRATIONS)) {
      const text = readFileSync(new URL(file, MIGRATIONS), 'utf8');
      const statements = splitStatements(text);
      for (const statement of statements) {
        const code = statement.replace(/^(?:--[^\n]*\n|\s)+/, '');
        expect(code, file).to.match(/^(?:alter|create|delete|do|drop|insert|lock|update|with)\b/i);
      }
      const withoutSpace = (parts: readonly string[]) => parts.join('').replace(/[\s;]/g, '');
      expect(withoutSpace([text]).startsWith(withoutSpace(statements)), file).to.equal(true);
    }
  });
});
