import { loopOf } from '../model/model-shape.ts';
import type { ElementModel, ProcessModel } from '../model.ts';
import type { ActivityInstance, InstanceState } from '../state.ts';
import { readVariable } from '../values/variable-scopes.ts';
import { type Json, textOf } from '../values.ts';

/** Iteration of a loop. `number`: from 1. `total`: absent for a standard loop. `text`: short text of its item; absent without one. */
export interface IterationItem {
  readonly number: number;
  readonly total?: number;
  readonly text?: string;
}

/** Unit: UTF-16 code units. */
const LONGEST = 60;
/** Members that name an object, the best first. */
const NAMES = ['name', 'title', 'label', 'number', 'key', 'id'];

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

/** One line. Undefined: the value has no short text. */
export function itemText(value: Json | undefined): string | undefined {
  const scalar = typeof value === 'object' && value !== null ? namingMember(value as Readonly<Record<string, Json>>) : value;
  if (typeof scalar !== 'string' && typeof scalar !== 'number') return undefined;
  const text = textOf(scalar).replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

function namingMember(object: Readonly<Record<string, Json>>): Json | undefined {
  if (Array.isArray(object)) return undefined;
  const isText = (value: Json | undefined) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
  const name = NAMES.find((one) => Object.hasOwn(object, one) && isText(object[one]));
  return name === undefined ? Object.values(object).find(isText) : object[name];
}
