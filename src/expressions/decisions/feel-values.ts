import type { DecisionFunction, DecisionValue, DecisionValues, ValueKind } from '../../engine/decisions/language.ts';
import type { FixedValue } from '../../engine/model.ts';
import { compared } from '../feel/comparison.ts';
import { toJson } from '../feel/values.ts';

/** A function as the library keeps one that was defined in a text. */
interface LibraryFunction {
  readonly fn: (...given: unknown[]) => unknown;
  readonly parameterNames: readonly string[];
}
/** A function as the library takes one from its context. */
type NamedFunction = ((...given: unknown[]) => unknown) & { readonly $args: readonly string[] };
interface LibraryRange {
  readonly start: unknown;
  readonly end: unknown;
  readonly 'start included': boolean;
  readonly 'end included': boolean;
}

/** Longest range that is gone through. */
const MAX_ITEMS = 100_000;

export function kindOf(value: DecisionValue): ValueKind {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return typeof value as 'string';
  if (typeof value === 'function') return 'function';
  if (Array.isArray(value)) return 'list';
  const given = value as object;
  if ('isLuxonDateTime' in given) return momentKind(toJson(given) as string);
  if ('isLuxonDuration' in given) return /^-?P\d+[YM]/.test(toJson(given) as string) ? 'yearMonthDuration' : 'dayTimeDuration';
  if (isContext(given)) return 'context';
  return 'start included' in given ? 'range' : 'function';
}

/** The library keeps dates and times alike; their texts tell them apart. */
function momentKind(text: string): 'date' | 'time' | 'dateTime' {
  if (/^-?\d{4,}-\d\d-\d\d$/.test(text)) return 'date';
  return /^\d\d:/.test(text) ? 'time' : 'dateTime';
}

function isContext(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function membersOf(value: DecisionValue): DecisionValues | undefined {
  return kindOf(value) === 'context' ? (value as DecisionValues) : undefined;
}

/** The items of a list, or of a range of whole numbers. */
export function itemsOf(value: DecisionValue): readonly DecisionValue[] | undefined {
  if (Array.isArray(value)) return value;
  if (kindOf(value) !== 'range') return undefined;
  const { start, end, 'start included': hasStart, 'end included': hasEnd } = value as LibraryRange;
  if (!Number.isInteger(start) || !Number.isInteger(end)) return undefined;
  const [from, to] = [start as number, end as number];
  const step = from <= to ? 1 : -1;
  const count = Math.abs(to - from) + 1;
  if (count > MAX_ITEMS) return undefined;
  const items = Array.from({ length: count }, (_, at) => from + at * step);
  return items.slice(hasStart ? 0 : 1, hasEnd ? undefined : -1);
}

export function plainOf(value: DecisionValue): FixedValue | undefined {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

/** As outputs are compared: null where a comparison gives nothing is a difference. */
export function isSame(a: DecisionValue, b: DecisionValue): boolean {
  return compared('=', a, b) === true;
}

export function functionOf({ parameters, call }: DecisionFunction): DecisionValue {
  // the library gives undefined for what is missing: a call without all arguments is none
  const called = (...given: unknown[]) =>
    given.length < parameters.length || given.includes(undefined) ? null : call(given.slice(0, parameters.length));
  return Object.assign(called, { $args: parameters });
}

/** Undefined where the names are not those of its parameters. */
export function callByName(called: DecisionValue, given: DecisionValues): DecisionValue | undefined {
  const isOurs = typeof called === 'function';
  const parameters = isOurs ? (called as NamedFunction).$args : (called as LibraryFunction).parameterNames;
  const names = Object.keys(given);
  if (names.length !== parameters.length || names.some((name) => !parameters.includes(name))) return undefined;
  const values = parameters.map((name) => given[name] ?? null);
  return (isOurs ? (called as NamedFunction)(...values) : (called as LibraryFunction).fn(...values)) ?? null;
}
