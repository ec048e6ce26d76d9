import { getOrAdd } from '../collections.ts';
import { containerOf, elementOf, flowOf, type ProcessModel } from '../model.ts';
import type { Behaviours } from '../running/behaviour.ts';

/** Reverse topological order: except within cycles, no element leads to a later one. */
export interface GraphOrder {
  /** a cycle is adjacent and forms a group */
  readonly elements: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
  /** start of the group, by position */
  readonly groupStarts: readonly number[];
  /** moves by the element that the token leaves */
  readonly moves: ReadonlyMap<string, readonly Move[]>;
  /** positions of their targets, by position: a large model has many joins, and each reads all moves */
  readonly targets: readonly Int32Array[];
}

/** `flow` null: a jump. */
interface Move {
  readonly flow: string | null;
  readonly target: string;
}

export function graphOrderOf(model: ProcessModel, behaviours: Behaviours, container: string): GraphOrder {
  const { nodes } = containerOf(model, container);
  const moves = movesIn(model, behaviours, nodes);
  const targetsOf = (element: string) => (moves.get(element) ?? []).map(({ target }) => target);
  const order = { elements: [] as string[], positions: new Map<string, number>(), groupStarts: [] as number[], moves };
  for (const group of groupsOf(nodes, targetsOf)) {
    const start = order.elements.length;
    for (const element of group) {
      order.positions.set(element, order.elements.length);
      order.elements.push(element);
      order.groupStarts.push(start);
    }
  }
  const { positions, elements } = order;
  const targetsAt = (element: string) =>
    Int32Array.from(moves.get(element) ?? [], ({ target }) => positions.get(target) as number);
  return { ...order, targets: elements.map(targetsAt) };
}

/** Tarjan's strongly connected components, in this order. Iterative, because a path may be as long as the model. */
export function groupsOf(nodes: Iterable<string>, targetsOf: (element: string) => string[]): readonly string[][] {
  const groups: string[][] = [];
  const visits = new Map<string, Visit>();
  const stack: Visit[] = [];
  const enter = (element: string): Visit => {
    const number = visits.size;
    const visit = { element, number, low: number, targets: targetsOf(element), isOpen: true };
    visits.set(element, visit);
    stack.push(visit);
    return visit;
  };
  for (const node of nodes) {
    if (visits.has(node)) continue;
    const path = [enter(node)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const target = at.targets.pop();
      if (target !== undefined) {
        const known = visits.get(target);
        if (known === undefined) path.push(enter(target));
        else if (known.isOpen) at.low = Math.min(at.low, known.number);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before !== undefined) before.low = Math.min(before.low, at.low);
      if (at.low === at.number) groups.push(closed(stack, at));
    }
  }
  return groups;
}

interface Visit {
  readonly element: string;
  readonly number: number;
  low: number;
  readonly targets: string[];
  isOpen: boolean;
}

/** Takes a group from the stack. */
function closed(stack: Visit[], first: Visit): string[] {
  const group: string[] = [];
  for (let visit = stack.pop(); visit !== undefined; visit = visit === first ? undefined : stack.pop()) {
    visit.isOpen = false;
    group.push(visit.element);
  }
  return group;
}

function movesIn(model: ProcessModel, behaviours: Behaviours, nodes: readonly string[]): Map<string, Move[]> {
  const moves = new Map<string, Move[]>();
  for (const id of nodes) {
    const element = elementOf(model, id);
    const own = getOrAdd(moves, id, () => []);
    for (const flow of element.outgoing) own.push({ flow, target: flowOf(model, flow).target });
    const jump = behaviours[element.type].jump(element);
    if (jump !== undefined) getOrAdd(moves, jump.from, () => []).push({ flow: null, target: jump.to });
  }
  return moves;
}
