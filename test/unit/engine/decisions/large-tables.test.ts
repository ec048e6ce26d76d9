import { expect } from 'chai';
import { DecisionBench } from '../../../support/decisions.ts';
import { decisionFile, decisionTable } from '../../../support/models/decisions.ts';

/** Larger tables are searched by an index of their constants. */
const COUNT = 60;

describe('a table with more than 50 rules (docs/contributing/spec/decisions.md#tables)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const file = (cellsOf: (row: number) => readonly string[], hitPolicy = 'COLLECT') =>
    decisionFile(
      decisionTable('d', {
        hitPolicy,
        inputs: ['a', 'b'],
        outputs: ['row'],
        rules: Array.from({ length: COUNT }, (_, row) => [...cellsOf(row), String(row + 1)]),
      }),
    );
  const constants = file((row) => [
    row % 5 === 4 ? '-' : row % 5 === 3 ? 'not("k1")' : `"k${row % 7}", "x${row}"`,
    row % 2 ? '> 5' : '-',
  ]);

  it('matches the same rules in the same order when a cell is a constant, anything or another test', () => {
    const isHit = (row: number, a: unknown, b: number) => {
      const isFirst = row % 5 === 4 || (row % 5 === 3 ? a !== 'k1' : a === `k${row % 7}` || a === `x${row}`);
      return isFirst && (row % 2 === 0 || b > 5);
    };
    for (const [a, b] of [
      ['k1', 9],
      ['k1', 1],
      ['x22', 9],
      ['none', 9],
    ] as const) {
      const expected = Array.from({ length: COUNT }, (_, row) => row).flatMap((row) => (isHit(row, a, b) ? [row + 1] : []));
      expect(bench.make(constants, 'd', { a, b })).to.deep.equal({ value: expected });
    }
  });

  it('compares values only with values of their type when it is searched by an index', () => {
    const mixed = file((row) => [['1', '"1"', 'true', 'null'][row % 4] ?? '-', '-'], 'FIRST');
    const rows = [1, '1', true, null, false, 2].map((a) => bench.make(mixed, 'd', { a, b: 0 }));
    expect(rows).to.deep.equal([1, 2, 3, 4, null, null].map((value) => ({ value })));
    expect(bench.make(mixed, 'd', { a: [1], b: 0 })).to.deep.equal({ value: null });
  });

  it('fails in the same rule when a cell left of a constant fails', () => {
    const failing = file((row) => ['assert(1, false, "not this")', `"k${row}"`]);
    expect(bench.make(failing, 'd', { a: 1, b: 'k7' }))
      .to.have.property('reason')
      .that.includes('rule 1,');
    const after = file((row) => [`"k${row}"`, 'assert(1, false, "not this")']);
    expect(bench.make(after, 'd', { a: 'k7', b: 1 }))
      .to.have.property('reason')
      .that.includes('rule 8,');
    expect(bench.make(after, 'd', { a: 'none', b: 1 })).to.deep.equal({ value: [] });
  });
});
