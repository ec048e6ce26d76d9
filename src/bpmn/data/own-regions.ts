import type { ElementModel } from '../../engine/model.ts';
import { type GraphOrder, groupsOf } from '../../engine/policies/graph-order.ts';

/** Paths that reach an element: an index, or several. */
type Label = number | 'several';

/**
 * Elements reachable from one path of a fork only, by path. Stops where the last path has met another one: what is behind costs nothing.
 * @param visits remaining budget, which is decreased; if used up, the result is not usable
 */
export function ownRegions(
  order: GraphOrder,
  fork: ElementModel,
  paths: readonly (readonly string[])[],
  visits: { left: number },
): readonly ReadonlySet<string>[] {
  const labels = new Map<string, Label>();
  const open = new Set<string>();
  const reach = (element: string, label: Label) => {
    if (element === fork.id) return;
    const before = labels.get(element);
    if (before === label || before === 'several') return;
    labels.set(element, before === undefined ? label : 'several');
    if (before === undefined && label !== 'several') open.add(element);
    else open.delete(element);
  };
  paths.forEach((path, index) => {
    for (const element of path) reach(element, index);
  });
  const starts = paths.flat().map((element) => order.positions.get(element) ?? 0);
  let last = endOfGroup(
    order,
    starts.reduce((most, start) => Math.max(most, start), 0),
  );
  while (last >= 0 && open.size > 0 && visits.left > 0) {
    const first = order.groupStarts[last] as number;
    visits.left -= last + 1 - first;
    for (const group of partsOf(order, order.elements.slice(first, last + 1), fork.id)) visit(group);
    last = first - 1;
  }
  const regions = paths.map(() => new Set<string>());
  for (const [element, label] of labels) if (label !== 'several') regions[label]?.add(element);
  return regions;

  /** A cycle has one label. */
  function visit(group: readonly string[]): void {
    const found = new Set(group.flatMap((element) => labels.get(element) ?? []));
    const [only] = found;
    if (only === undefined) return;
    const label = found.size === 1 ? only : 'several';
    const own = new Set(group);
    for (const element of group) {
      reach(element, label);
      open.delete(element);
    }
    const moves = group.flatMap((element) => order.moves.get(element) ?? []);
    visits.left -= moves.length;
    for (const { target } of moves) if (!own.has(target)) reach(target, label);
  }
}

function endOfGroup({ groupStarts }: GraphOrder, position: number): number {
  let end = position;
  while (groupStarts[end + 1] === groupStarts[position]) end += 1;
  return end;
}

/** Splits the cycle of the fork, without the fork, in the order of the graph. Other groups stay whole. */
function partsOf({ moves }: GraphOrder, group: readonly string[], fork: string): readonly (readonly string[])[] {
  if (!group.includes(fork)) return [group];
  const others = new Set(group.filter((element) => element !== fork));
  const targetsOf = (element: string) =>
    (moves.get(element) ?? []).map(({ target }) => target).filter((target) => others.has(target));
  return [...groupsOf(others, targetsOf)].reverse();
}
