import { expect } from 'chai';
import type { ActivityInstanceOrdinal } from '../../../src/engine/ordinals.ts';
import type { ElementExecution } from '../../../src/ui/web/pages/instance/replay.ts';
import { rowOfElement, treeMove, treeRows } from '../../../src/ui/web/pages/instance/tree-rows.ts';

const NONE: ReadonlySet<ActivityInstanceOrdinal> = new Set();

describe('the activity tree', () => {
  const tree = [
    execution(1, 'start'),
    execution(2, 'loop', [execution(3, 'check', [], 'failed'), execution(4, 'check', [execution(5, 'inner')])]),
    execution(6, 'check', [], 'cancelled'),
  ];

  it('has a line for everything that is open, outer before inner, with its place among its siblings', () => {
    const rows = treeRows(tree, NONE);
    expect(
      rows.map(({ execution: { ordinal }, depth, place, siblings, parent }) => [ordinal, depth, place, siblings, parent]),
    ).to.deep.equal([
      [1, 0, 1, 3, null],
      [2, 0, 2, 3, null],
      [3, 1, 1, 2, 2],
      [4, 1, 2, 2, 2],
      [5, 2, 1, 1, 4],
      [6, 0, 3, 3, null],
    ]);
    expect(treeRows(tree, new Set([2 as ActivityInstanceOrdinal])).map((row) => row.execution.ordinal)).to.deep.equal([1, 2, 6]);
    expect(treeRows([], NONE)).to.deep.equal([]);
  });

  it('moves as the keys of a tree do when one is pressed', () => {
    const rows = treeRows(tree, NONE);
    const moves: readonly (readonly [at: number, key: string, to: object | undefined])[] = [
      [0, 'ArrowUp', { to: 0 }],
      [0, 'ArrowDown', { to: 1 }],
      [1, 'ArrowRight', { to: 2 }],
      [1, 'ArrowLeft', { toggle: 2 }],
      [2, 'ArrowRight', { to: 2 }],
      [4, 'ArrowLeft', { to: 3 }],
      [0, 'ArrowLeft', { to: 0 }],
      [0, 'End', { to: 5 }],
      [5, 'Home', { to: 0 }],
      [1, 'PageDown', { to: 5 }],
      [4, 'PageUp', { to: 0 }],
      [0, 'x', undefined],
      [9, 'Home', undefined],
    ];
    for (const [at, key, to] of moves) expect(treeMove(rows, at, key, 10), `${at} ${key}`).to.deep.equal(to);
    const closed = treeRows(tree, new Set([2 as ActivityInstanceOrdinal]));
    expect(treeMove(closed, 1, 'ArrowRight', 10)).to.deep.equal({ toggle: 2 });
  });

  it('chooses the entry that failed when only its element is named', () => {
    const rows = treeRows(tree, NONE);
    expect(rowOfElement(rows, 'check')?.execution.ordinal).to.equal(3);
    expect(rowOfElement(rows, 'nothing')).to.equal(undefined);
  });
});

function execution(
  ordinal: number,
  element: string,
  inside: ElementExecution[] = [],
  outcome: ElementExecution['outcome'] = 'completed',
): ElementExecution {
  const times = { startedAt: 0, endedAt: 1, pausedMs: 0, note: null, childInstanceId: null, isRepeated: false };
  return { ordinal: ordinal as ActivityInstanceOrdinal, element, elementType: 'task', index: null, outcome, inside, ...times };
}
