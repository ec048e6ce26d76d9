import { equal, isSame, type Truth } from '../values/equality.ts';
import type { FeelFunction } from '../values/function.ts';
import {
  add,
  compareNumbers,
  decimalOf,
  divide,
  type FeelNumber,
  isNumber,
  isWhole,
  multiply,
  normalized,
  subtract,
  toInteger,
} from '../values/numbers.ts';
import { orderOf } from '../values/order.ts';
import type { FeelRun } from '../values/run.ts';
import { define } from './define.ts';

type List = readonly unknown[];

/** DMN 1.3, 10.3.4.4. */
export const LISTS = [
  define('list contains', 'list: list, element: any', ([list, element]: readonly [List, unknown, ...unknown[]]) =>
    list.some((item) => isSame(item, element)),
  ),
  define('count', 'list: list', ([list]: readonly [List, ...unknown[]]) => list.length),
  define('min', '...list: any', ([list]) => extreme(list, -1)),
  define('max', '...list: any', ([list]) => extreme(list, 1)),
  define('sum', '...list: any', ([list]) => folded(list, add)),
  define('product', '...list: any', ([list]) => folded(list, multiply)),
  define('mean', '...list: any', ([list]) => mean(list)),
  define('median', '...list: any', ([list]) => median(list)),
  define('stddev', '...list: any', ([list]) => deviation(list)),
  define('mode', '...list: any', ([list]) => mode(list)),
  define('all', '...list: any', ([list]) => truthOf(list, false)),
  define('any', '...list: any', ([list]) => truthOf(list, true)),
  define('sublist', 'list: list, start position: number, length?: number', ([list, start, length]) =>
    sublist(list, start, length),
  ),
  define('append', 'list: list, ...item: list', ([list, items], run) => appended(list, items, run)),
  define('concatenate', '...list: list', ([lists]: readonly [List, ...unknown[]], run) =>
    lists.length === 0 || lists.includes(null) ? null : concatenated(lists, run),
  ),
  define('union', '...list: list', ([lists]: readonly [List, ...unknown[]], run) =>
    lists.length === 0 ? null : distinct(concatenated(lists, run)),
  ),
  define('insert before', 'list: list, position: number, newItem: any', ([list, position, item], run) =>
    inserted(list, position, item, run),
  ),
  define('remove', 'list: list, position: number', ([list, position]) => removed(list, position)),
  define(
    'list replace',
    'list: list, position: number, newItem: any | list: list, match: function, newItem: any',
    ([list, position, item]) => replacedAt(list, position, item),
    ([list, match, item], run) => replacedWhere(list, match, item, run),
  ),
  define('reverse', 'list: list', ([list]: readonly [List, ...unknown[]]) => [...list].reverse()),
  define('index of', 'list: list, match: any', ([list, match]) => places(list, match)),
  define('distinct values', 'list: list', ([list]) => distinct(list)),
  define('duplicate values', 'list: list', ([list]) => duplicates(list)),
  define('flatten', 'list: list', ([list], run) => flattened(list, run)),
  define('sort', 'list: list, precedes?: function', ([list, precedes], run) => sorted(list, precedes, run)),
  define('partition', 'list: list, size: number', ([list, size]) => partition(list, size)),
  define('is empty', 'list: any', ([list]: readonly [unknown, ...unknown[]]) => (Array.isArray(list) ? list.length === 0 : null)),
];

/** Returns null for an empty list, and without order. */
function extreme(list: List, side: 1 | -1): unknown {
  let found: unknown = list[0] ?? null;
  for (const item of list) {
    const order = orderOf(item, found);
    if (order === null) return null;
    if (order * side > 0) found = item;
  }
  return found;
}

function numbersOf(list: List): readonly FeelNumber[] | null {
  return list.length > 0 && list.every(isNumber) ? (list as readonly FeelNumber[]) : null;
}

function folded(list: List, by: (a: FeelNumber, b: FeelNumber) => FeelNumber | null): FeelNumber | null {
  const numbers = numbersOf(list);
  if (numbers === null) return null;
  let [result = null] = numbers as readonly (FeelNumber | null)[];
  for (const number of numbers.slice(1)) result = result === null ? null : by(result, number);
  return result;
}

function mean(list: List): FeelNumber | null {
  const sum = folded(list, add);
  return sum === null ? null : divide(sum, list.length);
}

function median(list: List): FeelNumber | null {
  const numbers = numbersOf(list);
  if (numbers === null) return null;
  const ordered = [...numbers].sort(compareNumbers);
  const middle = Math.floor(ordered.length / 2);
  const [low = 0, high = 0] = [ordered[middle - 1], ordered[middle]];
  if (ordered.length % 2 === 1) return high;
  const sum = add(low, high);
  return sum === null ? null : divide(sum, 2);
}

