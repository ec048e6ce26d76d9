import type {
  CompensationEnded,
  CompensationItemDone,
  CompensationItemRecord,
  CompensationLogged,
  CompensationStarted,
} from './events.ts';
import { entryIn, type InstanceState, openScope } from './state.ts';

/** Folds what can be compensated and what is being compensated (bpmn.md 6.1). */
export function applyToCompensation(
  state: InstanceState,
  event: CompensationLogged | CompensationStarted | CompensationItemDone | CompensationEnded,
): void {
  switch (event.type) {
    case 'CompensationLogged': {
      const entry = entryIn(state, event.entry);
      const { item: ordinal, element, handler, seeds } = event;
      openScope(state, event.scope).log.push({ ordinal, element, handler, seeds, inner: entry.innerLog });
      entry.innerLog = [];
      seen(state, ordinal);
      return;
    }
    case 'CompensationStarted': {
      const { walk: ordinal, thrower, element, scope, items, after } = event;
      state.walks.set(ordinal, { ordinal, thrower, element, scope, items: [...items], together: event.together === true, after });
      seen(state, ordinal);
      return;
    }
    case 'CompensationItemDone': {
      const walk = state.walks.get(event.walk);
      if (walk !== undefined) walk.items = walk.items.filter((item) => item !== event.item);
      for (const { log } of state.scopes.values()) {
        const left = without(log, event.item);
        if (left !== log) log.splice(0, log.length, ...left);
      }
      return;
    }
    case 'CompensationEnded':
      state.walks.delete(event.walk);
      return;
  }
}

/** A log without one item, wherever it lies in it: what is done stays done when the walk around it is given up (K4, K7). */
function without(log: readonly CompensationItemRecord[], ordinal: number): readonly CompensationItemRecord[] {
  let isChanged = false;
  const left = log.flatMap((item) => {
    if (item.ordinal === ordinal) {
      isChanged = true;
      return [];
    }
    const inner = without(item.inner, ordinal);
    if (inner === item.inner) return [item];
    isChanged = true;
    return [{ ...item, inner }];
  });
  return isChanged ? left : log;
}

function seen(state: InstanceState, ordinal: number): void {
  if (ordinal > state.counter) state.counter = ordinal;
}
