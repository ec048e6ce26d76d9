import { expect } from 'chai';
import { compileFeel } from '../../../src/expressions/feel/compiled.ts';
import { evaluateFeel } from '../../../src/expressions/feel/evaluate.ts';
import { feelTable, feelText } from '../../support/engine/feel-values.ts';

describe('functions of FEEL', () => {
  describe('for texts', () => {
    feelTable([
      ['substring("foobar", 3)', 'obar'],
      ['substring("foobar", -2, 1)', 'a'],
      ['substring("foobar", 0)', null],
      ['substring("foobar", 7)', null],
      ['substring("foobar", 2, 0)', null],
      ['substring("a🐎b", 2, 1)', '🐎'],
      ['string length("a🐎b")', 3],
      ['string length(5)', null],
      ['string length(["abc"])', 3],
      ['substring before("foobar", "bar")', 'foo'],
      ['substring before("foobar", "x")', ''],
      ['substring after("foobar", "ob")', 'ar'],
      ['substring after("foobar", "")', 'foobar'],
      ['split("a;b;;c", ";")', ['a', 'b', '', 'c']],
      ['split("abc", "")', ['a', 'b', 'c']],
      ['string join(["a", null, "b"], "-")', 'a-b'],
      ['contains("foobar", null)', null],
      ['number("1 000,5", " ", ",")', 1000.5],
      ['number("1.000,5", ".", ",")', 1000.5],
      ['number("1,000", ",", ",")', null],
      ['number("12x")', null],
      ['number("-1.5e3")', -1500],
      ['upper case("ä")', 'Ä'],
    ]);
  });

  describe('for patterns of XPath', () => {
    feelTable([
      ['matches("abracadabra", "^a.*a$")', true],
      ['matches("abc", "B")', false],
      ['matches("abc", "B", "i")', true],
      ['matches("a\\nb", "a.b")', false],
      ['matches("a\\nb", "a.b", "s")', true],
      ['matches("a\\nb", "^b", "m")', true],
      ['matches("hello world", "hello\\\\ sworld", "x")', true],
      ['matches("a.b", "a.b", "q")', true],
      ['matches("axb", "a.b", "q")', false],
      ['matches("abc", "b", "g")', null],
      ['matches("abc", "(")', null],
      ['matches("aa", "(a)\\\\1")', true],
      ['matches("b", "[a-z-[aeiou]]")', true],
      ['matches("e", "[a-z-[aeiou]]")', false],
      ['matches("a-b", "a[\\\\-x]b")', true],
      ['matches("٣", "\\\\d")', true],
      ['matches("abc", "\\\\p{IsBasicLatin}+")', true],
      ['matches("x", "\\\\p{IsNothing}")', null],
      ['replace("abracadabra", "a(.)", "a$1$1")', 'abbraccaddabbra'],
      ['replace("abc", "b", "\\\\$")', 'a$c'],
      ['replace("abc", "b", "$")', null],
      ['replace("abc", "x*", "-")', null],
      ['replace("a b", " ", "_")', 'a_b'],
      ['extract("order 12 of 34", "\\\\d+")', ['12', '34']],
    ]);
  });

  describe('for numbers', () => {
    feelTable([
      ['decimal(2.5, 0)', 2],
      ['decimal(1.125, 2)', 1.12],
      ['decimal(1234.5, -2)', 1200],
      ['decimal(1, 7000)', null],
      ['floor(-1.56, 1)', -1.6],
      ['ceiling(-1.5)', -1],
      ['round up(-5.5, 0)', -6],
      ['round up(5.5, null)', null],
      ['floor(5.5, null)', null],
      ['round down(-5.5, 0)', -5],
      ['round half up(-2.5, 0)', -3],
      ['round half down(-2.5, 0)', -2],
      ['modulo(-10.1, 4.5)', 3.4],
      ['modulo(10, 0)', null],
      ['sqrt(-1)', null],
      ['log(0)', null],
      ['odd(2.5)', null],
      ['even(-2)', true],
      ['9007199254740991 + 2 - 2', 9007199254740991],
      ['9999999999999999999999 + 1 = 10000000000000000000000', true],
      ['1.1 * 1.1', 1.21],
      ['0.07 * 100', 7],
      ['4.35 * 100', 435],
      ['1.005 * 1000', 1005],
      ['0.1 + 0.7', 0.8],
      ['1234567.8901 + 0.0001', 1234567.8902],
      ['2 ** 0.5 * 2 ** 0.5 < 2.0000000001', true],
    ]);

    it('keep 34 digits between two operations when they need them', () => {
      expect(feelText('1 / 3')).to.equal('0.3333333333333333333333333333333333');
      expect(feelText('12345678901234567.5 + 0.25')).to.equal('12345678901234567.75');
    });
  });

  describe('for lists', () => {
    feelTable([
      ['count(null)', null],
      ['count(1)', 1],
      ['min("b", "a")', 'a'],
      ['min([1, "a"])', null],
      ['sum([])', null],
      ['sum(1, 2.5)', 3.5],
      ['product([2, 3, 4])', 24],
      ['median([6, 1, 2, 3])', 2.5],
      ['stddev([2, 4, 7, 5])', 2.0816659994661326],
      ['stddev([1])', null],
      ['mode([6, 1, 9, 6, 1])', [1, 6]],
      ['mode([])', []],
      ['[mode(), all(), any(), sum(), max(), concatenate()]', [null, null, null, null, null, null]],
      ['[all([]), any([])]', [true, false]],
      ['all([true, null])', null],
      ['all([null, false])', false],
      ['any([false, null])', null],
      ['any([])', false],
      ['any([true, 1])', null],
      ['concatenate()', null],
      ['sublist([4, 5, 6], -2, 1)', [5]],
      ['sublist([4, 5, 6], 2, 5)', null],
      ['append([1], 2, [3])', [1, 2, [3]]],
      ['append(1, 2)', [1, 2]],
      ['append(null, 2)', null],
      ['concatenate([1], [2, 3])', [1, 2, 3]],
      ['concatenate([1], null)', null],
      ['insert before([1, 3], -1, 2)', [1, 2, 3]],
      ['insert before([1, 3], 0, 2)', null],
      ['remove([1, 2, 3], -1)', [1, 2]],
      ['list replace([2, 4, 7, 8], 3, 6)', [2, 4, 6, 8]],
      ['list replace([2, 4, 7, 8], -1.5, 6)', [2, 4, 7, 6]],
      ['list replace([2, 4, 7, 8], function(item, newItem) item < newItem, 5)', [5, 5, 7, 8]],
      ['list replace([2, 4], function(item, newItem) 1, 5)', null],
      ['index of([1, null, 1], 1)', [1, 3]],
      ['index of([1, null], null)', [2]],
      ['union([1, 2], [2, 3])', [1, 2, 3]],
      ['distinct values([1, "1", 1, [1], [1]])', [1, '1', [1]]],
      ['flatten([[1, [2]], 3])', [1, 2, 3]],
      ['sort([3, 1, 2])', [1, 2, 3]],
    ]);
  });

  describe('for contexts', () => {
    feelTable([
      ['get value({a: 1}, "b")', null],
      ['get entries({a: 1})', [{ key: 'a', value: 1 }]],
      ['context([{key: "a", value: 1}, {key: "b", value: 2}])', { a: 1, b: 2 }],
      ['context([{key: "a", value: 1}, {key: "a", value: 2}])', null],
      ['context([{key: "__proto__", value: 1}])', null],
      ['context put({x: 1}, "y", 2)', { x: 1, y: 2 }],
      ['context put({x: {y: 1}}, ["x", "y"], 2)', { x: { y: 2 } }],
      ['context put({x: 1}, [], 2)', null],
      ['context put({x: {y: 1}}, ["x", "y", "z"], 2)', null],
      ['context put({x: null}, ["x", "y", "z"], 2)', { x: { y: { z: 2 } } }],
      ['context put(context: {x: 1}, keys: ["y", "z"], value: 2)', { x: 1, y: { z: 2 } }],
      ['context put(context: {x: 1}, key: ["y", "z"], value: 2)', null],
      ['context merge([{a: 1}, {a: 2, b: 3}])', { a: 2, b: 3 }],
      ['context merge([{a: 1}, 5])', null],
      ['not(null)', null],
    ]);
  });

  describe('for ranges', () => {
    const yes = [
      ...['before(1, [2..3])', 'before([1..2), 2)', 'after([5..9], [1..5))', 'meets([1..5], [5..9])', 'met by([5..9], [1..5])'],
      ...['overlaps([1..5], [5..8])', 'overlaps before([1..5], [3..8])', 'overlaps after([3..8], [1..5])', 'finishes(9, [1..9])'],
      ...['finished by([1..9], (5..9])', 'includes([1..9], [1..9])', 'during((1..9), [1..9])', 'starts(1, [1..9])'],
      ...['started by([1..9], [1..5])', 'coincides([1..5], [1..5])', 'coincides(5, 5)', 'includes((> 3), 4)'],
      ...['range("[1..3]") = [1..3]', 'range("[@\\"2024-01-01\\"..@\\"2024-02-01\\"]").start = @"2024-01-01"'],
      ...[
        'range("[7..)") = (>=7)',
        'range("]7..)") = (> 7)',
        'range(" ( .. 7 ] ") = (<= 7)',
        'range("(..7[") = (< 7)',
        '8 in range("(7..)")',
      ],
    ];
    const no = [
      ...['before([1..2], 2)', 'meets([1..5), [5..9])', 'overlaps([1..5], (5..8])', 'overlaps before([1..5], [1..5])'],
      ...['finishes(9, [1..9))', 'includes((1..9], 1)', 'starts((1..5], [1..9])', 'coincides((1..5), [1..5])'],
    ];
    const unknown = [
      'before(1, "a")',
      'before(1, null)',
      'coincides([1..2], 1)',
      'range("[1..")',
      'range("[..7]")',
      'range("[7..]")',
      'range("(..)")',
      'range("[3..1]")',
      'range("1")',
    ];
    feelTable([
      ...yes.map((text) => [text, true] as const),
      ...no.map((text) => [text, false] as const),
      ...unknown.map((text) => [text, null] as const),
    ]);
  });
});

