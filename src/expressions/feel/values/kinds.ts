import { MonthsDuration, TimeDuration } from './durations.ts';
import { FeelFunction } from './function.ts';
import { isNumber } from './numbers.ts';
import { FeelRange } from './range.ts';
import { FeelDate, FeelDateTime, FeelTime } from './temporal.ts';

/** A FEEL context: a plain object, or one without a prototype. Read by own properties only. */
export type FeelContext = Readonly<Record<string, unknown>>;

/** The kinds of values. */
export type Kind =
  | 'null'
  | 'boolean'
  | 'string'
  | 'number'
  | 'date'
  | 'time'
  | 'date and time'
  | 'years and months duration'
  | 'days and time duration'
  | 'range'
  | 'function'
  | 'list'
  | 'context';

/** The kind of any value; what is no value of FEEL is null. */
export function kindOf(value: unknown): Kind {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return value === null ? 'null' : kindOfObject(value);
    default:
      return 'null';
  }
}

function kindOfObject(value: object): Kind {
  if (Array.isArray(value)) return 'list';
  if (isContext(value)) return 'context';
  if (isNumber(value)) return 'number';
  if (value instanceof FeelDate) return 'date';
  if (value instanceof FeelTime) return 'time';
  if (value instanceof FeelDateTime) return 'date and time';
  if (value instanceof MonthsDuration) return 'years and months duration';
  if (value instanceof TimeDuration) return 'days and time duration';
  if (value instanceof FeelRange) return 'range';
  return value instanceof FeelFunction ? 'function' : 'null';
}

/** Whether a value is a context. */
export function isContext(value: unknown): value is FeelContext {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Whether a value is a duration of either kind. */
export function isDuration(value: unknown): value is MonthsDuration | TimeDuration {
  return value instanceof MonthsDuration || value instanceof TimeDuration;
}

/** Whether a value stands for nothing. */
export function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
