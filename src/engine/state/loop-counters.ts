import type { IterationEnded, LoopOpened } from '../events.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { type ActivityInstance, activityInstanceIn, type InstanceState, type LoopState } from '../state.ts';
import { readAllVariables, readVariable, scopeIn } from '../values/variable-scopes.ts';
import { type Json, noVariables, type Variables } from '../values.ts';

export function newLoop(kind: LoopState['kind']): LoopState {
  return { kind, total: 0, items: null, created: 0, completed: 0, terminated: 0, outputs: new Map() };
}

export function applyToLoop(state: InstanceState, event: LoopOpened | IterationEnded): void {
  const { loop } = activityInstanceIn(state, event.type === 'LoopOpened' ? event.entry : event.loop);
  if (loop === null) throw new Error('a loop event names an entry that has no loop');
  if (event.type === 'LoopOpened') {
    loop.total = event.total;
    loop.items = event.items ?? null;
    return;
  }
  if (event.outcome === 'completed') loop.completed += 1;
  else loop.terminated += 1;
  if (event.output !== undefined) loop.outputs.set(event.index, event.output);
}

/** Iterations to count besides the state: a completion condition is evaluated before the events of its iteration. */
export interface CounterChange {
  readonly completed?: number;
  readonly active?: number;
}

const NAMES = ['Instances', 'ActiveInstances', 'CompletedInstances', 'TerminatedInstances'] as const;
const COUNTERS: ReadonlySet<string> = new Set(NAMES.flatMap((name) => [`nrOf${name}`, `numberOf${name}`]));

/** True for names such as `nrOfInstances`. */
export function isCounter(name: string): boolean {
  return COUNTERS.has(name);
}

/** Counters in both spellings. Computed, never stored. A standard loop has none (docs/contributing/spec/loops-and-compensation.md#iteration-variables). */
export function loopCounters(loop: LoopState | null | undefined, { completed = 0, active = 0 }: CounterChange = {}): Variables {
  const counters = noVariables();
  if (loop?.kind !== 'multiInstance') return counters;
  const running = loop.created - loop.completed - loop.terminated + active;
  const values = [loop.total, running, loop.completed + completed, loop.terminated];
  NAMES.forEach((name, at) => {
    counters[`nrOf${name}`] = counters[`numberOf${name}`] = values[at] as number;
  });
  return counters;
}

/** Results in the order of items. @param keepsPlaces missing results are null */
export function collected({ outputs, total }: LoopState, keepsPlaces: boolean): Json[] {
  if (keepsPlaces) return Array.from({ length: total }, (_, index) => outputs.get(index) ?? null);
  return [...outputs].sort(([a], [b]) => a - b).map(([, value]) => value);
}

/** Name of the result list, if the iterations can read it. */
export type ResultsOf = (element: string) => string | undefined;

/** Reads also the counters of the loop and its results so far, unless a variable hides them. */
export function readWithCounters(
  state: InstanceState,
  from: VariableScopeOrdinal,
  name: string,
  listName?: ResultsOf,
): Json | undefined {
  if (state.loopOf.size === 0 || (listName === undefined && !COUNTERS.has(name)))
    return readVariable(state.variables, from, name);
  for (let at: VariableScopeOrdinal | null = from; at !== null; ) {
    const scope = scopeIn(state.variables, at);
    if (name in scope.values) return scope.values[name] as Json;
    const wrapper = wrapperAt(state, at);
    const counters = COUNTERS.has(name) ? loopCounters(wrapper?.loop) : noVariables();
    if (name in counters) return counters[name] as Json;
    if (wrapper?.loop != null && listName?.(wrapper.element) === name) return collected(wrapper.loop, true);
    at = scope.parent;
  }
  return undefined;
}

/** Adds the counters of all enclosing loops. Inner loops hide outer ones. */
export function readAllWithCounters(state: InstanceState, from: VariableScopeOrdinal): Variables {
  if (state.loopOf.size === 0) return readAllVariables(state.variables, from);
  const chain: VariableScopeOrdinal[] = [];
  for (let at: VariableScopeOrdinal | null = from; at !== null; at = scopeIn(state.variables, at).parent) chain.push(at);
  const all = noVariables();
  for (const at of chain.reverse())
    Object.assign(all, loopCounters(wrapperAt(state, at)?.loop), scopeIn(state.variables, at).values);
  return all;
}

function wrapperAt(state: InstanceState, variableScope: VariableScopeOrdinal): ActivityInstance | undefined {
  const wrapper = state.loopOf.get(variableScope);
  return wrapper === undefined ? undefined : state.entries.get(wrapper);
}
