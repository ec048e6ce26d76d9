import type { Behaviours } from '../behaviour.ts';
import { getOrAdd } from '../collections.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { Run } from '../run.ts';
import { type GraphOrder, graphOrderOf } from './graph-order.ts';
import { Reach } from './reach.ts';

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