/** Deviation of a sample; null for a single number. */
function deviation(list: List): FeelNumber | null {
  const middle = list.length < 2 ? null : mean(list);
  if (middle === null) return null;
  let squares = decimalOf(0);
  for (const number of list as readonly FeelNumber[]) {
    const distance = subtract(number, middle);
    if (distance === null) return null;
    squares = squares.plus(decimalOf(distance).times(decimalOf(distance)));
  }
  return normalized(squares.dividedBy(list.length - 1).sqrt());
}

/** Most frequent numbers, ascending. */
function mode(list: List): readonly FeelNumber[] | null {
  if (list.length === 0) return [];
  const numbers = numbersOf(list);
  if (numbers === null) return null;
  const counts = new Map<string, { readonly number: FeelNumber; count: number }>();
  for (const number of numbers) {
    const key = String(number);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { number, count: 1 });
    else known.count += 1;
  }
  let most = 0;
  for (const { count } of counts.values()) most = Math.max(most, count);
  return [...counts.values()].flatMap(({ number, count }) => (count === most ? [number] : [])).sort(compareNumbers);
}

/** Three-valued: null if undecided by nulls, or for non-booleans. */
function truthOf(list: List, deciding: boolean): Truth {
  if (list.some((item) => item !== null && typeof item !== 'boolean')) return null;
  let result: Truth = !deciding;
  for (const item of list) {
    if (item === deciding) return deciding;
    if (item !== !deciding) result = null;
  }
  return result;
}

/** Counts from 1, or negative from the end; undefined outside the list. */
function indexOf(list: List, position: FeelNumber): number | undefined {
  const place = isWhole(position) ? toInteger(position) : undefined;
  if (place === undefined || place === 0 || Math.abs(place) > list.length) return undefined;
  return place > 0 ? place - 1 : list.length + place;
}

function sublist(list: List, start: FeelNumber, length: FeelNumber | undefined): List | null {
  const from = indexOf(list, start);
  const size = length === undefined ? undefined : toInteger(length);
  if (from === undefined || (length !== undefined && (size === undefined || size < 1 || from + size > list.length))) return null;
  return list.slice(from, size === undefined ? undefined : from + size);
}

function appended(list: List, items: List, run: FeelRun): List {
  run.list(list.length + items.length);
  return [...list, ...items];
}

/** Checks the limit: a list may contain another one many times. */
function flattened(list: List, run: FeelRun, found: unknown[] = []): List {
  for (const item of list) {
    run.step();
    if (Array.isArray(item)) flattened(item, run, found);
    else {
      run.list(found.length + 1, 1);
      found.push(item);
    }
  }
  return found;
}

function concatenated(lists: List, run: FeelRun): unknown[] {
  let length = 0;
  for (const list of lists) length += Array.isArray(list) ? list.length : 1;
  run.list(length);
  return lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [list]));
}

function inserted(list: List, position: FeelNumber, item: unknown, run: FeelRun): List | null {
  run.list(list.length + 1);
  const at = indexOf(list, position);
  return at === undefined ? null : list.toSpliced(at, 0, item);
}

function removed(list: List, position: FeelNumber): List | null {
  const at = indexOf(list, position);
  return at === undefined ? null : list.toSpliced(at, 1);
}

/** Ignores the fraction of the position. */
function replacedAt(list: List, position: FeelNumber, item: unknown): List | null {
  const at = indexOf(list, toInteger(position) ?? 0);
  return at === undefined ? null : list.with(at, item);
}

function replacedWhere(list: List, match: FeelFunction, item: unknown, run: FeelRun): List | null {
  const truths = list.map((old) => match.call([old, item], run));
  if (truths.some((truth) => typeof truth !== 'boolean')) return null;
  return list.map((old, at) => (truths[at] === true ? item : old));
}

function places(list: List, match: unknown): readonly number[] {
  return list.flatMap((item, at) => (isSame(item, match) ? [at + 1] : []));
}

/** Compares pairwise except strings, numbers and booleans. */
function distinct(list: List): unknown[] {
  const plain = new Set<unknown>();
  const others: unknown[] = [];
  return list.filter((item) => {
    if (typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean') {
      if (plain.has(item)) return false;
      plain.add(item);
      return true;
    }
    if (others.some((other) => equal(other, item) === true)) return false;
    others.push(item);
    return true;
  });
}

function duplicates(list: List): unknown[] {
  return distinct(list.filter((item, at) => list.some((other, place) => place !== at && isSame(item, other))));
}

function sorted(list: List, precedes: FeelFunction | undefined, run: FeelRun): List | null {
  if (precedes === undefined) {
    const isOrdered = list.every((item) => orderOf(item, list[0]) !== null);
    return isOrdered ? list.toSorted((a, b) => orderOf(a, b) ?? 0) : null;
  }
  const isBefore = (a: unknown, b: unknown) => precedes.call([a, b], run) === true;
  return list.toSorted((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
}

function partition(list: List, size: FeelNumber): unknown[][] | null {
  const each = isWhole(size) ? toInteger(size) : undefined;
  if (each === undefined || each < 1) return null;
  const parts: unknown[][] = [];
  for (let at = 0; at < list.length; at += each) parts.push(list.slice(at, at + each));
  return parts;
}
