import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SETTLING_ORDER } from '../../../src/engine/running/settle.ts';
import { Pending } from '../../../src/engine/state/pending.ts';

const PAGE = 'docs/contributing/spec/execution.md';
const page = readFileSync(new URL(`../../../${PAGE}`, import.meta.url), 'utf8');

describe('settling', () => {
  it('follows the list in the specification, line by line', () => {
    const list = page.slice(page.indexOf('<a id="settling">'), page.indexOf('<a id="errors-of-one-step">'));
    const lines = list.match(/^ +\d+\. .*$/gm) ?? [];
    const rules = Object.values(SETTLING_ORDER).map(({ rule }) => rule);
    expect(lines.map(ruleOf)).to.deep.equal(rules);
  });
});

describe('pending items', () => {
  it('are taken oldest first within their kind', () => {
    const pending = new Pending();
    for (const host of [3, 1, 2]) pending.add({ kind: 'checkAdHoc', host });
    pending.add({ kind: 'beginItem', item: 1 });
    const taken = [1, 2, 3, 4].map(() => pending.takeFirst('checkAdHoc')?.host);
    expect(taken).to.deep.equal([3, 1, 2, undefined]);
    expect(pending.takeAll('beginItem')).to.deep.equal([{ kind: 'beginItem', item: 1 }]);
    expect(pending.isEmpty).to.equal(true);
  });

  it('about the same thing are one: it keeps its place, and the later one counts', () => {
    const pending = new Pending();
    pending.add({ kind: 'advanceLoop', loop: 1, isComplete: true, events: ['a'] });
    pending.add({ kind: 'advanceLoop', loop: 2 });
    pending.add({ kind: 'advanceLoop', loop: 1, events: ['b'] });
    expect(pending.takeFirst('advanceLoop')).to.deep.equal({ kind: 'advanceLoop', loop: 1, isComplete: true, events: ['b'] });
    expect(pending.takeFirst('advanceLoop')?.loop).to.equal(2);
    expect(pending.isEmpty).to.equal(true);
  });

  it('are counted, however they go', () => {
    const pending = new Pending();
    pending.add({ kind: 'advanceWalk', item: 7, outcome: 'cancelled' });
    pending.add({ kind: 'advanceWalk', item: 8, outcome: 'compensated' });
    expect(pending.get('advanceWalk', 7)?.outcome).to.equal('cancelled');
    expect([pending.remove('advanceWalk', 7), pending.remove('advanceWalk', 7), pending.remove('checkAdHoc', 8)]).to.deep.equal([
      true,
      false,
      false,
    ]);
    expect([pending.has('advanceWalk'), pending.has('checkAdHoc'), pending.isEmpty]).to.deep.equal([true, false, false]);
    expect(pending.takeFirst('advanceWalk')?.item).to.equal(8);
    expect([pending.has('advanceWalk'), pending.isEmpty]).to.deep.equal([false, true]);
  });
});

/** The rule that a line of the list is: its own anchor, else the last page it points to. */
function ruleOf(line: string): string | undefined {
  const own = /<a id="([\w-]+)">/.exec(line)?.[1];
  return own === undefined ? `docs/contributing/spec/${[...line.matchAll(/\]\(([\w#.-]+)\)/g)].at(-1)?.[1]}` : `${PAGE}#${own}`;
}
