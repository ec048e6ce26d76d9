import { loopOf } from '../model/model-shape.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { ActivityInstance, InstanceState } from '../state.ts';
import { readVariable } from '../values/variable-scopes.ts';
import type { Json } from '../values.ts';
import { itemText } from './item-text.ts';

/** Iteration of a loop. `number`: from 1. `total`: absent for a standard loop. `text`: short text of its item; absent without one. */
export interface IterationItem {
  readonly number: number;
  readonly total?: number;
  readonly text?: string;
}

/**
 * The innermost iteration that contains the activity instance, or that it is (docs/contributing/spec/loops-and-compensation.md#item-of-an-iteration).
 * @param model undefined: the item is that of the collection, also if the iteration variable has another value
 */
export function iterationItemOf(
  state: InstanceState,
  entry: ActivityInstance,
  model: ProcessModel | undefined,
): IterationItem | undefined {
  let at: ActivityInstance | undefined = entry;
  while (at !== undefined && at.index === null) at = hostOf(state, at);
  const wrapper = at && hostOf(state, at);
  if (at?.index == null || wrapper?.loop == null) return undefined;
  const { loop, element } = wrapper;
  const text = itemText(valueOfItem(state, at, wrapper, model?.elements.get(element)));
  return {
    number: at.index + 1,
    ...(loop.kind === 'multiInstance' && { total: loop.total }),
    ...(text !== undefined && { text }),
  };
}

function hostOf(state: InstanceState, { scope }: ActivityInstance): ActivityInstance | undefined {
  const host = state.scopes.get(scope)?.host ?? null;
  return host === null ? undefined : state.entries.get(host);
}

function valueOfItem(
  { variables }: InstanceState,
  { index, variableScope }: ActivityInstance,
  { loop }: ActivityInstance,
  element: ElementModel | undefined,
): Json | undefined {
  const of = element && loopOf(element);
  const name = of?.kind === 'multiInstance' ? of.elementVariable : undefined;
  return name === undefined ? loop?.items?.[index ?? 0] : readVariable(variables, variableScope, name);
}
