import type { CompensationEnded, CompensationItemDone, CompensationLogged, CompensationStarted } from '../events.ts';
import type { CompensationItemOrdinal, ScopeOrdinal } from '../ordinals.ts';
import { activityInstanceIn, type CompensationRun, type InstanceState, openScope, type ScopeState } from '../state.ts';
import { CompensationItems, CompensationLog } from './compensation-items.ts';
import { addCompensationRun, removeCompensationRun, removeIf } from './state-index.ts';

/** Applies events of the compensation log and of compensation runs (docs/contributing/spec/loops-and-compensation.md#compensation). */
export function applyToCompensation(
  state: InstanceState,
  event: CompensationLogged | CompensationStarted | CompensationItemDone | CompensationEnded,
): void {
  switch (event.type) {
    case 'CompensationLogged': {
      const entry = activityInstanceIn(state, event.entry);
      const { item: ordinal, element, handler, seeds, index } = event;
      const iteration = index === undefined ? {} : { index };
      openScope(state, event.scope).log.add({ ordinal, element, handler, seeds, ...iteration, inner: entry.innerLog });
      entry.innerLog = new CompensationLog();
      seen(state, ordinal);
      return;
    }
    case 'CompensationStarted': {
      const { walk: ordinal, thrower, element, scope, items, after } = event;
      addCompensationRun(state, {
        ordinal,
        thrower,
        element,
        scope,
        items: new CompensationItems(items),
        together: event.together === true,
        after,
      });
      seen(state, ordinal);
      return;
    }
    case 'CompensationItemDone': {
      const compensation = state.compensationRuns.get(event.walk);
      if (compensation?.items.delete(event.item)) removeIf(state.compensationRunOf, event.item, event.walk);
      removeFromLogs(state, compensation, event.item);
      return;
    }
    case 'CompensationEnded': {
      const compensation = state.compensationRuns.get(event.walk);
      if (compensation !== undefined) removeCompensationRun(state, compensation);
      return;
    }
  }
}

/** Removes it from every log: it stays compensated if the run ends early. */
function removeFromLogs(state: InstanceState, compensation: CompensationRun | undefined, item: CompensationItemOrdinal): void {
  const from = compensation === undefined ? undefined : state.scopes.get(compensation.scope);
  if (from !== undefined) removeOutward(state, from, item);
  // the scope of the run is closed: the item is inside items of other logs
  else for (const { log } of state.scopes.values()) removeRecursively(log, item);
}

/** Searches all enclosing scopes: a restored scope has a copy of the log inside its item. */
function removeOutward(state: InstanceState, from: ScopeState, item: CompensationItemOrdinal): void {
  /** outermost first; null until the item is found */
  let around: CompensationItemOrdinal[] | null = null;
  for (let at: ScopeOrdinal | null = from.ordinal; at !== null; ) {
    const { log, restores, parent }: ScopeState = openScope(state, at);
    const holder = around === null ? log : insideOf(log, around);
    if (holder?.delete(item) === true) around ??= [];
    if (around !== null && restores !== null) around = [restores.item, ...around];
    at = parent;
  }
}

function insideOf(log: CompensationLog, path: readonly CompensationItemOrdinal[]): CompensationLog | undefined {
  let at: CompensationLog | undefined = log;
  for (const item of path) at = at?.get(item)?.inner;
  return at;
}

function removeRecursively(log: CompensationLog, item: CompensationItemOrdinal): void {
  if (log.delete(item)) return;
  for (const { inner } of log.values()) if (inner.size > 0) removeRecursively(inner, item);
}

function seen(state: InstanceState, ordinal: number): void {
  if (ordinal > state.counter) state.counter = ordinal;
}
