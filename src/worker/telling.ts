import type { EngineEvent } from '../engine/events.ts';
import type { LogProperties } from '../platform/log.ts';
import type { LogEventId } from '../platform/log-events.ts';
import { withoutValues } from './scrub.ts';
import type { InstanceChange } from './unit-of-work.ts';

/** Writes one line about an instance; `properties` is asked only when the line is written. */
export type Tell = (id: LogEventId, message: string, properties?: () => LogProperties) => void;

/** One event of a change being told of. `at`: its place among the events. `now`: time of the change, ms since epoch. */
export interface Telling {
  readonly change: InstanceChange;
  readonly at: number;
  readonly now: number;
  readonly tell: Tell;
}

/** The nearest event before the one being told of that is `wanted`. */
export function eventBefore<E extends EngineEvent>(
  { change: { events }, at }: Telling,
  wanted: (event: EngineEvent) => event is E,
): E | undefined {
  for (let before = at - 1; before >= 0; before--) {
    const event = events[before];
    if (event !== undefined && wanted(event)) return event;
  }
  return undefined;
}

type Thrown = Extract<EngineEvent, { type: 'ElementFailed' | 'ErrorThrown' }>;

/** The nearest failure or error end event before the event being told of. */
export function errorBefore(telling: Telling): Thrown | undefined {
  return eventBefore(telling, (event): event is Thrown => event.type === 'ElementFailed' || event.type === 'ErrorThrown');
}

/** What a caller wrote is part of a request body, and those are not logged. */
export function errorOf({ code, message }: { readonly code: string; readonly message: string }, change: InstanceChange) {
  const isFromCaller = change.commandKind === 'FailUserTask';
  return { ErrorCode: code, ErrorMessage: isFromCaller ? 'given by the caller' : withoutValues(message, change) };
}
