import type { FeelNode } from '../syntax/nodes.ts';
import { isNumber, isWhole, toDouble } from '../values/numbers.ts';
import { passes } from '../values/order.ts';
import { FeelRange } from '../values/range.ts';
import { type Evaluate, FeelFrame } from './frame.ts';
import type { NameScope } from './scope.ts';

/** True, false or null, never an index. */
const TRUTHS: ReadonlySet<FeelNode['kind']> = new Set([
  'comparison',
  'and',
  'or',
  'between',
  'in',
  'some',
  'every',
  'instance of',
]);

/**
 * Items that pass the test. If the test without an item, evaluated once, gives a number, it is an index: the item there, else null. A single value is a
 * list.
 */
export function compileFilter(
  { list, test }: Extract<FeelNode, { kind: 'filter' }>,
  scope: NameScope,
  compile: (node: FeelNode, scope: NameScope) => Evaluate,
): Evaluate {
  const items = compile(list, scope);
  if (test.kind === 'literal') {
    const place = test.value;
    if (isNumber(place)) return (frame) => itemAt(items(frame), place);
  }
  const holds = compile(test, { kind: 'item', outer: scope });
  const isTruth = TRUTHS.has(test.kind);
  return (frame) => {
    const value = items(frame);
    if (!isTruth) {
      const place = holds(new FeelFrame(frame, frame.run, null));
      if (isNumber(place)) return itemAt(value, place);
    }
    if (value === null || value === undefined) return [];
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    frame.run.list(all.length);
    return kept(all, frame, holds);
  };
}

function kept(items: readonly unknown[], frame: FeelFrame, holds: Evaluate): unknown[] {
  const found: unknown[] = [];
  for (const item of items) {
    frame.run.step();
    const truth = holds(new FeelFrame(frame, frame.run, item));
    if (truth === true || (truth instanceof FeelRange && passes(item, truth) === true)) found.push(item);
  }
  return found;
}

function itemAt(value: unknown, place: unknown): unknown {
  if (!isNumber(place) || !isWhole(place) || value === null || value === undefined) return null;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const index = toDouble(place);
  return list[index > 0 ? index - 1 : index < 0 ? list.length + index : -1] ?? null;
}
