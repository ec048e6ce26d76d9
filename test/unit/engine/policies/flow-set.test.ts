import { expect } from 'chai';
import { FlowSet } from '../../../../src/engine/policies/flow-set.ts';

const names = Array.from({ length: 70 }, (_, i) => `f${i}`);
const flows = { names, indexes: new Map(names.map((name, index) => [name, index])) };
const setOf = (...members: readonly string[]) => {
  const set = new FlowSet(flows);
  for (const name of members) set.add(name);
  return set;
};

describe('a set of incoming flows', () => {
  it('has its flows once and in the order of the join when they were added in another one', () => {
    const set = setOf('f69', 'f31', 'f0', 'f32', 'f31');
    expect([[...set], set.size]).to.deep.equal([['f0', 'f31', 'f32', 'f69'], 4]);
  });

  it('has the flows of both when another set is added', () => {
    const set = setOf('f31', 'f63');
    set.addAll(setOf('f31', 'f64'));
    expect([[...set], set.size]).to.deep.equal([['f31', 'f63', 'f64'], 3]);
  });

  it('keeps its flows when its copy gets another one', () => {
    const set = setOf('f31', 'f63');
    const copy = set.copy();
    copy.add('f0');
    expect([[...set], [...copy], copy.size]).to.deep.equal([['f31', 'f63'], ['f0', 'f31', 'f63'], 3]);
  });

  it('meets another set when they have a flow in common', () => {
    expect([setOf('f31', 'f40').meets(setOf('f40')), setOf('f31').meets(setOf('f30', 'f63'))]).to.deep.equal([true, false]);
  });

  it('takes a bit for each flow when a join has many', () => {
    expect(setOf('f1').bytes).to.equal(12);
  });
});
