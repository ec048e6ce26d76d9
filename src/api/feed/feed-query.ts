import { type KeyLimits, limitsOf } from '../../platform/access-roles.ts';
import { type Answer, problemAnswer } from '../../platform/answer.ts';
import { isKeyPattern } from '../../platform/config/setting-types.ts';
import { isGuid } from '../../platform/ids.ts';
import type { FeedHead } from '../../queries/feed/feed-rows.ts';
import { DELETED, type FeedFilter } from '../../queries/feed/read-feed.ts';
import { HISTORY_TYPES } from '../../queries/history/facts-of-event.ts';
import { type FeedPosition, readFeedCursor } from '../../requests/position.ts';
import { businessIdFault, parameterOf, type QueryParameters } from '../../requests/request-texts.ts';

const MOST_ENTRIES = 100;
const MOST_LINES = 10_000;
const USUAL_LINES = 1000;
const MOST_WAIT_SECONDS = 60;

/** Start after the positions of a cursor, or at an end. */
export type FeedBegin = readonly FeedPosition[] | 'beginning' | 'end';

export interface FeedQuery {
  readonly begin: FeedBegin;
  readonly filter: FeedFilter;
  /** maximum number of events */
  readonly limit: number;
  /** maximum wait for the first event */
  readonly waitSeconds: number;
}

export type FeedParsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly detail: string };

/** See docs/contributing/spec/event-feed.md#parameters. `limits`: process keys that the reader may see. */
export function parseFeedQuery(parameters: QueryParameters, limits: KeyLimits): FeedParsed<FeedQuery> {
  const begin = parseBegin(parameterOf(parameters, 'after'));
  if (!begin.ok) return begin;
  const filter = parseFilter(parameters, limits);
  if (!filter.ok) return filter;
  const limit = wholeNumber(parameters, 'limit', 1, MOST_LINES, USUAL_LINES);
  if (!limit.ok) return limit;
  const wait = wholeNumber(parameters, 'wait', 0, MOST_WAIT_SECONDS, 0);
  if (!wait.ok) return wait;
  return { ok: true, value: { begin: begin.value, filter: filter.value, limit: limit.value, waitSeconds: wait.value } };
}

function parseBegin(text: string | undefined): FeedParsed<FeedBegin> {
  if (text === undefined || text === '0') return { ok: true, value: 'beginning' };
  if (text === 'end') return { ok: true, value: 'end' };
  const positions = readFeedCursor(text);
  if (positions !== undefined) return { ok: true, value: positions };
  return refused('after must be a position of this feed, 0 for its beginning, or end.');
}

function parseFilter(parameters: QueryParameters, limits: KeyLimits): FeedParsed<FeedFilter> {
  const keys = entries(parameters, 'keys', isKeyPattern, 'a process key, or the beginning of one with * behind it');
  if (!keys.ok) return keys;
  const isType = (text: string) => HISTORY_TYPES.has(text) || text === DELETED;
  const types = entries(parameters, 'types', isType, 'a type of events');
  if (!types.ok) return types;
  const instanceId = parameterOf(parameters, 'instance')?.toLowerCase();
  if (instanceId !== undefined && !isGuid(instanceId)) return refused('instance must be the id of an instance.');
  const businessId = parameterOf(parameters, 'businessid');
  const fault = businessId === undefined ? undefined : businessIdFault(businessId);
  if (fault !== undefined) return refused(fault);
  const filter = {
    limits,
    keys: keys.value && limitsOf(keys.value),
    types: types.value && new Set(types.value),
    instanceId,
    businessId,
  };
  return { ok: true, value: filter };
}

/** A list. Undefined: absent. Error: the first entry that is not `isGood`. */
function entries(
  parameters: QueryParameters,
  name: string,
  isGood: (text: string) => boolean,
  form: string,
): FeedParsed<readonly string[] | undefined> {
  const text = parameterOf(parameters, name);
  if (text === undefined) return { ok: true, value: undefined };
  const found = text.split(',').map((entry) => entry.trim());
  if (found.length > MOST_ENTRIES) return refused(`${name} takes at most ${MOST_ENTRIES} entries.`);
  const wrong = found.findIndex((entry) => !isGood(entry));
  return wrong < 0 ? { ok: true, value: found } : refused(`Entry ${wrong + 1} of ${name} is not ${form}.`);
}

function wholeNumber(parameters: QueryParameters, name: string, least: number, most: number, usual: number): FeedParsed<number> {
  const text = parameterOf(parameters, name);
  if (text === undefined) return { ok: true, value: usual };
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most
    ? { ok: true, value }
    : refused(`${name} must be a whole number from ${least} to ${most}.`);
}

function refused(detail: string): { readonly ok: false; readonly detail: string } {
  return { ok: false, detail };
}

export function feedIsOff(path: string): Answer {
  return problemAnswer('event-feed-disabled', 'The event feed is off. Set Feed:Enabled to true to turn it on.', path);
}

/**
 * Positions in the order of `heads`, or the error answer (docs/contributing/spec/event-feed.md#foreign-positions). A feed that a cursor does not name
 * is of a later shard: it starts at its beginning.
 */
export function beginsOf(
  begin: FeedBegin,
  heads: readonly FeedHead[],
  path: string,
): { readonly ok: true; readonly positions: readonly FeedPosition[] } | { readonly ok: false; readonly answer: Answer } {
  const at = (row: (head: FeedHead) => number) =>
    ({ ok: true, positions: heads.map((head) => ({ feed: head.name, row: row(head), sequence: undefined })) }) as const;
  if (begin === 'beginning') return at(() => 0);
  if (begin === 'end') return at(({ position }) => position);
  if (begin.some(({ feed }) => !heads.some(({ name }) => name === feed)))
    return refusedPosition('This position belongs to a different database. Restart from after=0.', path);
  const positions = heads.map(
    ({ name }) => begin.find(({ feed }) => feed === name) ?? { feed: name, row: 0, sequence: undefined },
  );
  // a restored database has lost these rows, and reuses their positions
  if (positions.some(({ row }, index) => row > (heads[index]?.position ?? 0)))
    return refusedPosition('This position is beyond the end of the feed. Restart from after=0.', path);
  return { ok: true, positions };
}

function refusedPosition(detail: string, path: string): { readonly ok: false; readonly answer: Answer } {
  return { ok: false, answer: problemAnswer('foreign-feed-position', detail, path) };
}
