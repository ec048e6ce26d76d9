import { expect } from 'chai';
import type { Json } from '../../../../src/engine/values.ts';
import { DecisionBench } from '../../../support/decisions.ts';
import { decisionFile, decisionTable } from '../../../support/models/decisions.ts';
import { itFull } from '../../../support/tier.ts';

describe('the cells of a table (docs/contributing/spec/expressions.md#unary-tests)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());

  const holds = (cell: string, value: Json, type: string) => {
    const table = decisionTable('d', {
      hitPolicy: 'FIRST',
      inputs: [['v', type]],
      outputs: ['out'],
      rules: [
        [cell, 'true'],
        ['-', 'false'],
      ],
    });
    return bench.make(decisionFile(table), 'd', { v: value, five: 5, names: ['a', 'b'] });
  };
  const rows: readonly [cell: string, type: string, hits: readonly Json[], misses: readonly Json[]][] = [
    ['', 'Any', [1, null, 'x'], []],
    ['-', 'Any', [1, null, 'x'], []],
    ['5', 'number', [5], [4, null]],
    ['"a"', 'string', ['a'], ['b', null, '']],
    ['"a", "b"', 'string', ['a', 'b'], ['c', null]],
    ['"with \\"quotes\\""', 'string', ['with "quotes"'], ['with']],
    ['true', 'boolean', [true], [false, null]],
    ['null', 'Any', [null], [0, false, '']],
    ['not(null)', 'Any', [0, '', false], [null]],
    ['< 5', 'number', [4, -1], [5, 6, null]],
    ['<= 5.5', 'number', [5.5], [5.6]],
    ['> five', 'number', [6], [5, null]],
    ['>= 5', 'number', [5], [4.99]],
    ['!= 5', 'number', [4, null], [5]],
    ['= 5', 'number', [5], [4]],
    ['[1..5]', 'number', [1, 5], [0, 6, null]],
    ['(1..5)', 'number', [2], [1, 5]],
    [']1..5[', 'number', [2], [1, 5]],
    ['[1..5)', 'number', [1], [5]],
    ['[1..five]', 'number', [1, 5], [6]],
    ['["b".."d"]', 'string', ['b', 'c'], ['a', 'e']],
    ['< 1, > 10, 5', 'number', [0, 11, 5], [4, 10]],
    ['not(5, > 10)', 'number', [4], [5, 11, null]],
    ['not("a")', 'string', ['b', null], ['a']],
    ['not(five)', 'number', [4], [5]],
    ['five', 'number', [5], [4]],
    ['five + 1', 'number', [6], [5]],
    ['names', 'string', ['a', 'b'], ['c']],
    ['["x", "y"]', 'string', ['x'], ['z']],
    ['string length(?) > 2', 'string', ['abc'], ['ab', null]],
    ['? > five and ? < 8', 'number', [6], [5, 8]],
    ['starts with(?, "a"), "z"', 'string', ['ab', 'z'], ['b']],
    ['not(contains(?, "a"))', 'string', ['b'], ['ab']],
    ['list contains(?, "a")', 'Any', [['a']], [['b'], []]],
    ['some x in ? satisfies x > 3', 'Any', [[1, 4]], [[1], []]],
    ['five > 3', 'string', ['whatever', null], []],
    ['cellInput = 7', 'number', [7], [8]],
    ['"a" // of course', 'string', ['a'], ['b']],
    ['date("2026-03-01")', 'date', ['2026-03-01'], ['2026-03-02', null]],
    ['> date("2026-03-01")', 'date', ['2026-03-02'], ['2026-03-01', null]],
    ['[date("2026-01-01")..date("2026-12-31")]', 'date', ['2026-06-01'], ['2027-01-01']],
    ['not(< date("2026-03-01"))', 'date', ['2026-03-01'], ['2025-01-01']],
    ['< time("12:00:00")', 'time', ['11:00:00'], ['13:00:00']],
    ['> date and time("2026-03-01T10:00:00")', 'dateTime', ['2026-03-01T10:00:01'], ['2026-03-01T09:00:00']],
    ['>= duration("P2D")', 'dayTimeDuration', ['P3D', 'PT48H'], ['PT1H']],
    ['> duration("P1Y")', 'yearMonthDuration', ['P13M'], ['P11M']],
    ['?.year = 2026', 'date', ['2026-03-01'], ['2025-03-01']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of JUEL
    ['${cellInput > 3}', 'number', [4], [3]],
  ];
  for (const [cell, type, hits, misses] of rows) {
    it(`are passed by ${JSON.stringify(hits)} and not by ${JSON.stringify(misses)} when ${type} has ${cell === '' ? 'nothing' : cell}`, () => {
      for (const value of hits) expect(holds(cell, value, type), JSON.stringify(value)).to.deep.equal({ value: true });
      for (const value of misses) expect(holds(cell, value, type), JSON.stringify(value)).to.deep.equal({ value: false });
    });
  }

  itFull('mean the same with and without a parser when they compare with literals', () => {
    const literals = ['1', '-2.5', '"a"', '"b"', 'true', 'false', 'null'];
    const values: readonly Json[] = [1, -2.5, 3, 'a', 'b', '', true, false, null, ['a'], { x: 1 }];
    const tests = [
      ...literals,
      ...literals.flatMap((literal) => ['<', '<=', '>', '>=', '=', '!='].map((operator) => `${operator} ${literal}`)),
      ...['[1..3]', '(1..3]', '["a".."b"]', '[1.."b"]', '1, "a"', '< 3, "a"'],
    ];
    for (const test of tests.flatMap((one) => [one, `not(${one})`])) {
      for (const value of values) {
        // the reader takes a text in brackets as an expression
        const parsed = test.replaceAll(/"[ab]"|-?\d(?:\.\d)?|true|false|null/g, '($&)');
        expect(holds(test, value, 'Any'), `${test} for ${JSON.stringify(value)}`).to.deep.equal(holds(parsed, value, 'Any'));
      }
    }
  });
});

