import type { Json, JsonObject } from '../../engine/values.ts';
import { ExactNumber } from './exact-number.ts';
import { appended, joined } from './java-operations.ts';
import { groovyText } from './java-text.ts';
import { inOrder } from './juel-operations.ts';
import { readIndex } from './members.ts';
import { LENIENT_OPERATIONS, type Operations, type OrderOperator } from './operations.ts';
import { equals as sameContent } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import { EXECUTION, fail, IntegralDouble, isList, isMap, numberOf, stored, typeName, type Value } from './value.ts';

/** Exact decimals, integer division returns decimals, every value has a truth value, null sorts first, and an index may count from the end. */
export const GROOVY_OPERATIONS: Operations = {
  ...LENIENT_OPERATIONS,
  add: (run, left, right) => {
    if (isList(left)) return appended(run, left, isList(right) ? right : [stored(right)]);
    if (typeof left === 'string' || typeof right === 'string') return joined(run, groovyText(run, left), groovyText(run, right));
    if (isMap(left) && isMap(right)) return merged(run, left, right);
    return exactly(left, right, (a, b) => a.plus(b)) ?? LENIENT_OPERATIONS.add(run, left, right);
  },
  subtract: (run, left, right) => {
    // without the first place of the other text
    if (typeof left === 'string') return joined(run, ...around(left, groovyText(run, right)));
    if (isList(left)) return without(run, left, isList(right) ? right : [stored(right)]);
    return exactly(left, right, (a, b) => a.minus(b)) ?? LENIENT_OPERATIONS.subtract(run, left, right);
  },
  multiply: (run, left, right) => {
    if (typeof left === 'string' || isList(left)) return repeated(run, left, numberOf(right));
    return exactly(left, right, (a, b) => a.times(b)) ?? LENIENT_OPERATIONS.multiply(run, left, right);
  },
  divide: (run, left, right) =>
    (numberOf(right) === 0 ? undefined : exactly(left, right, (a, b) => a.over(b), true)) ??
    LENIENT_OPERATIONS.divide(run, left, right),
  remainder: (run, left, right) =>
    (numberOf(right) === 0 ? undefined : exactly(left, right, (a, b) => a.modulo(b))) ??
    LENIENT_OPERATIONS.remainder(run, left, right),
  negate: (value) => (value instanceof ExactNumber ? value.negated() : LENIENT_OPERATIONS.negate(value)),
  equals: (run, left, right) => {
    const order = orderOf(left, right);
    return order === undefined ? sameContent(run, left, right) : order === 0;
  },
  compare: compareInGroovy,
  truth: groovyTruth,
  text: groovyText,
  index: (target, key, safe) => {
    const index = numberOf(key);
    if (index === undefined || (typeof target !== 'string' && !isList(target))) return readIndex(target, key, safe);
    const place = index < 0 ? index + target.length : index;
    return readIndex(target, place, safe || (isList(target) && place >= 0));
  },
};

function around(text: string, removed: string): [before: string, after: string] {
  const place = text.indexOf(removed);
  return place < 0 ? [text, ''] : [text.slice(0, place), text.slice(place + removed.length)];
}

function without(run: EvaluationContext, list: readonly Json[], removed: readonly Json[]): Value {
  run.pay(list.length * removed.length);
  return list.filter((item) => !removed.some((other) => GROOVY_OPERATIONS.equals(run, item, other)));
}

/** Text or list; checks the size before it exists. */
function repeated(run: EvaluationContext, value: string | readonly Json[], count: number | undefined): Value {
  if (count === undefined || count < 0) return fail(`'*' needs a number of at least 0 behind a ${typeName(value)}`);
  const times = Math.trunc(count);
  if (typeof value === 'string') {
    run.textLength(value.length * times);
    return joined(run, value.repeat(times), '');
  }
  run.elements(value.length * times);
  return Array.from({ length: times }, () => value).flat();
}

function merged(run: EvaluationContext, left: JsonObject, right: JsonObject): Value {
  const all: Record<string, Json> = { ...left, ...right };
  run.elements(Object.keys(all).length);
  return all;
}

function isWholeNumber(value: Value): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Value of a decimal or integer; undefined for a double, which makes the other operand a double. */
function exactOf(value: Value): ExactNumber | undefined {
  if (value instanceof ExactNumber) return value;
  return isWholeNumber(value) ? ExactNumber.of(value as number) : undefined;
}

/** Computes exactly if one operand is a decimal, or for a division of integers. */
function exactly(
  left: Value,
  right: Value,
  compute: (a: ExactNumber, b: ExactNumber) => ExactNumber | undefined,
  isDivision = false,
): Value | undefined {
  if (!isDivision && !(left instanceof ExactNumber) && !(right instanceof ExactNumber)) return undefined;
  const [a, b] = [exactOf(left), exactOf(right)];
  return a === undefined || b === undefined ? undefined : (compute(a, b) ?? fail('a number has too many digits'));
}

/** Sign of the difference; undefined unless both are numbers. */
function orderOf(left: Value, right: Value): number | undefined {
  const [a, b] = [exactOf(left), exactOf(right)];
  if (a !== undefined && b !== undefined) return a.compare(b);
  const [x, y] = [numberOf(left), numberOf(right)];
  return x === undefined || y === undefined ? undefined : Math.sign(x - y);
}

function compareInGroovy(operator: OrderOperator, left: Value, right: Value): boolean {
  if (left === null || right === null) return inOrder(operator, Number(left !== null), Number(right !== null));
  const order = orderOf(left, right);
  if (order !== undefined) return inOrder(operator, order, 0);
  if (typeof left === 'boolean' && typeof right === 'boolean') return inOrder(operator, Number(left), Number(right));
  if (typeof left === 'string' && typeof right === 'string') return inOrder(operator, left, right);
  return fail(`'${operator}' cannot compare ${typeName(left)} with ${typeName(right)}`);
}

function groovyTruth(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null || value === '') return false;
  if (value === EXECUTION || typeof value === 'string') return true;
  if (value instanceof ExactNumber) return !value.isZero();
  if (value instanceof IntegralDouble) return value.value !== 0;
  if (typeof value === 'number') return value !== 0;
  return isList(value) ? value.length > 0 : Object.keys(value).length > 0;
}
