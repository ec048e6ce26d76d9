import { ConfigError } from '../platform/config/config.ts';
import { limitsOf } from '../platform/key-patterns.ts';
import { DELETED, type FeedFilter } from '../queries/feed/read-feed.ts';
import { HISTORY_TYPES } from '../queries/history/history-types.ts';

/** Filter of a subscriber, with the parameters of the feed (docs/contributing/spec/event-feed.md#parameters). Empty: all events. */
export interface WantedEvents {
  /** process keys, or beginnings of some with `*` */
  readonly keys: readonly string[];
  readonly types: readonly string[];
  readonly businessId: string | undefined;
}

/** The filter of settings. `section`: their section, for error texts. Throws ConfigError for an unknown event type. */
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
