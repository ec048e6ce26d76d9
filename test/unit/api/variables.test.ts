import { expect } from 'chai';
import fc from 'fast-check';
import { findInexactNumber, variablesFault } from '../../../src/api/body/variables.ts';

function faultOf(variablesText: string): string | undefined {
  const text = `{"WorkflowId":"9007199254740993","Variables":${variablesText},"Other":1e999}`;
  return variablesFault(JSON.parse(text).Variables, 'Variables', text);
}

function nested(levels: number, open: string, close: string): string {
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}

const TOO_DEEP = 'Variables is nested deeper than 64 levels.';
const tooBig = (literal: string) => `Variables contains a number that cannot be stored exactly: ${literal}. Send it as a string.`;

describe('the rules of variables', () => {
  const accepted: readonly [title: string, text: string][] = [
    ['there are none', '{}'],
    ['objects reach level 64', nested(64, '{"a":', '}')],
    ['arrays reach level 64', `{"a":${nested(63, '[', ']')}}`],
    ['an integer is the largest exact one', '{"a":9007199254740991,"b":-9007199254740991}'],
    ['a large number is written with an exponent', '{"a":1e20,"b":-1.5E300}'],
    ['a large number is written with a fraction', '{"a":9007199254740993.0}'],
    ['a small number loses digits', '{"a":0.1234567890123456789012345}'],
    ['a number is too small for a double', '{"a":1e-999}'],
    ['a text looks like a large number', '{"a":"9007199254740993"}'],
    ['a name only looks reserved', '{"__proto":1,"Constructor":2,"proto":3,"toString":4}'],
    ['a repeated member ends well', '{"a":9007199254740993,"a":1}'],
  ];
  for (const [title, text] of accepted) {
    it(`accept them when ${title}`, () => {
      expect(faultOf(text)).to.equal(undefined);
    });
  }

  const refused: readonly [title: string, text: string, fault: string][] = [
    ['objects reach level 65', nested(65, '{"a":', '}'), TOO_DEEP],
    ['arrays reach level 65', `{"a":${nested(64, '[', ']')}}`, TOO_DEEP],
    ['nesting would end the call stack', `{"a":${nested(100_000, '[', ']')}}`, TOO_DEEP],
    ['a name is __proto__', '{"__proto__":1}', "Variables contains the reserved name '__proto__'."],
    ['a nested name is constructor', '{"a":[{"constructor":1}]}', "Variables contains the reserved name 'constructor'."],
    ['an escaped name is prototype', '{"prot\\u006ftype":1}', "Variables contains the reserved name 'prototype'."],
    [
      'a reserved name stands beside a large number',
      '{"a":1e999,"prototype":1}',
      "Variables contains the reserved name 'prototype'.",
    ],
    ['they are too deep beside a reserved name', `{"prototype":${nested(64, '[', ']')}}`, TOO_DEEP],
    ['an integer is one too large', '{"a":9007199254740992}', tooBig('9007199254740992')],
    ['an integer would be rounded to an exact one', '{"a":{"b":[1,-9007199254740993]}}', tooBig('-9007199254740993')],
    ['a number is too large for a double', '{"a":1e309}', tooBig('1e309')],
    ['a fraction is too large for a double', '{"a":-1.5E+400}', tooBig('-1.5E+400')],
    ['an exact large number stands before a bad one', '{"a":1e20,"b":9007199254740995}', tooBig('9007199254740995')],
    ['two numbers are bad', '{"a":"9007199254740997","b":9007199254740993,"c":1e999}', tooBig('9007199254740993')],
    ['the literal is very long', `{"a":1${'0'.repeat(400)}}`, tooBig(`1${'0'.repeat(255)}…`)],
  ];
  for (const [title, text, fault] of refused) {
    it(`refuse them when ${title}`, () => {
      expect(faultOf(text)).to.equal(fault);
    });
  }
});

describe('finding a number that cannot be kept', () => {
  it('looks only into the member asked for when others hold such numbers', () => {
    const text = ' { "x" : [9007199254740993, {"Variables": 9007199254740995}] , "vari\\u0061bles" : { "a" : [ 1e999 ] } } ';
    expect(findInexactNumber(text, 'variables')).to.equal('1e999');
    expect(findInexactNumber(text, 'x')).to.equal('9007199254740993');
    expect(findInexactNumber(text, 'Variables')).to.equal(undefined);
  });

  it('looks into the last one when a member is repeated', () => {
    const text = '{"v":{"a":9007199254740993},"v":{"a":9007199254740995}}';
    expect(findInexactNumber(text, 'v')).to.equal('9007199254740995');
  });

  it('finds the planted literal when anything else surrounds it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), fc.string(), (before, after, name) => {
        const text = JSON.stringify({ before, v: { [name]: 'MARK', after } }).replace('"MARK"', '9007199254740993');
        const parsed = JSON.parse(text);
        fc.pre(parsed.v[name] === 9007199254740992 && !/\d{16}/.test(JSON.stringify([before, after, name])));
        expect(findInexactNumber(text, 'v')).to.equal('9007199254740993');
        expect(findInexactNumber(text, 'before')).to.equal(undefined);
      }),
    );
  });
});
