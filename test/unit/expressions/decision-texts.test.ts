import { expect } from 'chai';
import { knownText } from '../../../src/expressions/decisions/decision-texts.ts';
import { ReadVariables, TextScope } from '../../../src/expressions/decisions/text-scope.ts';
import { variableReaderOf } from '../../../src/expressions/evaluation-context.ts';

describe('a text of a decision that is evaluated repeatedly', () => {
  const made = (text: { readonly source: string }, values: Readonly<Record<string, unknown>>, variables = {}) => {
    const scope = new TextScope(values, new ReadVariables(variableReaderOf(variables)));
    return knownText(text).reading(scope).evaluate(scope, { now: 0 }, undefined);
  };

  it('is read with the names of several words that are there each time, when these change', () => {
    const text = { source: 'net price - tax' };
    expect(made(text, { 'net price': 10, tax: 3 })).to.equal(7);
    expect(made(text, {}, { 'net price - tax': 5, 'net price': 10, tax: 3 })).to.equal(5);
    expect(made(text, { tax: 1 }, { 'net price': 4 })).to.equal(3);
  });

  it('stays a number when a variable is called like it', () => {
    const text = { source: '-5' };
    expect(made(text, {})).to.equal(-5);
    expect(made(text, { '-5': 'five below' })).to.equal(-5);
  });

  it('finds members of several words when the value that has them changes', () => {
    const text = { source: 'order.net-price' };
    expect(made(text, { order: { 'net-price': 8 } })).to.equal(8);
    expect(made(text, { order: { net: 8 }, price: 3 })).to.equal(5);
  });

  it('keeps no value of an evaluation before', () => {
    const text = { source: 'amount' };
    expect(made(text, { amount: 1 })).to.equal(1);
    expect(made(text, {}, { amount: 2 })).to.equal(2);
    expect(made(text, {})).to.equal(null);
  });

  it('keeps its values when more ways to read it come than are kept', () => {
    const text = { source: 'a b + a b c + a b c d + a b c d e + x' };
    const names = ['a b', 'a b c', 'a b c d', 'a b c d e'];
    const values = Object.fromEntries(names.map((name, at) => [name, 10 ** at]));
    for (let round = 0; round < 12; round += 1) {
      const more = Array.from({ length: round % 6 }, (_, at) => [names[at] ?? 'x + x', 1]);
      expect(made(text, { ...values, ...Object.fromEntries(more), x: round })).to.be.a('number');
    }
    expect(made(text, { ...values, x: 5 })).to.equal(1116);
  });
});
