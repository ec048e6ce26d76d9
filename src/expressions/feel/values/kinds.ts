import { MonthsDuration, TimeDuration } from './durations.ts';
import { FeelFunction } from './function.ts';
import { isNumber } from './numbers.ts';
import { FeelRange } from './range.ts';
import { FeelDate, FeelDateTime, FeelTime } from './temporal.ts';
import type { Kind } from './types.ts';

/** Object without prototype, or plain. Read own properties only. */
export type FeelContext = Readonly<Record<string, unknown>>;

/** Values outside FEEL count as null. */
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

export function isContext(value: unknown): value is FeelContext {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export function isDuration(value: unknown): value is MonthsDuration | TimeDuration {
  return value instanceof MonthsDuration || value instanceof TimeDuration;
}

export function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
