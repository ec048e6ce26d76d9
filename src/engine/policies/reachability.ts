import { getOrAdd } from '../collections.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { Behaviours } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { FlowSet, type NumberedFlows } from './flow-set.ts';
import { type GraphOrder, graphOrderOf, groupsOf } from './graph-order.ts';

/**
 * Incoming flows of one join that a token can still reach without passing it. Computed backward from the join on demand, because tokens are often only
 * few elements away.
 */
export class Reach {
  private readonly order: GraphOrder;
  private readonly join: ElementModel;
  private readonly flows: NumberedFlows;
  private readonly none: FlowSet;
  /** first computed position, start of the group of the join */
  private readonly start: number;
  /** results by position from `start`; most elements share theirs with the next one */
  private readonly known: FlowSet[] = [];
  /** memory of the results */
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

  /** Is empty for the join itself. */
  from(element: string): FlowSet {
    const position = this.order.positions.get(element);
    // earlier elements follow the join
    if (position === undefined || position < this.start) return this.none;
    while (this.end <= position) this.addGroup();
    return this.known[position - this.start] as FlowSet;
  }

  private get end(): number {
    return this.start + this.known.length;
  }

  setWith(flows: Iterable<string>): FlowSet {
    const set = new FlowSet(this.flows);
    for (const flow of flows) set.add(flow);
    return set;
  }

  /** Elements of a cycle share a result. */
  private addGroup(): void {
    const { end, start } = this;
    const group = this.groupAt(end);
    const set = this.setOf(group, (position) => (position >= start && position < end ? this.known[position - start] : undefined));
    for (const _ of group) this.add(set);
  }

  /** Orders the others without the join, because results differ in its cycle. */
  private addGroupOfJoin(): void {
    const group = this.groupAt(this.start);
    const others = new Set(group.filter((element) => element !== this.join.id));
    const targetsOf = (element: string) =>
      (this.order.moves.get(element) ?? []).map(({ target }) => target).filter((target) => others.has(target));
    const known = new Map<number, FlowSet>();
    const positionOf = (element: string) => this.order.positions.get(element) as number;
    for (const part of groupsOf(others, targetsOf)) {
      const set = this.setOf(part, (position) => known.get(position));
      for (const element of part) known.set(positionOf(element), set);
    }
    for (const element of group) this.add(known.get(positionOf(element)) ?? this.none);
  }

  /** @param known set of a computed element, by position @returns the set of the whole group */
  private setOf(group: readonly string[], known: (position: number) => FlowSet | undefined): FlowSet {
    const union = new Union(this.none);
    const { positions, targets, moves } = this.order;
    const join = positions.get(this.join.id);
    for (const element of group) {
      const targetsOfElement = targets[positions.get(element) as number] as Int32Array;
      for (let at = 0; at < targetsOfElement.length; at += 1) {
        const target = targetsOfElement[at] as number;
        const flow = target === join ? moves.get(element)?.[at]?.flow : undefined;
        if (target !== join) union.add(known(target) ?? this.none);
        else if (flow != null) union.addFlow(flow);
      }
    }
    if (union.isNew) this.memory.bytes += union.result.bytes;
    return union.result;
  }

  private groupAt(position: number): readonly string[] {
    const { elements, groupStarts } = this.order;
    let end = position + 1;
    while (groupStarts[end] === position) end += 1;
    return elements.slice(position, end);
  }

  private add(set: FlowSet): void {
    this.known.push(set);
    this.memory.bytes += BYTES_OF_REFERENCE;
  }
}

const BYTES_OF_REFERENCE = 8;

/** Union of sets of flows; one of them if that contains the others. */
class Union {
  private largest: FlowSet;
  private latest: FlowSet;
  /** undefined: `largest` contains all others */
  private all: FlowSet | undefined;

  constructor(none: FlowSet) {
    this.largest = none;
    this.latest = none;
  }

  /** True if it differs from every added set. */
  get isNew(): boolean {
    return this.all !== undefined && this.all.size > this.largest.size;
  }

  get result(): FlowSet {
    return this.isNew ? (this.all as FlowSet) : this.largest;
  }

  add(set: FlowSet): void {
    if (set === this.latest || set.size === 0) return;
    this.latest = set;
    if (this.largest.size === 0 && this.all === undefined) {
      this.largest = set;
      return;
    }
    this.all ??= this.largest.copy();
    this.all.addAll(set);
    if (set.size > this.largest.size) this.largest = set;
  }

  addFlow(flow: string): void {
    this.all ??= this.largest.copy();
    this.all.add(flow);
  }
}

/** Maximum of cached results per model; beyond it the cache is cleared. */
const MAX_BYTES = 64 << 20;

/** Cache that is never invalid: behaviours and models are frozen. */
interface Known {
  readonly orders: Map<string, GraphOrder>;
  readonly reaches: Map<string, Reach>;
  /** memory of all `reaches` */
  bytes: number;
}
const known = new WeakMap<Behaviours, WeakMap<ProcessModel, Known>>();

/** Reach along flows and jumps. Conditions are ignored (docs/contributing/spec/gateways.md#reachability). */
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
