import type { EngineEvent } from '../../src/engine/events.ts';
import type { InstanceState } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';

/** The trace of events, signs of bpmn.md 14.1 with blanks between them: `=started +start -start >f1`. */
export function traceOf(events: readonly EngineEvent[]): string {
  const signs = events.map(signOf).filter((sign) => sign !== undefined);
  return signs.join(' ');
}

/** The sign of one event; undefined for events that a trace leaves out. */
function signOf(event: EngineEvent): string | undefined {
  switch (event.type) {
    case 'InstanceStarted':
      return '=started';
    case 'ElementActivated':
      return `+${event.element}`;
    case 'TokenArrived':
      return `@${event.element}`;
    case 'ConditionEvaluated':
      return `?${event.flow} ${event.result}`;
    case 'ElementCompleted':
      return `-${event.element}`;
    case 'ElementFailed':
      return `!${event.element} ${event.code}`;
    case 'ElementCancelled':
      return `~${event.element}`;
    case 'FlowTaken':
      return `>${event.flow}`;
    case 'ErrorThrown':
      return event.code === '' ? '^error' : `^error ${event.code}`;
    case 'InstanceCompleted':
      return '=completed';
    case 'InstanceCancelled':
      return '=cancelled';
    case 'InstanceFailed':
      return `=failed ${event.code}`;
    default:
      return undefined;
  }
}

/** Element ids of entries that are no longer active, in the order they ended (bpmn.md 1.1). */
export function endedIn(events: readonly EngineEvent[]): string[] {
  const ended: string[] = [];
  for (const event of events) {
    if (event.type === 'ElementCompleted' || event.type === 'ElementFailed' || event.type === 'ElementCancelled')
      ended.push(event.element);
  }
  return ended;
}

/** Element ids of the active entries, oldest first. */
export function activeIn(state: InstanceState): string[] {
  return [...state.entries.values()].map((entry) => entry.element);
}

/** Variables of the root scope as a plain object with sorted names. */
export function rootVariablesOf(state: InstanceState): Variables {
  const values = state.variables.get(state.rootVariables)?.values ?? {};
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
