import { getOrAdd } from '../collections.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { Behaviours } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { FlowSet, type NumberedFlows } from './flow-set.ts';
import { type GraphOrder, graphOrderOf, groupsOf } from './graph-order.ts';

/**
 * Finds the incoming flows of one join that a token at an element can still reach without passing the join. Computed backward
 * from the join on demand, because tokens are often only few elements away in a large model.
 */
export class Reach {
  private readonly order: GraphOrder;
  private readonly join: ElementModel;
  private readonly flows: NumberedFlows;
  private readonly none: FlowSet;
  /** first computed position: start of the group of the join */
  private readonly start: number;
  /** computed results, by position from `start`; most elements share theirs with the next one */
  private readonly known: FlowSet[] = [];
  /** counts the memory of the results */
  private readonly memory: { bytes: number };

  constructor(order: GraphOrder, join: ElementModel, memory = { bytes: 0 }) {
    this.order = order;
    this.join = join;
    this.memory = memory;
    this.flows = { names: join.incoming, indexes: new Map(join.incoming.map((flow, index) => [flow, index])) };
    this.none = new FlowSet(this.flows);
    this.start = order.groupStarts[order.positions.get(join.id) as number] as number;
    this.addGroupOfJoin();
  }

  /** Returns incoming flows of the join; empty for the join itself. */
  from(element: string): FlowSet {
    const position = this.order.positions.get(element);
    // elements at earlier positions follow the join in the model
    if (position === undefined || position < this.start) return this.none;
    while (this.end <= position) this.addGroup();
    return this.known[position - this.start] as FlowSet;
  }

  private get end(): number {
    return this.start + this.known.length;
  }

  /** A set of incoming flows of the join. */
  setWith(flows: Iterable<string>): FlowSet {
    const set = new FlowSet(this.flows);
    for (const flow of flows) set.add(flow);
    return set;
  }

  /** All elements of a cycle have the same result. */
  private addGroup(): void {
    const { end } = this;
    const group = this.groupAt(end);
    const set = this.setOf(group, (target) => {
      const position = this.order.positions.get(target) as number;
      return position >= this.start && position < end ? this.known[position - this.start] : undefined;
    });
    for (const _ of group) this.add(set);
  }

  /** If the join is in a cycle, elements of its group have different results. Orders the others without the join. */
  private addGroupOfJoin(): void {
    const group = this.groupAt(this.start);
    const others = new Set(group.filter((element) => element !== this.join.id));
    const targetsOf = (element: string) =>
      this.movesOf(element)
        .map(({ target }) => target)
        .filter((target) => others.has(target));
    const known = new Map<string, FlowSet>();
    for (const part of groupsOf(others, targetsOf)) {
      const set = this.setOf(part, (target) => known.get(target));
      for (const element of part) known.set(element, set);
    }
    for (const element of group) this.add(known.get(element) ?? this.none);
  }

  /** @param known set of a computed element @returns the common set of a group */
  private setOf(group: readonly string[], known: (element: string) => FlowSet | undefined): FlowSet {
    const reached = new Set<FlowSet>();
    const flows: string[] = [];
    for (const element of group) {
      for (const { flow, target } of this.movesOf(element)) {
        if (target !== this.join.id) reached.add(known(target) ?? this.none);
        else if (flow !== null) flows.push(flow);
      }
    }
    reached.delete(this.none);
    return this.union(reached, flows);
  }

  private movesOf(element: string) {
    return this.order.moves.get(element) ?? [];
  }

  private groupAt(position: number): readonly string[] {
    const { elements, groupStarts } = this.order;
    let end = position + 1;
    while (groupStarts[end] === position) end += 1;
    return elements.slice(position, end);
  }

  private union(sets: ReadonlySet<FlowSet>, more: readonly string[]): FlowSet {
    const [only] = sets;
    if (more.length === 0 && sets.size <= 1) return only ?? this.none;
    const all = this.setWith(more);
    for (const set of sets) all.addAll(set);
    for (const set of sets) if (set.equals(all)) return set;
    this.memory.bytes += all.bytes;
    return all;
  }

  private add(set: FlowSet): void {
    this.known.push(set);
    this.memory.bytes += BYTES_OF_REFERENCE;
  }
}

const BYTES_OF_REFERENCE = 8;

/** Maximum memory of the results that are cached per model, in bytes. Beyond it the cache is cleared. */
const MAX_BYTES = 64 << 20;

/** Cache of a model. Never invalid, because behaviours and models are frozen. */
interface Known {
  readonly orders: Map<string, GraphOrder>;
  readonly reaches: Map<string, Reach>;
  /** memory of all `reaches` */
  bytes: number;
}
const known = new WeakMap<Behaviours, WeakMap<ProcessModel, Known>>();

/**
 * Returns the reach of a join: the incoming flows that a token at an element can still reach without passing the join, along flows
 * and jumps. Conditions are ignored (docs/contributing/spec/gateways.md#reachability).
 */
export function reachOf({ model, behaviours }: Run, join: ElementModel): Reach {
  const ofModels = getOrAdd(known, behaviours, () => new WeakMap<ProcessModel, Known>());
  const ofModel = getOrAdd(ofModels, model, () => ({ orders: new Map(), reaches: new Map(), bytes: 0 }));
  const reach = ofModel.reaches.get(join.id);
  if (reach !== undefined) return reach;
  if (ofModel.bytes > MAX_BYTES) {
    ofModel.reaches.clear();
    ofModel.bytes = 0;
  }
  const order = getOrAdd(ofModel.orders, join.container, () => graphOrderOf(model, behaviours, join.container));
  const made = new Reach(order, join, ofModel);
  ofModel.reaches.set(join.id, made);
  return made;
}