describe('values in tables of Camunda 7 (docs/contributing/spec/decisions.md#types-of-camunda-7)', () => {
  const bench = new DecisionBench();
  after(() => bench.close());
  const FOR_7 =
    'xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Platform" modeler:executionPlatformVersion="7.21.0"';
  const FOR_8 = FOR_7.replace('Camunda Platform', 'Camunda Cloud');
  const make = (type: string, cell: string, value: Json, made = FOR_7) => {
    const rules = [
      [cell, '"yes"'],
      ['-', '"no"'],
    ];
    const table = decisionTable('d', { hitPolicy: 'FIRST', inputs: [['v', type]], outputs: ['out'], rules });
    return bench.make(decisionFile(table, made), 'd', { v: value });
  };
  const output = (type: string, cell: string) =>
    bench.make(decisionFile(decisionTable('d', { inputs: ['v'], outputs: [['o', type]], rules: [['-', cell]] }), FOR_7), 'd', {
      v: 1,
    });

  it('are converted to the type of an input when they are texts, numbers or dates with a time', () => {
    const rows: readonly (readonly [type: string, cell: string, value: Json])[] = [
      ['integer', '12', '12'],
      ['long', '> 11', '+12'],
      ['long', '> 11', 3_000_000_000],
      ['integer', '12', 12.0],
      ['double', '12.5', ' 12.5 '],
      ['boolean', 'true', 'TRUE'],
      ['string', '"12"', 12],
      ['string', '"true"', true],
      ['date', '> date and time("2024-01-31T09:59:59")', '2024-01-31T10:00:00'],
      ['date', 'date and time("2024-01-31T10:00:00")', '2024-01-31T12:00:00.000+0200'],
      ['date', 'date and time("2024-01-31T10:00:00")', '2024-01-31T10:00:00Z'],
      ['date', 'date and time("2024-02-29T23:30:00.5")', '2024-03-01T01:30:00.500+02:00'],
      ['date', '[date and time("2024-01-31T00:00:00")..date and time("2024-02-01T00:00:00"))', '2024-01-31'],
      ['date', 'date("2024-01-31")', '2024-01-31'],
    ];
    for (const [type, cell, value] of rows)
      expect(make(type, cell, value), `${type} ${cell} ${JSON.stringify(value)}`).to.deep.equal({ value: 'yes' });
  });

  it('are refused in linear time when they are long texts', () => {
    const began = performance.now();
    expect(make('double', '12.5', `${'0'.repeat(300_000)}x`)).not.to.have.property('value');
    expect(performance.now() - began).to.be.below(2000);
  });

  it('fail when they cannot be converted, or the file is for another engine', () => {
    const failing: readonly (readonly [type: string, value: Json, made?: string])[] = [
      ['integer', '12.5'],
      ['integer', 'twelve'],
      ['integer', 12.5],
      ['long', 12.5],
      ['integer', 3_000_000_000],
      ['integer', '3000000000'],
      ['number', '12'],
      ['boolean', 'yes'],
      ['date', '31.01.2024'],
      ['date', '2024-02-30T10:00:00'],
      ['integer', '12', FOR_8],
      ['integer', '12', ''],
    ];
    for (const [type, value, made] of failing)
      expect(make(type, '-', value, made), `${type} ${JSON.stringify(value)}`).to.not.have.property('value');
  });

  it('are converted to the type of an output', () => {
    expect(output('integer', '"12"')).to.deep.equal({ value: 12 });
    expect(output('double', '"0.5"')).to.deep.equal({ value: 0.5 });
    expect(output('integer', '1 / 2')).to.deep.equal({ reason: "decision 'd': rule 1: output 'o': 0.5 is not of type integer" });
    expect(output('boolean', '"false"')).to.deep.equal({ value: false });
    expect(output('string', '12')).to.deep.equal({ value: '12' });
    expect(output('date', 'date and time("2024-01-31T10:00:00")')).to.deep.equal({ value: '2024-01-31T10:00:00' });
    expect(output('date', 'date("2024-01-31")')).to.deep.equal({ value: '2024-01-31' });
    expect(output('date', '"2024-01-31T10:00:00"')).to.deep.equal({ value: '2024-01-31T10:00:00' });
  });
});
