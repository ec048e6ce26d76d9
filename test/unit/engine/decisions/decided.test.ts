import { expect } from 'chai';
import { type DecidedTable, TraceKeeper } from '../../../../src/engine/decisions/decided.ts';

const table = (numbers: readonly number[], value: string | number = 1): DecidedTable => ({
  inputs: [{ name: 'amount', value }],
  rules: numbers.map((number) => ({ number, id: `r${number}`, outputs: { fee: number } })),
});

describe('what is kept of decisions (docs/contributing/spec/decisions.md#kept-of-a-task)', () => {
  it('has each decision with its own tables, and the rules of those that were asked for', () => {
    const keeper = new TraceKeeper(['total']);
    keeper.addTable(table([2]));
    keeper.addDecision('fee', 'Fee', 2);
    keeper.addTable(table([1, 3]));
    keeper.addDecision('total', 'total', 255);
    const { decisions, rules, more } = keeper.kept;
    expect(decisions.map(({ key, name, value, tables }) => [key, name, value, tables.length])).to.deep.equal([
      ['fee', 'Fee', 2, 1],
      ['total', undefined, 255, 1],
    ]);
    expect([rules, more]).to.deep.equal([{ total: [1, 3] }, undefined]);
  });

  it('leaves out values of more than 1000 characters, without a replacement', () => {
    const keeper = new TraceKeeper(['fee']);
    keeper.addTable(table([1], 'x'.repeat(1001)));
    keeper.addDecision('fee', 'fee', 'y'.repeat(1001));
    const [decision] = keeper.kept.decisions;
    expect(decision?.tables[0]?.inputs).to.deep.equal([{ name: 'amount' }]);
    expect(decision).not.to.have.property('value');
  });

  it('keeps 100 rules of a table and counts the others', () => {
    const keeper = new TraceKeeper(['fee']);
    keeper.addTable(table(Array.from({ length: 130 }, (_, at) => at + 1)));
    keeper.addDecision('fee', 'fee', null);
    const { decisions, rules } = keeper.kept;
    expect([decisions[0]?.tables[0]?.rules.length, decisions[0]?.tables[0]?.more, rules['fee']?.length]).to.deep.equal([
      100, 30, 100,
    ]);
  });

  it('stays within its room however often tables are decided, counts what is left out, and always names what was asked for', () => {
    const keeper = new TraceKeeper(['last']);
    for (let at = 0; at < 5000; at += 1) {
      keeper.addTable(table([at], 'v'.repeat(500)));
      keeper.addDecision(`d${at}`, `d${at}`, at);
    }
    for (let at = 0; at < 5000; at += 1) keeper.addTable(table([at]));
    keeper.addDecision('last', 'last', 'end');
    const { decisions, more } = keeper.kept;
    expect(JSON.stringify(keeper.kept).length).to.be.lessThan(20_000);
    expect(decisions.at(-1)?.key).to.equal('last');
    expect(decisions.length - 1 + (more ?? 0)).to.equal(5000);
    expect((decisions.at(-1)?.tables.length ?? 0) + (decisions.at(-1)?.more ?? 0)).to.equal(5000);
  });
});
