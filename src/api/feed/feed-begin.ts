import { type Answer, problemAnswer } from '../../platform/answer.ts';
import type { FeedHead } from '../../queries/feed/feed-rows.ts';
import type { FeedPosition } from '../../requests/feed-position.ts';
import type { FeedBegin } from './feed-query.ts';

/** Answers while nothing is fed. */
export function feedIsOff(path: string): Answer {
  return problemAnswer('event-feed-disabled', 'The event feed is off. Set Feed:Enabled to true to turn it on.', path);
}

/** The position behind which a reading begins, or why it cannot (docs/contributing/spec/event-feed.md#foreign-positions). */
export function beginOf(
  begin: FeedBegin,
  head: FeedHead,
  path: string,
): { readonly ok: true; readonly position: FeedPosition } | { readonly ok: false; readonly answer: Answer } {
  const at = (row: number) => ({ ok: true, position: { feed: head.name, row, sequence: undefined } }) as const;
  if (begin === 'beginning') return at(0);
  if (begin === 'end') return at(head.position);
  if (begin.feed !== head.name) return refused('This position belongs to a different database. Restart from after=0.', path);
  // a restored database has lost these rows, and gives the same positions to other events
  if (begin.row > head.position) return refused('This position is beyond the end of the feed. Restart from after=0.', path);
  return { ok: true, position: begin };
}

function refused(detail: string, path: string): { readonly ok: false; readonly answer: Answer } {
  return { ok: false, answer: problemAnswer('foreign-feed-position', detail, path) };
}
