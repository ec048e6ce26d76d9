import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';

const ROOT = new URL('../../', import.meta.url);
const TEXTS = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** `position::text as position`, `to_char(at, …) as "at"`. */
const CAST = /\b(\w+)::\w+(?:\[\])? as "?\1"?(?!\w)|\bto_char\((\w+),[^()]*\) as "?\2"?(?!\w)/g;
const ORDER = /\border by ((?:[^()]|\([^()]*\))*?)(?=\blimit\b|\bfor update\b|\)|$)/gis;

/** The columns by which a statement sorts although its select list, at the same depth of parentheses, replaces them by an expression of that name. */
function sortedCasts(statement: string): string[] {
  const depthAt = (index: number) => {
    const before = statement.slice(0, index);
    return before.split('(').length - before.split(')').length;
  };
  const orders = [...statement.matchAll(ORDER)].map((match) => ({ by: match[1] ?? '', depth: depthAt(match.index) }));
  return [...statement.matchAll(CAST)].flatMap((match) => {
    const column = match[1] ?? match[2] ?? '';
    const name = new RegExp(`(?<![\\w."])"?${column}"?(?![\\w.(])`);
    return orders.some(({ by, depth }) => depth === depthAt(match.index) && name.test(by)) ? [column] : [];
  });
}

function filesBelow(folder: string, suffix: RegExp): string[] {
  const below = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' });
  return below.filter((path) => suffix.test(path)).map((path) => `${folder}${path}`);
}

describe('statements that compare with the time', () => {
  it('use statement_timestamp(): an index cannot find the rows below a volatile function, so each poll would read them all', () => {
    const found = filesBelow('src/', /\.ts$/).filter((path) =>
      /(?:[<>]=?|greatest\() ?clock_timestamp\(\)/.test(readFileSync(new URL(path, ROOT), 'utf8')),
    );
    expect(found).to.deep.equal([]);
  });
});

describe('statements that sort', () => {
  it('are recognised when they sort by an output column that is a cast of the column', () => {
    expect(sortedCasts('select a, position::text as position from t order by position, a limit 1')).to.deep.equal(['position']);
    expect(sortedCasts('select to_char(at, $1) as "at" from t order by b, at')).to.deep.equal(['at']);
    expect(sortedCasts('select position::text as position from t order by t.position')).to.deep.equal([]);
    expect(sortedCasts('select position::text as place from t order by position')).to.deep.equal([]);
    expect(
      sortedCasts('delete from t where a = (select a from t order by position) returning position::text as position'),
    ).to.deep.equal([]);
  });

  it('never sort by an output column that is a cast of the column it is named after', () => {
    const code = filesBelow('src/', /\.ts$/).flatMap((path) => {
      const texts = readFileSync(new URL(path, ROOT), 'utf8').match(TEXTS) ?? [];
      return texts.flatMap((text) => sortedCasts(text.slice(1, -1)).map((column) => `${path}: ${column}`));
    });
    const migrations = filesBelow('migrations/', /\.sql$/).flatMap((path) => {
      const statements = readFileSync(new URL(path, ROOT), 'utf8').split(';');
      return statements.flatMap((text) => sortedCasts(text).map((column) => `${path}: ${column}`));
    });
    expect([...code, ...migrations], 'Qualify the column: order by table.column').to.deep.equal([]);
  });
});
