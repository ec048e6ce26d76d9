import { cutText } from '../../engine/values/cut-text.ts';
import { javaText } from './java-text.ts';
import { readIndex } from './members.ts';
import { LENIENT_OPERATIONS, type Operations, type OrderOperator } from './operations.ts';
import { equals as sameContent } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import { doubleOf, fail, integerOf, isDouble, isList, numberOf, typeName, type Value } from './value.ts';

/** Characters of a text in a message. */
const MAX_SHOWN = 40;
const MAX_NUMBER_LENGTH = 400;
const INTEGER = /^[+-]?\d+$/;
const DOUBLE = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?\s*$/;

/**
 * Java EE expression language: comparison converts both sides to numbers, booleans or strings, and `+` always adds
 * (docs/contributing/spec/expressions.md#juel).
 */
export const JUEL_OPERATIONS: Operations = {
  ...LENIENT_OPERATIONS,
  add: (_, left, right) => arithmetic('+', left, right, (a, b) => a + b),
  subtract: (_, left, right) => arithmetic('-', left, right, (a, b) => a - b),
  multiply: (_, left, right) => arithmetic('*', left, right, (a, b) => a * b),
  divide: (_, left, right) => {
    if (left === null && right === null) return 0;
    const divisor = toNumber('/', right).value;
    return divisor === 0 ? fail('division by zero') : doubleOf(toNumber('/', left).value / divisor);
  },
  remainder: (_, left, right) => {
    if (left === null && right === null) return 0;
    return toNumber('%', right).value === 0 ? fail('division by zero') : arithmetic('%', left, right, (a, b) => a % b);
  },
  negate: (value) => {
    const { value: number, isReal } = toNumber('-', value);
    return isReal ? doubleOf(-number) : integerOf(-number);
  },
  equals,
  compare,
  truth: toBoolean,
  text: (run, value) => (value === null ? '' : javaText(run, value)),
  index: (target, key, safe) => {
    if (!isList(target)) return readIndex(target, key, safe);
    const index = typeof key === 'string' ? toNumber('[]', key).value : key;
    return numberOf(index) === undefined ? readIndex(target, index, safe) : readIndex(target, index, true);
  },
};

/** Files without target platform: `+` concatenates strings that are not numeric, for compatibility. */
export const OWN_JUEL_OPERATIONS: Operations = {
  ...JUEL_OPERATIONS,
  add: (run, left, right) =>
    isPlainText(left) || isPlainText(right) ? LENIENT_OPERATIONS.add(run, left, right) : JUEL_OPERATIONS.add(run, left, right),
  text: LENIENT_OPERATIONS.text,
};

/** True if JUEL cannot convert it to a number. */
export function isPlainText(value: Value): boolean {
  return typeof value === 'string' && value !== '' && (value.length > MAX_NUMBER_LENGTH || !DOUBLE.test(value));
}

function arithmetic(operator: string, left: Value, right: Value, compute: (a: number, b: number) => number): Value {
  const [a, b] = [toNumber(operator, left), toNumber(operator, right)];
  const result = compute(a.value, b.value);
  return a.isReal || b.isReal ? doubleOf(result) : integerOf(result);
}

/** `isReal`: a double, or a string with a point or exponent. */
function toNumber(operator: string, value: Value): { readonly value: number; readonly isReal: boolean } {
  if (value === null || value === '') return { value: 0, isReal: false };
  const number = numberOf(value);
  if (number !== undefined) return { value: number, isReal: isDouble(value) };
  if (typeof value !== 'string') return fail(`'${operator}' needs a number, not ${typeName(value)}`);
  const isReal = /[.eE]/.test(value);
  const isNumber = value.length <= MAX_NUMBER_LENGTH && (isReal ? DOUBLE : INTEGER).test(value);
  if (!isNumber) return fail(`'${operator}' needs a number, not the text '${cutText(value, MAX_SHOWN)}'`);
  return { value: Number(value.replace(/[dDfF]\s*$/, '')), isReal };
}

/** Doubles if one is a double, else integers; fails for a string with a fraction. */
function numbersOf(operator: string, left: Value, right: Value): [number, number] {
  const isReal = isDouble(left) || isDouble(right);
  const convert = (side: Value): number => {
    const { value, isReal: hasFraction } = toNumber(operator, side);
    if (isReal || !hasFraction) return value;
    return fail(`'${operator}' needs a whole number, not the text '${cutText(side as string, MAX_SHOWN)}'`);
  };
  return [convert(left), convert(right)];
}

function equals(run: EvaluationContext, left: Value, right: Value): boolean {
  if (left === null || right === null) return left === right;
  if (numberOf(left) !== undefined || numberOf(right) !== undefined) {
    const [a, b] = numbersOf('==', left, right);
    return a === b;
  }
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left, "'=='") === toBoolean(right, "'=='");
  if (typeof left === 'string' || typeof right === 'string') return textIn(run, left) === textIn(run, right);
  return sameContent(run, left, right);
}

function compare(operator: OrderOperator, left: Value, right: Value, run: EvaluationContext): boolean {
  if (left === null || right === null) return left === right && (operator === '<=' || operator === '>=');
  if (numberOf(left) !== undefined || numberOf(right) !== undefined) {
    return inOrder(operator, ...numbersOf(operator, left, right));
  }
  if (typeof left === 'string' || typeof right === 'string') return inOrder(operator, textIn(run, left), textIn(run, right));
  if (typeof left === 'boolean' && typeof right === 'boolean') return inOrder(operator, Number(left), Number(right));
  return fail(`'${operator}' cannot compare ${typeName(left)} with ${typeName(right)}`);
}

export function inOrder<T extends number | string>(operator: OrderOperator, a: T, b: T): boolean {
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

function textIn(run: EvaluationContext, value: Value): string {
  return typeof value === 'string' ? value : javaText(run, value);
}

function toBoolean(value: Value, where: string): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null || value === '') return false;
  if (typeof value === 'string') return value.toLowerCase() === 'true';
  return fail(`${where} needs a boolean, not ${typeName(value)}`);
}
