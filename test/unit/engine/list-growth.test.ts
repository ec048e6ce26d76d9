import { expect } from 'chai';
import { sizeOf } from '../../../src/engine/values/value-size.ts';
import { addedItems, sizeOfVariables } from '../../../src/engine/values/variable-growth.ts';
import type { Json } from '../../../src/engine/values.ts';
import { given, start } from '../../support/given-when-then.ts';

const LONG: readonly Json[] = Array.from({ length: 100 }, (_, at) => ({ at, text: `item ${at}` }));
const copyOf = (list: readonly Json[]) => JSON.parse(JSON.stringify(list)) as Json[];

describe('a list that grows', () => {
  it('is known by its items, wherever they come from', () => {
    expect(addedItems(LONG, [...copyOf(LONG), 'x', null])).to.deep.equal(['x', null]);
    expect(addedItems(copyOf(LONG), [...LONG, [1]])).to.deep.equal([[1]]);
  });

  it('is written as a whole when it is short, or when anything else has changed', () => {
    const changed: Json[] = copyOf(LONG);
    changed[7] = { at: 7, text: 'another' };
    expect(addedItems([1, 2], [1, 2, 3])).to.equal(undefined);
    expect(addedItems(LONG, [...changed, 'x'])).to.equal(undefined);
    expect(addedItems(LONG, [{ ...(LONG[0] as object), more: 1 }, ...LONG.slice(1), 'x'])).to.equal(undefined);
    expect(addedItems(LONG, LONG)).to.equal(undefined);
    expect(addedItems(LONG, LONG.slice(1))).to.equal(undefined);
    expect(addedItems(undefined, [...LONG])).to.equal(undefined);
    expect(addedItems('a text', [...LONG])).to.equal(undefined);
    expect(addedItems(LONG, { 0: 1, length: 500 })).to.equal(undefined);
  });

  it('leaves only its new items in the journal, and counts and reads as a whole', () => {
    const text = 'scriptFormat=javascript list.push("one more"); n = list.length';
    const { events, state } = given(
      `s: start\na: script ${text.replace('scriptFormat=javascript ', '')}\nw: task\nf1: s -> a\nf2: a -> w`,
    )
      .when(start({ list: LONG }))
      .then('=started +s -s >f1 +a -a >f2 +w')
      .andVariables({ list: [...LONG, 'one more'], n: 101 });
    expect(events.filter(({ type }) => type === 'ItemsAdded')).to.deep.equal([
      { type: 'ItemsAdded', variableScope: 1, name: 'list', items: ['one more'] },
    ]);
    expect(state.variablesSize).to.equal(sizeOfVariables({ list: [...LONG, 'one more'], n: 101 }));
    expect(sizeOf(LONG)).to.be.greaterThan(1024);
  });
});
