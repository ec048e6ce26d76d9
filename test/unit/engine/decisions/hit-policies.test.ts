import { expect } from 'chai';
import type { Json } from '../../../../src/engine/values.ts';
import { DecisionBench } from '../../../support/decisions.ts';
import { decisionFile, decisionTable } from '../../../support/models/decisions.ts';

/** Rules for the value of `n`: 1 hits the first only, 2 the first two, 3 all, 4 the first and third, 9 none. */
const CELLS = ['[1..4]', '2, 3', '[3..4]'];
const values = (list: string) => `<outputValues><text>${list.replaceAll('"', '&quot;')}</text></outputValues>`;

describe('the hit policies of a table (docs/contributing/spec/decisions.md#hit-policies)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const file = (hitPolicy: string | undefined, results: readonly string[], more = '', aggregation?: string) =>
    decisionFile(
      decisionTable('d', {
        ...(hitPolicy === undefined ? {} : { hitPolicy }),
        ...(aggregation === undefined ? {} : { aggregation }),
        inputs: ['n'],
        outputs: [['out', 'Any', more]],
        rules: CELLS.map((cell, at) => [cell, results[at] ?? 'null']),
      }),
    );
  const ORDER = values('"high","middle","low"');
  const DEFAULT = '<defaultOutputEntry><text>"none"</text></defaultOutputEntry>';

  const rows: readonly [
    policy: string | undefined,
    results: readonly string[],
    n: number,
    expected: Json | { reason: string },
    more?: string,
    aggregation?: string,
  ][] = [
    ['UNIQUE', ['"a"', '"b"', '"c"'], 1, 'a'],
    [undefined, ['"a"', '"b"', '"c"'], 9, null],
    ['UNIQUE', ['"a"', '"b"', '"c"'], 2, { reason: "decision 'd': rules 1 and 2 match, UNIQUE allows one" }],
    ['UNIQUE', ['"a"', '"b"', '"c"'], 3, { reason: "decision 'd': rules 1, 2 and 3 match, UNIQUE allows one" }],
    ['UNIQUE', ['"a"', '"b"', '"c"'], 9, 'none', DEFAULT],
    ['ANY', ['"a"', '"a"', '"b"'], 2, 'a'],
    [
      'ANY',
      ['"a"', '"a"', '"b"'],
      3,
      { reason: "decision 'd': rules 1 and 3 match with different outputs, ANY asks for equal ones" },
    ],
    ['ANY', ['"a"', '"a"', '"b"'], 9, null],
    ['FIRST', ['"a"', '"b"', '"c"'], 3, 'a'],
    ['FIRST', ['"a"', 'assert(1, false, "not reached")', '"c"'], 3, 'a'],
    ['FIRST', ['"a"', '"b"', '"c"'], 9, null],
    ['PRIORITY', ['"low"', '"high"', '"middle"'], 1, 'low', ORDER],
    ['PRIORITY', ['"low"', '"high"', '"middle"'], 3, 'high', ORDER],
    ['PRIORITY', ['"low"', '"high"', '"middle"'], 4, 'middle', ORDER],
    [
      'PRIORITY',
      ['"other"', '"high"', '"middle"'],
      3,
      { reason: "decision 'd': rule 1, output 'out': 'other' is none of the output values" },
      ORDER,
    ],
    ['OUTPUT ORDER', ['"low"', '"high"', '"middle"'], 3, ['high', 'middle', 'low'], ORDER],
    ['OUTPUT ORDER', ['"low"', '"high"', '"middle"'], 9, [], ORDER],
    ['RULE ORDER', ['"low"', '"high"', '"middle"'], 3, ['low', 'high', 'middle']],
    ['RULE_ORDER', ['"low"', '"high"', '"middle"'], 9, []],
    ['COLLECT', ['1', '2', '1'], 3, [1, 2, 1]],
    ['COLLECT', ['1', '2', '1'], 9, []],
    ['COLLECT', ['1', '2', '1'], 9, ['none'], DEFAULT],
    ['COLLECT', ['0.1', '0.2', '3'], 2, 0.3, '', 'SUM'],
    ['COLLECT', ['0.1', '0.2', '3'], 9, null, '', 'SUM'],
    ['COLLECT', ['1', '"x"', '1'], 3, { reason: "decision 'd': SUM needs numbers, not 'x'" }, '', 'SUM'],
    ['COLLECT', ['3', '-2', '10'], 3, -2, '', 'MIN'],
    ['COLLECT', ['3', '-2', '10'], 3, 10, '', 'MAX'],
    ['COLLECT', ['"b"', '"a"', '"c"'], 3, 'a', '', 'MIN'],
    ['COLLECT', ['3', '3', '3'], 3, 3, '', 'COUNT'],
    ['COLLECT', ['3', '-2', '10'], 9, 0, '', 'COUNT'],
  ];
  for (const [policy, results, n, expected, more, aggregation] of rows) {
    const isFailure = typeof expected === 'object' && expected !== null && 'reason' in expected;
    it(`give ${JSON.stringify(expected)} when ${policy ?? 'none is written'} ${aggregation ?? ''} has ${results.join(', ')} for ${n}`, () => {
      const made = bench.make(file(policy, results, more, aggregation), 'd', { n });
      expect(made).to.deep.equal(isFailure ? expected : { value: expected });
    });
  }

  it('give maps when there are several outputs, compared from the left', () => {
    const table = (hitPolicy: string) =>
      decisionFile(
        decisionTable('d', {
          hitPolicy,
          inputs: ['n'],
          outputs: [
            ['a', 'Any', values('1,2')],
            ['b', 'Any', values('"x","y"')],
          ],
          rules: [
            ['-', '2', '"x"'],
            ['> 1', '1', '"y"'],
            ['> 2', '1', '"x"'],
          ],
        }),
      );
    expect(bench.make(table('PRIORITY'), 'd', { n: 3 })).to.deep.equal({ value: { a: 1, b: 'x' } });
    expect(bench.make(table('OUTPUT ORDER'), 'd', { n: 3 })).to.deep.equal({
      value: [
        { a: 1, b: 'x' },
        { a: 1, b: 'y' },
        { a: 2, b: 'x' },
      ],
    });
  });
});
