import { expect } from 'chai';
import { Bench, valueTable } from '../../support/engine/evaluating.ts';

const bench = new Bench();
const equal = (a: unknown, b: unknown) => expect(a).to.deep.equal(b);
const MAX = Number.MAX_SAFE_INTEGER;
const variables = {
  seven: 7,
  two: 2,
  half: 0.5,
  big: MAX,
  text: 'b',
  nothing: null,
  yes: true,
  list: [1, { a: null }],
  map: { a: 1 },
};

describe('numbers', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['7 / 2', 3],
      ['-7 / 2', -3],
      ['7.0 / 2', 3.5],
      ['7D / 2', 3.5],
      ['7F / 2', 3.5],
      ['7M / 2', 3.5],
      ['7e0 / 2', 3.5],
      ['7L / 2', 3],
      ['seven / two', 3],
      ['seven * 1.0 / two', 3.5],
      ['(seven + 0.0) / two', 3.5],
      ['half + half', 1],
      ['(half + half) / two', 0.5],
      ['(int)(half + half) / two', 0],
      ['1 / 2 * 2', 0],
      ['-7 % 3', -1],
      ['7.5 % 2', 1.5],
      ['7.0', 7],
      ['-0', 0],
      ['0 * -1', 0],
      [
        'big + 1',
        'failure: whole number 9007199254740992 cannot be stored exactly (at most ±9007199254740991); keep it as a string',
      ],
      [
        '(long)"9007199254740993"',
        'failure: whole number 9007199254740993 cannot be stored exactly (at most ±9007199254740991); keep it as a string',
      ],
      ['(big - 1) / 2', (MAX - 1) / 2],
      ['1 / 0', 'failure: division by zero'],
      ['1.0 / 0', 'failure: division by zero'],
      ['1 % 0', 'failure: division by zero'],
      ['1e308 * 10', 'failure: result is not a finite number'],
      ['7 == 7.0', true],
    ],
    equal,
  );
});

describe('booleans and null in capitals', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['yes == True', true],
      ['yes == TRUE', true],
      ['yes != False', true],
      ['True', true],
      ['FALSE', false],
      ['!True', false],
      ['not False', true],
      ['yes && True', true],
      ['True and not FALSE', true],
      ['True ? 1 : 2', 1],
      ['True.ToString()', 'True'],
      ['nothing == None', true],
      ['nothing is null', true],
      ['yes == NULL', false],
      ['[True, False, None]', [true, false, null]],
      ['new { a = True }', { a: true }],
      ["bool.Parse('True') == True", true],
      ['_context.True', null],
      ['tRue', null],
      ['map.True', null],
    ],
    equal,
  );
  valueTable(
    () => bench,
    { True: 5, FALSE: null, approved: true },
    [
      ['True', 5],
      ['FALSE', null],
      ['False', false],
      ['approved == TRUE', true],
    ],
    equal,
  );

  it('are values of a script, and names where it declares or assigns them', () => {
    expect(bench.script('approved = True; open = False; note = None')).to.deep.include({
      writes: { approved: true, open: false, note: null },
    });
    expect(bench.script('var True = 5; a = True')).to.deep.include({ writes: { a: 5 } });
    expect(bench.script('if (True) { a = 1 } else { a = 2 }')).to.deep.include({ writes: { a: 1 } });
    expect(bench.script('True = 5; a = True')).to.deep.include({ writes: { True: 5, a: 5 } });
  });
});

describe('plus and the text of values', () => {
  valueTable(
    () => bench,
    variables,
    [
      ["'a' + 1", 'a1'],
      ["1 + 'a'", '1a'],
      ["1 + 2 + 'a'", '3a'],
      ["'a' + 1 + 2", 'a12'],
      ["'a' + nothing", 'a'],
      ["nothing + 'a'", 'a'],
      ["'' + yes", 'True'],
      ["'' + !yes", 'False'],
      ["'' + 7.0", '7'],
      ["'' + half", '0.5'],
      ["'' + list", '[1,{"a":null}]'],
      ["'' + map", '{"a":1}'],
      ['1 + nothing', "failure: '+' needs numbers, not number and null"],
      ['nothing + nothing', "failure: '+' needs numbers, not null and null"],
      ['yes + 1', "failure: '+' needs numbers, not boolean and number"],
      ["'3' * 2", "failure: '*' needs numbers, not string and number"],
      ['-text', "failure: '-' needs a number, not string"],
      ['-nothing', "failure: '-' needs a number, not null"],
    ],
    equal,
  );
});

