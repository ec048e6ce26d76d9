import { evaluate as library } from '@bpmn-io/feelin';
import { expect } from 'chai';
import type { Json } from '../../../src/engine/values.ts';
import { readSimplePath } from '../../../src/expressions/feel/evaluate.ts';

const VARIABLES: Readonly<Record<string, Json>> = {
  a: { b: { c: 1, list: [{ x: 1 }], text: '2026-01-01', nothing: null }, 'odd name': 2 },
  list: [{ b: 1 }, { b: 2 }],
  text: 'abc',
  number: -0,
  nothing: null,
  count: 7,
  true: 'a variable with the name of a word',
};

describe('a path through maps', () => {
  const sources = [
    'a',
    'a.b',
    'a.b.c',
    'a.b.missing',
    'a.missing.deeper',
    'a.b.list',
    'a.b.text',
    'a.b.nothing.x',
    'text',
    'nothing',
    'nothing.x',
    'count',
  ];
  for (const source of sources) {
    it(`gives what the library gives when it is '${source}'`, () => {
      expect(readSimplePath(source, VARIABLES)?.value).to.deep.equal(library(source, VARIABLES).value);
    });
  }

  const others = [
    'list.b',
    'a.b.list.x',
    'text.length',
    'number.x',
    'missing',
    'true',
    'a.b + 1',
    'a["b"]',
    'a.odd name',
    'a.__proto__',
    '__proto__',
    'constructor',
    'a.constructor.x',
    '',
    '1',
    'today()',
  ];
  for (const source of others) {
    it(`is left to the library when it is '${source}'`, () => {
      expect(readSimplePath(source, VARIABLES)).to.equal(undefined);
    });
  }
});
