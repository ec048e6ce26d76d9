import { date, evaluate } from '@bpmn-io/feelin';
import type { Json } from '../../engine/values.ts';
import { isForbiddenName, MAX_ELEMENTS } from '../limits.ts';
import { readSimplePath } from './simple-path.ts';

/** What evaluating FEEL gave. `reason` has no source in front. */
export type FeelResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/** The parts of the library's temporal objects that become ISO text. */
interface LibraryDateTime {
  readonly isLuxonDateTime: true;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly zone: { readonly type: string };
  valueOf(): number;
  toISO(options: object): string;
  toISODate(): string;
  toISOTime(options: object): string;
}
interface LibraryDuration {
  readonly isLuxonDuration: true;
  toISO(): string;
  shiftTo(...units: string[]): { normalize(): { toISO(): string } };
}

/** A result that is no value of the product. */
class NotAValue extends Error {}

/**
 * Evaluates FEEL over the given variables. `now`: clock of the command, ms since epoch, shown by `now()` and `today()` in UTC.
 * Never throws; unbounded in time, so what is not cheap belongs into the sandbox thread.
 */
export function evaluateFeel(source: string, variables: Readonly<Record<string, Json>>, now: number): FeelResult {
  try {
    const path = readSimplePath(source, variables);
    if (path !== undefined) return { ok: true, value: toJson(plainCopy(path.value)) };
    return { ok: true, value: toJson(evaluate(source, contextOf(variables, now)).value) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: 'value is nested too deep' };
    return { ok: false, reason: error instanceof Error ? error.message : 'FEEL evaluation failed' };
  }
}

/** Plain objects as the library wants them, without the names nobody may reach, and with the clock of the command. */
function contextOf(variables: Readonly<Record<string, Json>>, now: number): Record<string, unknown> {
  const clock = new Date(now).toISOString();
  const context: Record<string, unknown> = {
    now: withoutArguments(() => date(clock)),
    today: withoutArguments(() => date(clock.slice(0, 10))),
  };
  for (const [name, value] of Object.entries(variables)) if (!isForbiddenName(name)) context[name] = plainCopy(value);
  return context;
}

/** The library reads the parameter names of a function from `$args`. */
function withoutArguments(read: () => unknown): () => unknown {
  return Object.assign(read, { $args: [] });
}

function plainCopy(value: Json): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plainCopy);
  const copy: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) if (!isForbiddenName(name)) copy[name] = plainCopy(item);
  return copy;
}

/** Values of the library as JSON: temporal values as ISO text, contexts as maps (bpmn.md 10.4). */
function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new NotAValue('result is not a finite number');
    return value + 0;
  }
  if (typeof value === 'function') throw new NotAValue('result is a function');
  if (Array.isArray(value)) {
    if (value.length > MAX_ELEMENTS) throw new NotAValue(`list or map has more than ${MAX_ELEMENTS} elements`);
    return value.map(toJson);
  }
  return objectToJson(value as object);
}

function objectToJson(value: object): Json {
  if ('isLuxonDateTime' in value) return dateTimeText(value as LibraryDateTime);
  if ('isLuxonDuration' in value) return durationText(value as LibraryDuration);
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    throw new NotAValue('start included' in value ? 'result is a range' : 'result is a function');
  }
  const entries = Object.entries(value);
  if (entries.length > MAX_ELEMENTS) throw new NotAValue(`list or map has more than ${MAX_ELEMENTS} elements`);
  const map: Record<string, Json> = {};
  for (const [name, item] of entries) {
    if (isForbiddenName(name)) throw new NotAValue(`name '${name}' is not allowed`);
    map[name] = toJson(item);
  }
  return map;
}

/** The library keeps a time on 1900-01-01 and a date at midnight UTC; a value without zone gets a text without offset. */
function dateTimeText(value: LibraryDateTime): string {
  const options = { suppressMilliseconds: true, includeOffset: value.zone.type !== 'system' };
  if (value.year === 1900 && value.month === 1 && value.day === 1) return value.toISOTime(options);
  const isDate = value.valueOf() % 86_400_000 === 0 && value.zone.type === 'fixed' && value.toISO({}).endsWith('Z');
  return isDate ? value.toISODate() : value.toISO(options);
}

/** ISO has fractions of seconds only; the library computes months with fractions. */
function durationText(value: LibraryDuration): string {
  const text = value.toISO();
  if (!/\.\d+[YMWDH]/.test(text)) return text;
  return value.shiftTo('years', 'months', 'days', 'hours', 'minutes', 'seconds').normalize().toISO();
}