describe('a small text of FEEL whose value has no end', () => {
  const doubling = (first: string, next: (name: string) => string) =>
    `{a0: ${first}, ${Array.from({ length: 80 }, (_, at) => `a${at + 1}: ${next(`a${at}`)}`).join(', ')}}`;
  const lists = doubling('[1, 1]', (name) => `[${name}, ${name}]`);
  const tooMany = 'failure: value holds more than 1000000 values';
  for (const [text, wanted] of [
    [`${lists}.a80`, tooMany],
    [`string(${lists}.a80)`, tooMany],
    [`${lists}.a80.x`, tooMany],
    [`to json(${lists}.a80)`, tooMany],
    [`${lists}.a80 = ${lists}.a80`, tooMany],
    [`${doubling('"text"', (name) => `${name} + ${name}`)}.a80`, 'failure: text is longer than 4194304 characters'],
  ] as const) {
    // a value of 2 ** 80 parts: if the limit came late, this would never end
    it(`fails before it takes long when it is ${text.slice(0, 20)}… ${text.slice(-20)}`, () => {
      const result = evaluateFeel(text, {}, { now: 0 });
      expect(result.ok ? 'a value' : `failure: ${result.reason}`).to.equal(wanted);
    });
  }
});

describe('what cannot be reached from FEEL', () => {
  feelTable(
    [
      ['constructor', null],
      ['data.constructor', null],
      ['data.toString', null],
      ['data.hasOwnProperty', null],
      ['[data][toString]', []],
      ['get value(data, "__proto__")', null],
      ['{"__proto__": {a: 1}}', "failure: name '__proto__' is not allowed"],
      ['{"__proto__": {a: 1}}.a', null],
      ['[1, 2].length', [null, null]],
      ['"abc".length', null],
      ['count.call', null],
      ['(function(a) a).name', null],
      ['toString()', null],
    ],
    { data: { a: 1 } },
  );

  it('is the prototype of an object when a script changes it', () => {
    const compiled = compileFeel('{a: 1}.spoiled');
    Object.defineProperty(Object.prototype, 'spoiled', { value: 'yes', configurable: true });
    try {
      expect(compiled.evaluate({}, { now: 0 })).to.equal(null);
      expect(compileFeel('spoiled').evaluate({}, { now: 0 })).to.equal(null);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'spoiled');
    }
  });
});
