import { getOrAdd } from '../collections.ts';
import { type ElementModel, flowOf, type ProcessModel } from '../model.ts';
import type { Behaviours } from '../running/behaviour.ts';
import type { Run } from '../running/run.ts';
import { type GraphOrder, graphOrderOf, movesFrom } from './graph-order.ts';

const NO_FLOWS: readonly string[] = [];

/**
 * Finds the incoming flows of one join that a token at an element can still reach without passing the join. Computed backward
 * from the join on demand, because tokens are often only few elements away in a large model.
 */
export class Reach {
  private readonly model: ProcessModel;
  private readonly order: GraphOrder;
  private readonly join: string;
  /** first computed position: start of the group of the join */
  private readonly start: number;
  /** index into `sets`, by position from `start` */
  private known = new Uint32Array(16);
  private end: number;
  /** distinct results; most elements share theirs with the next one */
  private readonly sets: (readonly string[])[] = [NO_FLOWS];

  constructor(model: ProcessModel, order: GraphOrder, join: ElementModel) {
    this.model = model;
    this.order = order;
    this.join = join.id;
    this.start = order.groupStarts[order.positions.get(join.id) as number] as number;
    this.end = this.start;
    this.addGroupOfJoin(join);
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
    return this.sets[this.known[position - this.start] as number] as readonly string[];
  }

  /** All elements of a cycle have the same result. */
  private addGroup(): void {
    const group = this.groupAt(this.end);
    const reached = new Set<number>();
    const flows: string[] = [];
    for (const element of group) {
      for (const { flow, target } of movesFrom(this.model, this.order, element)) {
        if (target === this.join) {
          if (flow !== null) flows.push(flow);
          continue;
        }
        const position = this.order.positions.get(target) as number;
        if (position >= this.start && position < this.end) reached.add(this.known[position - this.start] as number);
      }
    }
    reached.delete(0);
    const set = this.union(reached, flows);
    for (const _ of group) this.add(set);
  }

  /** If the join is in a cycle, elements of its group have different results: searches backward from each incoming flow. */
  private addGroupOfJoin(join: ElementModel): void {
    const group = this.groupAt(this.start);
    const before = new Map<string, string[]>(group.map((element) => [element, []]));
    for (const element of group)
      for (const { target } of movesFrom(this.model, this.order, element)) before.get(target)?.push(element);
    const reached = new Map<string, string[]>();
    for (const flow of join.incoming) {
      const seen = new Set([join.id]);
      const pending = [flowOf(this.model, flow).source];
      for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
        if (seen.has(at) || !before.has(at)) continue;
        seen.add(at);
        const flows = reached.get(at);
        if (flows === undefined) reached.set(at, [flow]);
        else flows.push(flow);
        pending.push(...(before.get(at) as string[]));
      }
    }
    for (const element of group) this.add(this.union(new Set(), reached.get(element) ?? NO_FLOWS));
  }

  private groupAt(position: number): readonly string[] {
    const { elements, groupStarts } = this.order;
    let end = position + 1;
    while (groupStarts[end] === position) end += 1;
    return elements.slice(position, end);
  }

  /** @returns index into `sets` */
  private union(places: ReadonlySet<number>, more: readonly string[]): number {
    const [only] = places;
    if (more.length === 0 && places.size <= 1) return only ?? 0;
    const all = new Set(more);
    for (const place of places) for (const flow of this.sets[place] as readonly string[]) all.add(flow);
    const [widest] = [...places].filter((place) => this.sets[place]?.length === all.size);
    if (widest !== undefined) return widest;
    return this.sets.push([...all]) - 1;
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
  const made = new Reach(model, order, join);
  ofModel.reaches.set(join.id, made);
  ofModel.size += made.size;
  return made;
}
