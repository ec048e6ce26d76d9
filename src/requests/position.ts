import { isGuid } from '../platform/ids.ts';

/** Last row that a write added to an event history. `kind`: i for an instance, d for a process key. */
export interface PositionMark {
  readonly kind: 'i' | 'd';
  readonly subjectId: string;
  readonly seq: number;
}

/**
 * Content of `Service-Position` (docs/contributing/spec/http.md#service-position): the rows of one command, or its id if they are too many for the header;
 * its stored reply then contains them. `issuedAt`: ms since epoch, in whole seconds.
 */
export type Position =
  | { readonly issuedAt: number; readonly marks: readonly PositionMark[] }
  | { readonly issuedAt: number; readonly commandId: string };

/** See docs/contributing/spec/http.md#service-position. */
export const MAX_POSITION_LENGTH = 256;
const VERSION = '1';
const SEPARATOR = '.';
const SECONDS = /^[0-9a-z]{1,8}$/;
const ID = /^[\w-]{22}$/;
const SEQ = /^[1-9a-z][0-9a-z]{0,5}$/;
const MAX_SEQ = 2_147_483_647;

/** Text in visible ASCII without commas. */
export function writePosition(position: Position): string {
  const parts = [VERSION, Math.floor(position.issuedAt / 1000).toString(36)];
  if ('commandId' in position) parts.push(`c${packed(position.commandId)}`);
  else for (const { kind, subjectId, seq } of position.marks) parts.push(kind + packed(subjectId), seq.toString(36));
  return parts.join(SEPARATOR);
}

/** A text of {@link writePosition}, of any length. Undefined if it is invalid. */
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

/** 22 characters instead of 36, because positions are part of headers and of stored replies. */
function packed(guid: string): string {
  return Buffer.from(guid.replaceAll('-', ''), 'hex').toString('base64url');
}

function unpacked(text: string): string | undefined {
  if (!ID.test(text)) return undefined;
  const hex = Buffer.from(text, 'base64url').toString('hex');
  const guid = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return isGuid(guid) && packed(guid) === text ? guid : undefined;
}

/** Position in the event feed of one database (docs/contributing/spec/event-feed.md#positions). A read continues after it. */
export interface FeedPosition {
  /** prefix of the feed id, distinct for each database */
  readonly feed: string;
  /** feed row; 0: before the first one */
  readonly row: number;
  /** event of the row in the history of its instance; undefined: after all events of the row */
  readonly sequence: number | undefined;
}

/** Characters of the feed id with which positions begin. */
export const FEED_NAME_LENGTH = 8;

const TEXT = /^([0-9a-f]{8})\.(\d{1,15})(?:\.(\d{1,10}))?$/;

/** Text for clients. */
export function feedPositionText({ feed, row, sequence }: FeedPosition): string {
  return sequence === undefined ? `${feed}.${row}` : `${feed}.${row}.${sequence}`;
}

/** Parses a position of a client. Undefined if it is invalid. */
export function readFeedPosition(text: string): FeedPosition | undefined {
  const found = TEXT.exec(text);
  if (found === null) return undefined;
  const [, feed = '', row, sequence] = found;
  return { feed, row: Number(row), sequence: sequence === undefined ? undefined : Number(sequence) };
}

/** Separator between the positions in a cursor, which clients of several shards get. With one feed, a cursor is a position. */
export const FEED_CURSOR_SEPARATOR = '~';

export function feedCursorText(positions: readonly FeedPosition[]): string {
  return positions.map(feedPositionText).join(FEED_CURSOR_SEPARATOR);
}

/** Parses a cursor of a client. Undefined if it is invalid, or has two positions in one feed. */
export function readFeedCursor(text: string): readonly FeedPosition[] | undefined {
  const positions = text.split(FEED_CURSOR_SEPARATOR).map(readFeedPosition);
  const known = positions.filter((position) => position !== undefined);
  return known.length < positions.length || new Set(known.map(({ feed }) => feed)).size < known.length ? undefined : known;
}
