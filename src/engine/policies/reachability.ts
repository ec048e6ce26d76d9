import type { Behaviours } from '../behaviour.ts';
import { getOrAdd } from '../collections.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { Run } from '../run.ts';
import { type GraphOrder, graphOrderOf } from './graph-order.ts';
import { Reach } from './reach.ts';

/** Elements that the answers about one model may cover together before they are found anew; 4 bytes each. */
const MAX_KNOWN = 16 << 20;

/** What is known about a model: behaviours and models are frozen, so what is computed once stays true. */
interface Known {
  readonly orders: Map<string, GraphOrder>;
  readonly reaches: Map<string, Reach>;
  /** of all of them together */
  size: number;
}
const known = new WeakMap<Behaviours, WeakMap<ProcessModel, Known>>();

/**
 * The incoming flows of a join that a token at an element can still reach without passing the join: along sequence flows and the jumps of behaviours.
 * Conditions do not count (docs/contributing/spec/gateways.md#reachability).
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
