import { isGuid } from '../../platform/ids.ts';
import { INSTANCE_STATUSES, type ListedStatus } from '../operator/instance-status.ts';
import type { FilterType } from './filter-operators.ts';

/** An integer is a decimal text of any length; a time is in seconds since the epoch. */
export type FilterValue =
  | { readonly type: 'text' | 'integer' | 'state' | 'guid' | 'word'; readonly value: string }
  | { readonly type: 'status'; readonly value: ListedStatus }
  | { readonly type: 'variable'; readonly value: string | number | boolean }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'time'; readonly value: number };

const USER_TASK_STATES = ['Created', 'Claimed', 'Completed', 'Failed', 'Cancelled'];
const INTEGER = /^-?\d+$/;
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:([Zz])|([+\- ])(\d\d):(\d\d))?)?$/;

/** Returns undefined if the value is invalid (docs/contributing/spec/http/lists.md#value-forms). */
export function readFilterValue(text: string, type: FilterType): FilterValue | undefined {
  switch (type) {
    case 'text':
      return { type, value: text };
    case 'integer':
      return INTEGER.test(text) ? { type, value: text } : undefined;
    case 'boolean': {
      const word = text.toLowerCase();
      return word === 'true' || word === 'false' ? { type, value: word === 'true' } : undefined;
    }
    case 'state': {
      const state = USER_TASK_STATES.find((known) => known.toLowerCase() === text.toLowerCase());
      return state === undefined ? undefined : { type, value: state };
    }
    case 'word':
      return { type, value: text };
    case 'status': {
      const status = INSTANCE_STATUSES.find((known) => known.toLowerCase() === text.toLowerCase());
      return status === undefined ? undefined : { type, value: status };
    }
    case 'variable':
      return readVariableValue(text);
    case 'guid':
      return isGuid(text) ? { type, value: text.toLowerCase() } : undefined;
    case 'time': {
      const seconds = readTime(text);
      return seconds === undefined ? undefined : { type, value: seconds };
    }
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A number, `true`, `false`, or a text. Double quotes: a text with the escapes of JSON. Undefined if invalid
 * (docs/contributing/spec/http/instances.md#variables).
 */
function readVariableValue(text: string): FilterValue | undefined {
  const type = 'variable';
  if (text.startsWith('"')) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' ? { type, value } : undefined;
    } catch {
      return undefined;
    }
  }
  if (NUMBER.test(text)) return Number.isFinite(Number(text)) ? { type, value: Number(text) } : undefined;
  return { type, value: text === 'true' || text === 'false' ? text === 'true' : text };
}

/**
 * RFC 3339 date-time to seconds since the epoch. Without an offset, the time is UTC; a date without a time is midnight UTC. A space before the offset counts
 * as `+`, because URL decoders convert `+` to a space. Drops fractions below a microsecond, which the database does not store.
 */
function readTime(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? '0');
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)];
  const [offsetHours, offsetMinutes] = [part(10), part(11)];
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const offsetMs = (match[9] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  const wholeMs = date.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 - offsetMs;
  const microseconds = Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  return (wholeMs * 1000 + microseconds) / 1_000_000;
}
