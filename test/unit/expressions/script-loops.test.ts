import { expect } from 'chai';
import type { Json, Variables } from '../../../src/engine/values.ts';
import { readScript } from '../../../src/expressions/deploy.ts';
import { Bench } from '../../support/engine/evaluating.ts';
import { scriptRows, scriptValueOf } from '../../support/engine/script-rows.ts';

const bench = new Bench();
const variables: Variables = { items: [1, 2, 3], order: { total: 4, name: 'a' }, n: 3, nothing: null };

const value = scriptValueOf(bench, variables);
const rows = (table: readonly (readonly [string, Json])[]) => scriptRows(value, table);

describe('loops over items', () => {
  rows([
    ['sum = 0; for (i in items) { sum += i }; sum', 6],
    ['sum = 0; for (var i : items) sum += i; sum', 6],
    ['sum = 0\nfor i of items { sum += i }\nsum', 6],
    ['sum = 0; for (final Integer i : items) { sum += i } return sum;', 6],
    ['sum = 0; foreach (var i in items) { sum += i } sum', 6],
    ['names = []; for (Map.Entry<String, Object> e : order) names.add(e.key); names', ['total', 'name']],
    ['sum = 0; for (i in 1..n) sum += i; sum', 6],
    ['sum = 0; for (i in 0..<n) sum += i; sum', 3],
    ['seen = []; for (i in 2..0) seen.add(i); seen', [2, 1, 0]],
    ['for (i in items) { if (i == 2) return i }', 2],
    ['sum = 0; for (i in items) { if (i == 2) continue; sum += i }; sum', 4],
    ['sum = 0; for (i in items) { if (i == 3) break; sum += i }; sum', 3],
    ['copy = items; for (i in copy) copy.add(i); copy', [1, 2, 3, 1, 2, 3]],
    ['for (i in nothing) { }', 'failure 500: a loop needs a list or map, not null'],
    ['for (c in "text") { }', 'failure 500: a loop needs a list or map, not string'],
    ['for (i in 1..1.5) { }', 'failure 500: a range needs integers, not 1.5'],
    ['for (i in 0..1000000) { }', 'failure 500: a range has more than 100000 integers'],
  ]);
  it('store what the body assigns and not the name of the item', () => {
    expect(bench.script('for (i in items) last = i', variables)).to.deep.include({ writes: { last: 3 } });
  });
});

describe('loops that count or test', () => {
  rows([
    ['sum = 0; for (int i = 0; i < n; i++) { sum += i }; sum', 3],
    ['sum = 0; for (int i = 0, j = 3; i < j; i++, j--) { sum += j }; sum', 5],
    ['i = 0; for (;;) { if (i == 5) break; i++ }; i', 5],
    ['for (int i = 0; i < 9; i++) { if (i < 5) continue; return i }', 5],
    ['i = 0; while (i < 4) i++; i', 4],
    ['i = 9; do { i++ } while (i < 4); i', 10],
    ['i = 0; while (true) { while (true) { i++; break }; if (i > 2) break }; i', 3],
    ['while (true) { }', 'failure 500: step limit exceeded'],
    ['for (int i = 0; i < 1; i += 0) { }', 'failure 500: step limit exceeded'],
    ['while (n) { }', 'failure 500: a loop needs a boolean, not number'],
    ['s = "a"; while (true) s = s + s', 'failure 500: text is longer than 65536 characters'],
    ['l = []; while (true) l.add(l)', 'failure 500: step limit exceeded'],
  ]);
  it('leave the words of loops as names where no loop begins', () => {
    expect(bench.script('for = 1; while = for + 1; do = while; from = do; break', {})).to.deep.include({
      writes: { for: 1, while: 2, do: 2, from: 2 },
    });
  });
});

describe('imports of a script', () => {
  const source = 'import java.util.*;\nimport static a.b.c\nusing System;\nfrom a.b import c, d\nusing X = a.b\nx = 1';

  it('are skipped with a warning each when the rest runs', () => {
    const read = readScript(source, undefined, undefined);
    expect(read.ok && read.warnings).to.deep.equal([
      "script: 'import java.util.*' is skipped, there is nothing to import",
      "script: 'import static a.b.c' is skipped, there is nothing to import",
      "script: 'using System' is skipped, there is nothing to import",
      "script: 'from a.b import c, d' is skipped, there is nothing to import",
      "script: 'using X = a.b' is skipped, there is nothing to import",
    ]);
    expect(bench.script(source, {})).to.deep.include({ writes: { x: 1 } });
  });
});
