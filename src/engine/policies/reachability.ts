import { getOrAdd } from '../collections.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { Behaviours } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { type GraphOrder, graphOrderOf, groupsOf } from './graph-order.ts';

const NO_FLOWS: readonly string[] = [];

/**
 * Finds the incoming flows of one join that a token at an element can still reach without passing the join. Computed backward
 * from the join on demand, because tokens are often only few elements away in a large model.
 */
export class Reach {
  private readonly order: GraphOrder;
  private readonly join: ElementModel;
  /** index of each incoming flow */
  private readonly flows: ReadonlyMap<string, number>;
  /** first computed position: start of the group of the join */
  private readonly start: number;
  /** index into `sets`, by position from `start` */
  private known = new Uint32Array(16);
  private end: number;
  /** distinct results as indexes of flows; most elements share theirs with the next one */
  private readonly sets: Uint32Array[] = [new Uint32Array()];
  /** number of the last union with this flow, by index of the flow */
  private readonly lastUnion: Uint32Array;
  private unions = 0;
  /** names of the flows in `sets`, on demand */
  private readonly names: (readonly string[] | undefined)[] = [];

  constructor(order: GraphOrder, join: ElementModel) {
    this.order = order;
    this.join = join;
    this.flows = new Map(join.incoming.map((flow, index) => [flow, index]));
    this.lastUnion = new Uint32Array(join.incoming.length);
    this.start = order.groupStarts[order.positions.get(join.id) as number] as number;
    this.end = this.start;
    this.addGroupOfJoin();
  }

  /** Number of computed elements, as a measure of memory. */
  get size(): number {
    return this.known.length;
  }

  /** Returns incoming flows of the join; empty for the join itself. */
  from(element: string): readonly string[] {
    const position = this.order.positions.get(element);
    // earlier positions are behind the join in the model
    if (position === undefined || position < this.start) return NO_FLOWS;
    while (this.end <= position) this.addGroup();
    const set = this.known[position - this.start] as number;
    this.names[set] ??= Array.from(this.sets[set] ?? [], (index) => this.join.incoming[index] as string);
    return this.names[set];
  }

  /** All elements of a cycle have the same result. */
  private addGroup(): void {
    const group = this.groupAt(this.end);
    const set = this.setOf(group, (target) => {
      const position = this.order.positions.get(target) as number;
      return position >= this.start && position < this.end ? this.known[position - this.start] : undefined;
    });
    for (const _ of group) this.add(set);
  }

  /** If the join is in a cycle, elements of its group have different results: without the join, they have an order of their own. */
  private addGroupOfJoin(): void {
    const group = this.groupAt(this.start);
    const others = new Set(group.filter((element) => element !== this.join.id));
    const targetsOf = (element: string) =>
      this.movesOf(element)
        .map(({ target }) => target)
        .filter((target) => others.has(target));
    const known = new Map<string, number>();
    for (const part of groupsOf(others, targetsOf)) {
      const set = this.setOf(part, (target) => known.get(target));
      for (const element of part) known.set(element, set);
    }
    for (const element of group) this.add(known.get(element) ?? 0);
  }

  /** @param known set of a computed element @returns the common set of a group, as an index into `sets` */
  private setOf(group: readonly string[], known: (element: string) => number | undefined): number {
    const reached = new Set<number>();
    const flows: number[] = [];
    for (const element of group) {
      for (const { flow, target } of this.movesOf(element)) {
        if (target !== this.join.id) reached.add(known(target) ?? 0);
        else if (flow !== null) flows.push(this.flows.get(flow) as number);
      }
    }
    reached.delete(0);
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

  /** @returns index into `sets` */
  private union(places: ReadonlySet<number>, more: readonly number[]): number {
    const [only] = places;
    if (more.length === 0 && places.size <= 1) return only ?? 0;
    this.unions += 1;
    const all: number[] = [];
    for (const indexes of [more, ...[...places].map((place) => this.sets[place] ?? [])]) {
      for (let at = 0; at < indexes.length; at += 1) {
        const index = indexes[at] as number;
        if (this.lastUnion[index] === this.unions) continue;
        this.lastUnion[index] = this.unions;
        all.push(index);
      }
    }
    for (const place of places) if (this.sets[place]?.length === all.length) return place;
    return this.sets.push(Uint32Array.from(all)) - 1;
  }

  private add(set: number): void {
    const at = this.end - this.start;
    if (at === this.known.length) {
      const longer = new Uint32Array(2 * at);
      longer.set(this.known);
      this.known = longer;
    }
    this.known[at] = set;
    this.end += 1;
  }
}

/** Maximum number of cached elements per model, 4 bytes each. Beyond it the cache is cleared. */
const MAX_KNOWN = 16 << 20;

/** Cache of a model. Never invalid, because behaviours and models are frozen. */
interface Known {
  readonly orders: Map<string, GraphOrder>;
  readonly reaches: Map<string, Reach>;
  /** number of elements in all of `reaches` */
  size: number;
}
const known = new WeakMap<Behaviours, WeakMap<ProcessModel, Known>>();

/**
 * Returns the incoming flows of a join that a token at an element can still reach without passing the join, along flows and
 * jumps. Conditions are ignored (docs/contributing/spec/gateways.md#reachability).
 */
export function flowsReached(run: Run, join: ElementModel, element: string): readonly string[] {
  const { model, behaviours } = run;
  const ofModels = getOrAdd(known, behaviours, () => new WeakMap<ProcessModel, Known>());
  const ofModel = getOrAdd(ofModels, model, () => ({ orders: new Map(), reaches: new Map(), size: 0 }));
  const reach = reachOf(ofModel, run, join);
  const before = reach.size;
  const flows = reach.from(element);
  ofModel.size += reach.size - before;
  return flows;
}

function reachOf(ofModel: Known, { model, behaviours }: Run, join: ElementModel): Reach {
  const reach = ofModel.reaches.get(join.id);
  if (reach !== undefined) return reach;
  if (ofModel.size > MAX_KNOWN) {
    ofModel.reaches.clear();
    ofModel.size = 0;
  }
  const order = getOrAdd(ofModel.orders, join.container, () => graphOrderOf(model, behaviours, join.container));
  const made = new Reach(order, join);
  ofModel.reaches.set(join.id, made);
  ofModel.size += made.size;
  return made;
}
