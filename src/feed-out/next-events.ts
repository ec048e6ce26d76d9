import { limitsOf } from '../platform/access-roles.ts';
import { ConfigError } from '../platform/config/config.ts';
import type { FeedHead } from '../queries/feed/feed-rows.ts';
import {
  DELETED,
  eventLine,
  type FeedEvent,
  type FeedFilter,
  type FeedReading,
  positionText,
  readFeed,
} from '../queries/feed/read-feed.ts';
import { HISTORY_TYPES } from '../queries/history/facts-of-event.ts';
import type { FeedPlace } from './subscriber.ts';

/** Filter like the parameters of the feed (docs/contributing/spec/event-feed.md#parameters). An empty list matches all events. */
export interface WantedEvents {
  /** process keys, or prefixes followed by `*` */
  readonly keys: readonly string[];
  readonly types: readonly string[];
  readonly businessId: string | undefined;
}

/** `section`: for the error text. Throws ConfigError for an unknown event type. */
export function feedFilterOf({ keys, types, businessId }: WantedEvents, section: string): FeedFilter {
  const wrong = types.findIndex((type) => !HISTORY_TYPES.has(type) && type !== DELETED);
  if (wrong >= 0) throw new ConfigError(`${section}:Types`, `holds in entry ${wrong + 1} what is not a type of events`);
  return {
    limits: undefined,
    keys: keys.length === 0 ? undefined : limitsOf(keys),
    types: types.length === 0 ? undefined : new Set(types),
    instanceId: undefined,
    businessId,
  };
}

export interface DueEvent {
  readonly place: FeedPlace;
  /** position in the feed; it never changes, so that receivers can use it to detect duplicates */
  readonly position: string;
  readonly event: FeedEvent;
  /** JSON of the event in the feed */
  readonly line: string;
}

export interface NextEvents {
  readonly events: readonly DueEvent[];
  /** the feed was read up to it: no other event before it matches */
  readonly end: FeedPlace;
  /** the read reached the end of the feed at that time */
  readonly isAtEnd: boolean;
}

/** Limits of one read. The event that reaches a limit is the last one. */
export interface ReadingBounds {
  readonly events: number;
  /** length of the lines */
  readonly characters: number;
  /** maximum time of a read while few events match */
  readonly ms: number;
}

/** Reads the next events in order, up to `head`. */
export async function nextEvents(
  reading: FeedReading,
  head: FeedHead,
  behind: FeedPlace,
  bounds: ReadingBounds,
): Promise<NextEvents> {
  const lookUntil = performance.now() + bounds.ms;
  const events: DueEvent[] = [];
  let characters = 0;
  let end = behind;
  for await (const step of readFeed(reading, head, { feed: head.name, ...behind })) {
    end = { row: step.position.row, sequence: step.position.sequence };
    if (step.event !== undefined) {
      const position = positionText(step);
      const line = JSON.stringify(eventLine(step.event, position));
      events.push({ place: end, position, event: step.event, line });
      characters += line.length;
    }
    if (events.length >= bounds.events || characters >= bounds.characters || performance.now() >= lookUntil) break;
  }
  return { events, end, isAtEnd: end.row >= head.position && end.sequence === undefined };
}

/** Position directly before the event: a read from there starts with it. */
export function placeBefore({ place, event }: Pick<DueEvent, 'place' | 'event'>): FeedPlace {
  return event.sequence === null ? { row: place.row - 1, sequence: undefined } : { row: place.row, sequence: event.sequence - 1 };
}
