import type { EngineEvent } from '../../src/engine/events.ts';
import type { InstanceState } from '../../src/engine/state.ts';
import type { Variables } from '../../src/engine/values.ts';

/**
 * The trace of events, the signs of docs/contributing/spec/traces.md with blanks between them: `=started +start -start >f1`.
 * @param history all events of the instance: it knows which of the entries that end here are iterations
 */
export function traceOf(events: readonly EngineEvent[], history: readonly EngineEvent[] = events): string {
  const indexes = new Map<number, number>();
  for (const event of history)
    if (event.type === 'ElementActivated' && event.index !== undefined) indexes.set(event.entry, event.index);
  const nameOf = ({ entry, element }: OfActivityInstance) => {
    const index = indexes.get(entry);
    return index === undefined ? element : `${element}#${index}`;
  };
  const signs = events.map((event) => signOf(event, nameOf)).filter((sign) => sign !== undefined);
  return signs.join(' ');
}

interface OfActivityInstance {
  readonly entry: number;
  readonly element: string;
}

/** The sign of one event; undefined for events that a trace leaves out. */
function signOf(event: EngineEvent, nameOf: (of: OfActivityInstance) => string): string | undefined {
  switch (event.type) {
    case 'InstanceStarted':
      return '=started';
    case 'InstanceRestored':
      return '=restored';
    case 'InstanceMigrated':
      return '=migrated';
    case 'ElementActivated':
      return `+${nameOf(event)}`;
    case 'TokenArrived':
      return `@${event.element}`;
    case 'ConditionEvaluated':
      return `?${event.flow} ${event.result}`;
    case 'ElementCompleted':
      return `-${nameOf(event)}`;
    case 'ElementFailed':
      return `!${nameOf(event)} ${event.code}`;
    case 'ElementCancelled':
      return `~${nameOf(event)}`;
    case 'FlowTaken':
      return `>${event.flow}`;
    case 'ErrorThrown':
      return event.code === '' ? '^error' : `^error ${event.code}`;
    case 'SignalThrown':
      return `^signal ${event.name}`;
    case 'MessagePublished':
      return `^message ${event.name}`;
    case 'EscalationThrown':
      return `^escalation ${event.code}`;
    case 'CompensationStarted':
      // Walks inside a walk, and those of a transaction, are no throws.
      return event.after.kind === 'throw' ? `^compensate ${event.activityRef ?? '*'}` : undefined;
    case 'ChildStartRequested':
      return `^call ${event.key}`;
    case 'JobOpened':
      return `[${event.element} ${event.taskType}`;
    case 'JobClosed':
      return event.outcome === 'completed' ? `]${event.element}` : `]${event.element} ${event.outcome}`;
    case 'IncidentRaised':
      return `#${event.element} ${event.code}`;
    case 'IncidentEnded':
      return `/${event.element} ${event.outcome}`;
    case 'InstanceSuspended':
      return '=suspended';
    case 'InstanceResumed':
      return '=resumed';
    case 'InstanceCaughtUp':
      return '=caught up';
    case 'InstanceCompleted':
      return event.error === undefined ? '=completed' : `=completed error ${event.error.code}`.trimEnd();
    case 'InstanceCancelled':
      return '=cancelled';
    case 'InstanceFailed':
      return `=failed ${event.code}`;
    default:
      return undefined;
  }
}

/** Element ids of entries that are no longer active, in the order they ended (docs/contributing/spec/execution.md#what-is-shown). */
export function endedIn(events: readonly EngineEvent[]): string[] {
  const ended: string[] = [];
  for (const event of events) {
    if (event.type === 'ElementCompleted' || event.type === 'ElementFailed' || event.type === 'ElementCancelled')
      ended.push(event.element);
  }
  return ended;
}

/** Element ids and reasons of cancelled entries, in the order they ended. */
export function cancelledIn(events: readonly EngineEvent[]): [string, string][] {
  return events.flatMap((event): [string, string][] =>
    event.type === 'ElementCancelled' ? [[event.element, event.reason]] : [],
  );
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
