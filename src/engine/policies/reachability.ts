import type { Behaviours } from '../behaviour.ts';
import { getOrAdd } from '../collections.ts';
import { containerOf, type ElementModel, elementOf, flowOf, type ProcessModel } from '../model.ts';
import type { Run } from '../run.ts';

/**
 * For one join: by element, the incoming flows of the join that a token at the element can still reach without passing the join
 * (docs/spec/gateways.md#reachability).
 */
export type Reach = ReadonlyMap<string, readonly string[]>;

/** Reach of every join that was asked for, by what it follows from: behaviours and models are frozen, so what is computed once stays true. */
const known = new WeakMap<Behaviours, WeakMap<ProcessModel, Map<string, Reach>>>();

/** Static reachability towards a join inside its container: sequence flows, and the jumps of behaviours. Conditions do not count. */
export function reachOf({ model, behaviours }: Run, join: ElementModel): Reach {
  const ofModels = getOrAdd(known, behaviours, () => new WeakMap<ProcessModel, Map<string, Reach>>());
  const ofModel = getOrAdd(ofModels, model, () => new Map<string, Reach>());
  return getOrAdd(ofModel, join.id, () => computeReach(model, behaviours, join));
}

function computeReach(model: ProcessModel, behaviours: Behaviours, join: ElementModel): Reach {
  const jumps = jumpsTo(model, behaviours, join.container);
  const reach = new Map<string, string[]>();
  for (const incoming of join.incoming) {
    const seen = new Set<string>([join.id]);
    const pending = [flowOf(model, incoming).source];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      getOrAdd(reach, at, () => []).push(incoming);
      for (const flow of elementOf(model, at).incoming) pending.push(flowOf(model, flow).source);
      pending.push(...(jumps.get(at) ?? []));
    }
  }
  return reach;
}

/** Where a token comes from that reaches an element without a flow. */
function jumpsTo(model: ProcessModel, behaviours: Behaviours, container: string): Map<string, string[]> {
  const jumps = new Map<string, string[]>();
  for (const id of containerOf(model, container).nodes) {
    const element = elementOf(model, id);
    const jump = behaviours[element.type].jump(element);
    if (jump !== undefined) getOrAdd(jumps, jump.to, () => []).push(jump.from);
  }
  return jumps;
}
