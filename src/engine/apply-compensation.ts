import type {
  CompensationEnded,
  CompensationItemDone,
  CompensationItemRecord,
  CompensationLogged,
  CompensationStarted,
} from './events.ts';
import { entryIn, type InstanceState, openScope } from './state.ts';

/** Folds what can be compensated and what is being compensated (docs/spec/loops-and-compensation.md#compensation). */
export function applyToCompensation(
  state: InstanceState,
  event: CompensationLogged | CompensationStarted | CompensationItemDone | CompensationEnded,
): void {
  switch (event.type) {
    case 'CompensationLogged': {
      const entry = entryIn(state, event.entry);
      const { item: ordinal, element, handler, seeds, index } = event;
      const iteration = index === undefined ? {} : { index };
      openScope(state, event.scope).log.push({ ordinal, element, handler, seeds, ...iteration, inner: entry.innerLog });
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
      const items = state.walks.get(event.walk)?.items ?? [];
      const at = items.indexOf(event.item);
      if (at >= 0) items.splice(at, 1);
      for (const { log } of state.scopes.values()) takeOut(log, event.item);
      return;
    }
    case 'CompensationEnded':
      state.walks.delete(event.walk);
      return;
  }
}

/** Takes an item out of a log, wherever it lies in it: what is done stays done when the walk around it is given up. */
function takeOut(log: CompensationItemRecord[], ordinal: number): void {
  const at = positionIn(log, ordinal);
  if (at >= 0) {
    log.splice(at, 1);
    return;
  }
  for (const [index, item] of log.entries()) {
    if (item.inner.length === 0) continue;
    // The facts that made the item hold the same list: what is inside is copied, never changed.
    const inner = [...item.inner];
    takeOut(inner, ordinal);
    if (inner.length < item.inner.length || inner.some((one, i) => one !== item.inner[i])) log[index] = { ...item, inner };
  }
}

/** From the end: the newest is compensated first. */
function positionIn(log: readonly CompensationItemRecord[], ordinal: number): number {
  let at = log.length - 1;
  while (at >= 0 && log[at]?.ordinal !== ordinal) at -= 1;
  return at;
}

function seen(state: InstanceState, ordinal: number): void {
  if (ordinal > state.counter) state.counter = ordinal;
}
