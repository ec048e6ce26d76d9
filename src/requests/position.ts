import { isGuid } from '../platform/ids.ts';

/** A journal row that a write reached. kind: i = instance, d = process key. */
export interface PositionMark {
  readonly kind: 'i' | 'd';
  readonly subjectId: string;
  readonly seq: number;
}

/**
 * A point in the event stream, as `Service-Position` names it (docs/contributing/spec/http.md#service-position): the journal rows one command wrote, or the
 * command itself, when the rows do not fit; then its recorded reply names them. `issuedAt`: ms since epoch, whole seconds.
 */
export type Position =
  | { readonly issuedAt: number; readonly marks: readonly PositionMark[] }
  | { readonly issuedAt: number; readonly commandId: string };

/** Longest text of a position (docs/contributing/spec/http.md#service-position). */
export const MAX_POSITION_LENGTH = 256;
const VERSION = '1';
const SEPARATOR = '.';
const SECONDS = /^[0-9a-z]{1,8}$/;
const ID = /^[\w-]{22}$/;
const SEQ = /^[1-9a-z][0-9a-z]{0,5}$/;
const MAX_SEQ = 2_147_483_647;

/** The text of a position: visible ASCII without commas. */
export function writePosition(position: Position): string {
  const parts = [VERSION, Math.floor(position.issuedAt / 1000).toString(36)];
  if ('commandId' in position) parts.push(`c${packed(position.commandId)}`);
  else for (const { kind, subjectId, seq } of position.marks) parts.push(kind + packed(subjectId), seq.toString(36));
  return parts.join(SEPARATOR);
}

/** Reads {@link writePosition}'s text, of any length; undefined: invalid. */
export function readPosition(text: string): Position | undefined {
  const [version, seconds = '', ...rest] = text.split(SEPARATOR);
  const [first = ''] = rest;
  if (version !== VERSION || !SECONDS.test(seconds)) return undefined;
  const issuedAt = Number.parseInt(seconds, 36) * 1000;
  if (first.startsWith('c')) {
    const commandId = unpacked(first.slice(1));
    return commandId === undefined || rest.length !== 1 ? undefined : { issuedAt, commandId };
  }
  const marks = readMarks(rest);
  return marks === undefined ? undefined : { issuedAt, marks };
}

function readMarks(parts: readonly string[]): readonly PositionMark[] | undefined {
  if (parts.length === 0 || parts.length % 2 !== 0) return undefined;
  const marks: PositionMark[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const subject = parts[at] ?? '';
    const kind = subject.charAt(0);
    const subjectId = unpacked(subject.slice(1));
    const seqText = parts[at + 1] ?? '';
    const seq = SEQ.test(seqText) ? Number.parseInt(seqText, 36) : 0;
    if ((kind !== 'i' && kind !== 'd') || subjectId === undefined || seq < 1 || seq > MAX_SEQ) return undefined;
    marks.push({ kind, subjectId, seq });
  }
  return marks;
}

/** 36 characters in 22: a position travels in a header, and with every reply. */
function packed(guid: string): string {
  return Buffer.from(guid.replaceAll('-', ''), 'hex').toString('base64url');
}

function unpacked(text: string): string | undefined {
  if (!ID.test(text)) return undefined;
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const guid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return isGuid(guid) && packed(guid) === text ? guid : undefined;
}

/** A place in the event feed (docs/contributing/spec/event-feed.md#positions). */
export interface FeedPosition {
  /** prefix of the feed id, distinct for each database */
  readonly feed: string;
  /** 0: before the first */
  readonly row: number;
  /** after this event of the row, by its number in the history of the instance; undefined: after the whole row */
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

/** Separator of the positions in a cursor. Part of the contract: a cursor of one feed is a position. */
export const FEED_CURSOR_SEPARATOR = '~';

/** The places in several feeds as one text. */
export function feedCursorText(positions: readonly FeedPosition[]): string {
  return positions.map(feedPositionText).join(FEED_CURSOR_SEPARATOR);
}

/** Reads a cursor that a client sends; undefined: invalid. */
export function readFeedCursor(text: string): readonly FeedPosition[] | undefined {
  const positions = text.split(FEED_CURSOR_SEPARATOR).map(readFeedPosition);
  const known = positions.filter((position) => position !== undefined);
  return known.length < positions.length || new Set(known.map(({ feed }) => feed)).size < known.length ? undefined : known;
}
