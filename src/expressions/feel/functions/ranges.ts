import type { FeelNode } from '../syntax/nodes.ts';
import { FeelParser } from '../syntax/parser.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { readDuration } from '../values/durations.ts';
import type { Truth } from '../values/equality.ts';
import { isNumber, negate } from '../values/numbers.ts';
import { orderOf } from '../values/order.ts';
import { FeelRange } from '../values/range.ts';
import { readDate, readDateTime, readTime } from '../values/temporal.ts';
import { define } from './define.ts';

type Points = readonly [a: unknown, b: unknown, ...unknown[]];
type Ranges = readonly [a: FeelRange, b: FeelRange, ...unknown[]];

const RANGES_ONLY = 'range1: range, range2: range';
const RANGE_IN_RANGE = 'point: point, range: range | range1: range, range2: range';
const RANGE_WITH = 'range: range, point: point | range1: range, range2: range';

/** Points and ranges (DMN 1.3, table 78). */
export const RANGES = [
  ...ofAll('before', isBefore),
  ...ofAll('after', (a, b) => isBefore(b, a)),
  define('meets', RANGES_ONLY, ([a, b]: Ranges) => isMeeting(a, b)),
  define('met by', RANGES_ONLY, ([a, b]: Ranges) => isMeeting(b, a)),
  define('overlaps', RANGES_ONLY, ([a, b]: Ranges) => and(reaches(a, b), reaches(b, a))),
  define('overlaps before', RANGES_ONLY, ([a, b]: Ranges) => isOverlapping(a, b)),
  define('overlaps after', RANGES_ONLY, ([a, b]: Ranges) => isOverlapping(b, a)),
  define(
    'finishes',
    RANGE_IN_RANGE,
    ([point, range]: readonly [unknown, FeelRange, ...unknown[]]) => isEnd(point, range),
    ([a, b]: Ranges) => finishes(a, b),
  ),
  define(
    'finished by',
    RANGE_WITH,
    ([range, point]: readonly [FeelRange, unknown, ...unknown[]]) => isEnd(point, range),
    ([a, b]: Ranges) => finishes(b, a),
  ),
  define(
    'includes',
    RANGE_WITH,
    ([range, point]: readonly [FeelRange, unknown, ...unknown[]]) => holds(range, point),
    ([a, b]: Ranges) => holdsAll(a, b),
  ),
  define(
    'during',
    RANGE_IN_RANGE,
    ([point, range]: readonly [unknown, FeelRange, ...unknown[]]) => holds(range, point),
    ([a, b]: Ranges) => holdsAll(b, a),
  ),
  define(
    'starts',
    RANGE_IN_RANGE,
    ([point, range]: readonly [unknown, FeelRange, ...unknown[]]) => isStart(point, range),
    ([a, b]: Ranges) => starts(a, b),
  ),
  define(
    'started by',
    RANGE_WITH,
    ([range, point]: readonly [FeelRange, unknown, ...unknown[]]) => isStart(point, range),
    ([a, b]: Ranges) => starts(b, a),
  ),
  define(
    'coincides',
    'point1: point, point2: point | range1: range, range2: range',
    ([a, b]: Points) => order(a, b, (by) => by === 0),
    ([a, b]: Ranges) => coincides(a, b),
  ),
  define('range', 'from: string', ([text]) => readRange(text)),
];

function ofAll(name: string, relation: (a: unknown, b: unknown) => Truth) {
  const forms = ['point1: point, point2: point', 'point: point, range: range', 'range: range, point: point', RANGES_ONLY];
  return [define(name, forms.join('|'), ([a, b]: Points) => relation(a, b))];
}

function order(a: unknown, b: unknown, holdsFor: (by: number) => boolean): Truth {
  const by = orderOf(a, b);
  return by === null ? null : holdsFor(by);
}

function and(...truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(null) ? null : true;
}

function isBefore(a: unknown, b: unknown): Truth {
  const [end, isEndIncluded] = a instanceof FeelRange ? [a.end, a.isEndIncluded] : [a, true];
  const [start, isStartIncluded] = b instanceof FeelRange ? [b.start, b.isStartIncluded] : [b, true];
  if (end === null || start === null) return false;
  const isApart = (a instanceof FeelRange && !isEndIncluded) || (b instanceof FeelRange && !isStartIncluded);
  return order(end, start, (by) => by < 0 || (by === 0 && isApart));
}

function isMeeting(a: FeelRange, b: FeelRange): Truth {
  return order(a.end, b.start, (by) => by === 0 && a.isEndIncluded && b.isStartIncluded);
}

/** Ends after the start of the other. */
function reaches(a: FeelRange, b: FeelRange): Truth {
  if (a.end === null || b.start === null) return true;
  return order(a.end, b.start, (by) => by > 0 || (by === 0 && a.isEndIncluded && b.isStartIncluded));
}

