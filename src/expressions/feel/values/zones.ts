import { IANAZone } from 'luxon';
import { padded } from './calendar.ts';

/** UTC offset in seconds, or time zone, or neither. */
export interface TimePlace {
  readonly offset?: number;
  readonly zone?: string;
}

export const NO_ZONE: TimePlace = Object.freeze({});
export const UTC: TimePlace = Object.freeze({ offset: 0 });

/** Unit: s. */
const MAX_OFFSET = 18 * 3600;
const OFFSET = /^([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/;
/** Syntax check before the lookup. */
const ZONE = /^[A-Za-z][A-Za-z0-9+\-_]{0,30}(?:\/[A-Za-z0-9+\-_]{1,30}){0,3}$/;

const known = new Map<string, IANAZone | null>();
/** More than the existing zones. */
const MAX_KNOWN = 2000;

function zoneNamed(name: string): IANAZone | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const zone = ZONE.test(name) && IANAZone.isValidZone(name) ? IANAZone.create(name) : null;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, zone);
  return zone;
}

/** Suffix of a time: empty, `Z`, an offset, or `@` with a zone. Null if invalid. */
export function placeOf(text: string): TimePlace | null {
  if (text === '') return NO_ZONE;
  if (text === 'Z' || text === 'z') return UTC;
  if (text.startsWith('@')) {
    const name = text.slice(1);
    return zoneNamed(name) === null ? null : { zone: name };
  }
  const match = OFFSET.exec(text);
  if (match === null) return null;
  const [, sign, hours, minutes, seconds = '0'] = match;
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return placeAt(sign === '-' ? -offset : offset);
}

/** Null beyond 18 hours. */
export function placeAt(offset: number): TimePlace | null {
  return Math.abs(offset) <= MAX_OFFSET ? { offset: offset + 0 } : null;
}

/** Seconds at a local time in seconds since epoch; undefined without offset and zone. */
export function offsetAt({ offset, zone }: TimePlace, localSeconds: number): number | undefined {
  if (zone === undefined) return offset;
  const found = zoneNamed(zone);
  if (found === null) return undefined;
  const local = localSeconds * 1000;
  // the date range of the platform
  const within = (ms: number) => Math.max(-8.64e15, Math.min(8.64e15, ms));
  const before = found.offset(within(local - 86_400_000)) * 60;
  const first = found.offset(within(local - before * 1000)) * 60;
  if (first === before) return first;
  const after = found.offset(within(local - first * 1000)) * 60;
  // a repeated hour is the first one, a skipped one moves forward by the gap
  return after === first ? first : before;
}

/** Seconds; `seconds` since epoch. */
export function offsetOfInstant({ offset = 0, zone }: TimePlace, seconds: number): number {
  const found = zone === undefined ? null : zoneNamed(zone);
  return found === null ? offset : found.offset(Math.max(-8.64e15, Math.min(8.64e15, seconds * 1000))) * 60;
}

/** Suffix of a time. */
export function placeText({ offset, zone }: TimePlace): string {
  return zone === undefined ? offsetText(offset) : `@${zone}`;
}

export function offsetText(offset: number | undefined): string {
  if (offset === undefined) return '';
  if (offset === 0) return 'Z';
  const amount = Math.abs(offset);
  const [hours, minutes, seconds] = [Math.floor(amount / 3600), Math.floor((amount % 3600) / 60), amount % 60];
  return `${offset < 0 ? '-' : '+'}${padded(hours, 2)}:${padded(minutes, 2)}${seconds === 0 ? '' : `:${padded(seconds, 2)}`}`;
}
