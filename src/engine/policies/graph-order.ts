import { getOrAdd } from '../collections.ts';
import { containerOf, elementOf, flowOf, type ProcessModel } from '../model.ts';
import type { Behaviours } from '../running/behaviour.ts';

/** Elements of a container in reverse topological order: except within cycles, no element leads to a later one. */
export interface GraphOrder {
  /** elements of a cycle are adjacent and form a group */
  readonly elements: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
  /** start of the group, by position */
  readonly groupStarts: readonly number[];
  /** targets without a flow, by element */
  readonly jumps: ReadonlyMap<string, readonly string[]>;
}

/** Yields the moves of a token from an element: along flows, or by a jump. */
export function* movesFrom(model: ProcessModel, { jumps }: Pick<GraphOrder, 'jumps'>, element: string): Iterable<Move> {
  for (const flow of elementOf(model, element).outgoing) yield { flow, target: flowOf(model, flow).target };
  for (const target of jumps.get(element) ?? []) yield { flow: null, target };
}
interface Move {
  readonly flow: string | null;
  readonly target: string;
}

/** Tarjan's strongly connected components, which result in this order. Iterative, because a path may be as long as the model. */
export function graphOrderOf(model: ProcessModel, behaviours: Behaviours, container: string): GraphOrder {
  const { nodes } = containerOf(model, container);
  const jumps = jumpsIn(model, behaviours, nodes);
  const order = { elements: [] as string[], positions: new Map<string, number>(), groupStarts: [] as number[], jumps };
  const visits = new Map<string, Visit>();
  const stack: Visit[] = [];
  const enter = (element: string): Visit => {
    const number = visits.size;
    const visit = { element, number, low: number, moves: [...movesFrom(model, order, element)], isOpen: true };
    visits.set(element, visit);
    stack.push(visit);
    return visit;
  };
  for (const node of nodes) {
    if (visits.has(node)) continue;
    const path = [enter(node)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const move = at.moves.pop();
      if (move !== undefined) {
        const known = visits.get(move.target);
        if (known === undefined) path.push(enter(move.target));
        else if (known.isOpen) at.low = Math.min(at.low, known.number);
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before !== undefined) before.low = Math.min(before.low, at.low);
      if (at.low === at.number) addGroup(order, stack, at);
    }
  }
  return order;
}

interface Visit {
  readonly element: string;
  readonly number: number;
  low: number;
  readonly moves: Move[];
  isOpen: boolean;
}

function addGroup(
  order: { elements: string[]; positions: Map<string, number>; groupStarts: number[] },
  stack: Visit[],
  first: Visit,
): void {
  const start = order.elements.length;
  for (let visit = stack.pop(); visit !== undefined; visit = visit === first ? undefined : stack.pop()) {
    visit.isOpen = false;
    order.positions.set(visit.element, order.elements.length);
    order.elements.push(visit.element);
    order.groupStarts.push(start);
  }
}

function jumpsIn(model: ProcessModel, behaviours: Behaviours, nodes: readonly string[]): Map<string, string[]> {
  const jumps = new Map<string, string[]>();
  for (const id of nodes) {
    const element = elementOf(model, id);
    const jump = behaviours[element.type].jump(element);
    if (jump !== undefined) getOrAdd(jumps, jump.from, () => []).push(jump.to);
  }
  return jumps;
}
