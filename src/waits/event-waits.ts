import { catchesOf, isInterrupting } from '../engine/model/model-shape.ts';
import type { ProcessModel } from '../engine/model.ts';
import type { InstanceState, SubscriptionState } from '../engine/state.ts';
import type { Wait, WaitedEvent } from './wait.ts';
import { namesText, timeText } from './words.ts';

const ROLES = { catch: 'Catch', boundary: 'Boundary', eventSubProcess: 'EventSubProcess' } as const;

/** Awaited by an open subscription. */
export function waitedEvent(model: ProcessModel | undefined, subscription: SubscriptionState): WaitedEvent {
  const { subject, owner, element, definition } = subscription;
  const catcher = model?.elements.get(element);
  const common = {
    role: ROLES[owner],
    element,
    name: null,
    correlationKey: null,
    dueAt: null,
    condition: null,
    isInterrupting: owner !== 'catch' && model !== undefined && catcher !== undefined && isInterrupting(model, catcher),
  };
  switch (subject.kind) {
    case 'message':
      return { ...common, kind: 'Message', name: subject.name, correlationKey: subject.key };
    case 'signal':
      return { ...common, kind: 'Signal', name: subject.name };
    case 'timer':
      return { ...common, kind: 'Timer', dueAt: subject.schedule.dueAt };
    case 'conditional': {
      const caught = catcher === undefined ? undefined : catchesOf(catcher)[definition];
      return { ...common, kind: 'Condition', condition: caught?.kind === 'conditional' ? caught.condition.text : null };
    }
  }
}

/** Text as it follows "waits for": `message 'paid' with correlation key 'PO-1'`. */
export function eventText({ kind, name, correlationKey, dueAt, condition }: WaitedEvent): string {
  switch (kind) {
    case 'Message':
      return correlationKey === ''
        ? `message '${name}' without a correlation key`
        : `message '${name}' with correlation key '${correlationKey}'`;
    case 'Signal':
      return `signal '${name}'`;
    case 'Timer':
      return `its timer, which is due at ${timeText(dueAt ?? 0)}`;
    case 'Condition':
      return condition === null ? 'its condition to become true' : `the condition '${condition}' to become true`;
  }
}

/** One event, or several of which one or all must occur. */
export function eventsText(events: readonly WaitedEvent[], needsAll: boolean): string {
  const [first, ...others] = events.map(eventText);
  if (first === undefined) return 'an event';
  if (others.length === 0) return first;
  return `${needsAll ? 'all of' : 'the first of'}: ${[first, ...others].join('; ')}`;
}

/** Event sub-processes that listen, in the order in which their scopes and subscriptions were opened. */
export function listeningWaits(state: InstanceState, model: ProcessModel | undefined): readonly Wait[] {
  const waits: Wait[] = [];
  for (const scope of state.subscriptionsIn.keys()) {
    for (const [start, events] of eventsByStart(state, model, scope)) {
      const id = model?.elements.get(start)?.container ?? start;
      const [first] = events;
      const how =
        first?.isInterrupting === true
          ? 'and would interrupt the activities next to it'
          : 'and would run next to the active activities';
      waits.push({
        kind: 'EventSubProcess',
        text: `Event sub-process '${id}' listens for ${eventsText(events, false)}, ${how}.`,
        element: id,
        elementName: model?.elements.get(id)?.name ?? null,
        activityType: 'EventSubProcess',
        elementType: 'EventSubProcess',
        entry: null,
        since: null,
        events,
      });
    }
  }
  return waits;
}

function eventsByStart(state: InstanceState, model: ProcessModel | undefined, scope: number): Map<string, WaitedEvent[]> {
  const found = new Map<string, WaitedEvent[]>();
  for (const ordinal of state.subscriptionsIn.get(scope) ?? []) {
    const subscription = state.subscriptions.get(ordinal);
    if (subscription === undefined) continue;
    const events = found.get(subscription.element) ?? [];
    found.set(subscription.element, [...events, waitedEvent(model, subscription)]);
  }
  return found;
}

/** The race of an activity instance, and the end of the sentence about it; empty if no other event is left. */
export function raceOf(
  state: InstanceState,
  model: ProcessModel | undefined,
  { race, ordinal, element }: { readonly race: number; readonly ordinal: number; readonly element: string },
): { readonly race: NonNullable<Wait['race']>; readonly text: string } {
  const others = [...(state.races.get(race) ?? [])]
    .filter((entry) => entry !== ordinal)
    .map((entry) => state.entries.get(entry)?.element ?? '');
  const flows = model?.elements.get(element)?.incoming ?? [];
  const gateway = model?.flows.get(flows[0] ?? '')?.source ?? null;
  const text =
    others.length === 0
      ? ''
      : `; event-based gateway ${gateway === null ? '' : `'${gateway}' `}takes the first of this and ${namesText(others)}`;
  return { race: { gateway, others }, text };
}
