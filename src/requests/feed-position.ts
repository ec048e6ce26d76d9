/** A place in the event feed (docs/contributing/spec/event-feed.md#positions). */
export interface FeedPosition {
  /** prefix of the feed id, distinct for each database */
  readonly feed: string;
  /** 0: before the first */
  readonly row: number;
  /** behind this event of the row, by its number in the history of the instance; undefined: behind the whole row */
  readonly sequence: number | undefined;
}

/** Characters of the id of a feed that its positions begin with. */
export const FEED_NAME_LENGTH = 8;

const TEXT = /^([0-9a-f]{8})\.(\d{1,15})(?:\.(\d{1,10}))?$/;

/** A place as clients see it. */
export function feedPositionText({ feed, row, sequence }: FeedPosition): string {
  return sequence === undefined ? `${feed}.${row}` : `${feed}.${row}.${sequence}`;
}

/** Reads a position that a client sends; undefined: invalid. */
export function readFeedPosition(text: string): FeedPosition | undefined {
  const found = TEXT.exec(text);
  if (found === null) return undefined;
  const [, feed = '', row, sequence] = found;
  return { feed, row: Number(row), sequence: sequence === undefined ? undefined : Number(sequence) };
}