describe('comparison', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['nothing < 1', false],
      ['nothing >= nothing', false],
      ['1 > nothing', false],
      ["'a' < text", true],
      ["'Z' < 'a'", true],
      ["'10' < '9'", true],
      ["1 < '2'", "failure: '<' cannot compare number with string"],
      ['yes > false', "failure: '>' cannot compare boolean with boolean"],
      ['list > 1', "failure: '>' cannot compare list with number"],
      ['nothing == null', true],
      ['nothing == 0', false],
      ["nothing == ''", false],
      ['nothing == false', false],
      ["1 == '1'", false],
      ['yes == 1', false],
      ["'a' == 'A'", false],
      ['list == [1, new { a = null }]', true],
      ['list == [1]', false],
      ['map == new { a = 1 }', true],
      ['map == new { a = 1, b = 2 }', false],
      ['map == list', false],
      ['[] == new { }', false],
      ['execution == null', false],
    ],
    equal,
  );
});

describe('booleans and null', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['!nothing', true],
      ['nothing && yes', false],
      ['nothing || yes', true],
      ['yes && nothing', false],
      ['nothing ? 1 : 2', 2],
      ['!1', "failure: '!' needs a boolean, not number"],
      ["'true' && yes", "failure: '&&' needs a boolean, not string"],
      ['yes || missing.member', true],
      ['!yes && missing.member', false],
      ['seven ?? missing.member', 7],
      ['yes ? 1 : missing.member', 1],
      ['1 ? 2 : 3', "failure: '?:' needs a boolean, not number"],
      ["empty ''", true],
      ['empty []', true],
      ['empty new { }', true],
      ['empty 0', false],
      ['empty false', false],
    ],
    equal,
  );
});

describe('missing values', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['unknown', null],
      ['map.unknown', null],
      ["map['unknown']", null],
      ['nothing.a', "failure: cannot read 'a' of null"],
      ['unknown.a.b', "failure: cannot read 'a' of null"],
      ['map.unknown.b', "failure: cannot read 'b' of null"],
      ['nothing.Trim()', "failure: cannot read 'Trim' of null"],
      ['nothing[0]', "failure: cannot read '0' of null"],
      ["nothing['k']", "failure: cannot read 'k' of null"],
      ['list[2]', 'failure: index 2 is out of range'],
      ['list[-1]', 'failure: index -1 is out of range'],
      ['list?[2]', null],
      ['text[1]', 'failure: index 1 is out of range'],
      ["list['a']", 'failure: an index must be an integer, not string'],
      ['list[0.5]', 'failure: an index must be an integer, not number'],
      ['seven.a', "failure: cannot read 'a' of number"],
      ['map[null]', 'failure: a key must be a string, not null'],
      ['execution', 'failure: execution is not a value'],
      ['[execution]', 'failure: execution is not a value'],
    ],
    equal,
  );
});

describe('casts', () => {
  valueTable(
    () => bench,
    variables,
    [
      ['(int)7.9', 7],
      ['(int)-7.9', -7],
      ["(int)' 12 '", 12],
      ["(long)'-3'", -3],
      ["(int)'1.5'", "failure: cannot convert '1.5' to an integer"],
      ['(int)nothing', 'failure: cannot convert null to an integer'],
      ['(int)yes', 'failure: cannot convert boolean to an integer'],
      ["(double)'1.5'", 1.5],
      ["(decimal)'1e2'", 100],
      ["(double)'x'", "failure: cannot convert 'x' to a number"],
      ["(bool)'TRUE'", true],
      ["(bool)'1'", "failure: cannot convert '1' to a boolean"],
      ['(string)half', '0.5'],
      ['(string)nothing', ''],
      ['(string?)nothing', null],
      ['(string)yes', 'True'],
      ['(string[])list', [1, { a: null }]],
    ],
    equal,
  );
});