function isOverlapping(a: FeelRange, b: FeelRange): Truth {
  return and(
    order(a.start, b.start, (by) => by < 0 || (by === 0 && a.isStartIncluded && !b.isStartIncluded)),
    reaches(a, b),
    order(a.end, b.end, (by) => by < 0 || (by === 0 && (!a.isEndIncluded || b.isEndIncluded))),
  );
}

function isEnd(point: unknown, range: FeelRange): Truth {
  return order(point, range.end, (by) => by === 0 && range.isEndIncluded);
}

function isStart(point: unknown, range: FeelRange): Truth {
  return order(point, range.start, (by) => by === 0 && range.isStartIncluded);
}

function finishes(a: FeelRange, b: FeelRange): Truth {
  return and(
    order(a.end, b.end, (by) => by === 0 && a.isEndIncluded === b.isEndIncluded),
    order(a.start, b.start, (by) => by > 0 || (by === 0 && (!a.isStartIncluded || b.isStartIncluded))),
  );
}

function starts(a: FeelRange, b: FeelRange): Truth {
  return and(
    order(a.start, b.start, (by) => by === 0 && a.isStartIncluded === b.isStartIncluded),
    order(a.end, b.end, (by) => by < 0 || (by === 0 && (!a.isEndIncluded || b.isEndIncluded))),
  );
}

function holds(range: FeelRange, point: unknown): Truth {
  const isAbove = range.start === null || order(range.start, point, (by) => by < 0 || (by === 0 && range.isStartIncluded));
  const isBelow = range.end === null || order(range.end, point, (by) => by > 0 || (by === 0 && range.isEndIncluded));
  return and(isAbove, isBelow);
}

function holdsAll(a: FeelRange, b: FeelRange): Truth {
  return and(
    order(a.start, b.start, (by) => by < 0 || (by === 0 && (a.isStartIncluded || !b.isStartIncluded))),
    order(a.end, b.end, (by) => by > 0 || (by === 0 && (a.isEndIncluded || !b.isEndIncluded))),
  );
}

function coincides(a: FeelRange, b: FeelRange): Truth {
  const areAlike = a.isStartIncluded === b.isStartIncluded && a.isEndIncluded === b.isEndIncluded;
  return and(
    order(a.start, b.start, (by) => by === 0),
    order(a.end, b.end, (by) => by === 0),
    areAlike,
  );
}

/** Limit in characters. */
const MAX_RANGE_LENGTH = 10_000;

/** Reads a range with literal ends (DMN 1.4, 10.3.4.1). */
function readRange(text: string): FeelRange | null {
  if (text.length > MAX_RANGE_LENGTH) return null;
  try {
    const written = withEnds(text);
    const node = FeelParser.expression(written, { variables: [] });
    if (node.kind !== 'range') return null;
    const [start, end] = [literalOf(node.start), literalOf(node.end)];
    if (start === undefined || end === undefined || (start === null && end === null)) return null;
    const by = orderOf(start ?? end, end ?? start);
    if (by === null || by > 0) return null;
    const [isStartIncluded, isEndIncluded] = [node.isStartIncluded && start !== null, node.isEndIncluded && end !== null];
    if (written === text) return new FeelRange(isStartIncluded, start, end, isEndIncluded);
    const operator = start === null ? (isEndIncluded ? '<=' : '<') : isStartIncluded ? '>=' : '>';
    return new FeelRange(isStartIncluded, start, end, isEndIncluded, operator);
  } catch (error) {
    if (error instanceof SyntaxProblem) return null;
    throw error;
  }
}

/** Writes null for an open end: `[2..)`, `(..2]`. */
function withEnds(text: string): string {
  return text.replace(/^(\s*[(\]]\s*)\.\./, '$1null..').replace(/\.\.(\s*[)[]\s*)$/, '..null$1');
}

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  date: readDate,
  time: readTime,
  'date and time': readDateTime,
  duration: readDuration,
};

/** Returns undefined for other nodes. */
function literalOf(node: FeelNode | null): unknown {
  if (node === null) return null;
  if (node.kind === 'literal') return typeof node.value === 'boolean' ? undefined : node.value;
  if (node.kind === 'at')
    return readDate(node.text) ?? readDateTime(node.text) ?? readTime(node.text) ?? readDuration(node.text) ?? undefined;
  if (node.kind === 'negation') {
    const value = literalOf(node.operand);
    return isNumber(value) ? negate(value) : undefined;
  }
  const [arg, more] = node.kind === 'call' ? node.args : [];
  if (node.kind !== 'call' || node.callee.kind !== 'name' || arg?.kind !== 'literal' || more !== undefined) return undefined;
  const read = Object.hasOwn(READERS, node.callee.name) ? READERS[node.callee.name] : undefined;
  return typeof arg.value === 'string' ? (read?.(arg.value) ?? undefined) : undefined;
}
