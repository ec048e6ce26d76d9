import type { ElementCancelled, ElementCompleted, ElementFailed, EngineEvent } from '../../engine/events.ts';
import { activityTypeOf } from '../../engine/model.ts';
import { activityInstanceBefore, type Before } from './log-lines/element-lines.ts';

export type Counted =
  | { readonly kind: 'instanceStarted' }
  | { readonly kind: 'instanceEnded'; readonly outcome: 'completed' | 'cancelled' | 'failed' }
  | { readonly kind: 'incidentRaised' }
  | { readonly kind: 'activityEnded'; readonly activityType: string; readonly durationMs: number };

type CountedOf<T extends EngineEvent['type']> = (event: Extract<EngineEvent, { type: T }>, before: Before) => Counted | undefined;

/** Event types without an entry are not counted. */
const COUNTS: { readonly [T in EngineEvent['type']]?: CountedOf<T> } = {
  InstanceStarted: () => ({ kind: 'instanceStarted' }),
  InstanceCompleted: () => ({ kind: 'instanceEnded', outcome: 'completed' }),
  InstanceCancelled: () => ({ kind: 'instanceEnded', outcome: 'cancelled' }),
  InstanceFailed: () => ({ kind: 'instanceEnded', outcome: 'failed' }),
  IncidentRaised: () => ({ kind: 'incidentRaised' }),
  ElementCompleted: countOfEndedEntry,
  ElementFailed: (event, before) => (event.isRecorded === true ? undefined : countOfEndedEntry(event, before)),
  ElementCancelled: countOfEndedEntry,
};

/** `before`: the instance just before the event. */
export function countedOf(event: EngineEvent, before: Before): Counted | undefined {
  const counted = COUNTS[event.type] as CountedOf<EngineEvent['type']> | undefined;
  return counted?.(event, before);
}

function countOfEndedEntry(event: ElementCompleted | ElementFailed | ElementCancelled, before: Before): Counted {
  const { elementType, entry, since } = event;
  const activityType = activityTypeOf(elementType, activityInstanceBefore(before, entry)?.loop?.kind);
  return { kind: 'activityEnded', activityType, durationMs: before.now - since };
}
