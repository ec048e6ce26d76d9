import type { Json, JsonObject } from '../../engine/values.ts';
import type { EvaluationContext } from './run.ts';
import { textOf } from './text.ts';
import {
  doubleOf,
  EXECUTION,
  fail,
  integerOf,
  isDouble,
  isList,
  isMap,
  numberOf,
  stored,
  typeName,
  type Value,
} from './value.ts';

/** Concatenates if one side is a string, adds two numbers, else fails (docs/contributing/spec/expressions.md#values-and-operators). */
export function add(run: EvaluationContext, left: Value, right: Value): Value {
  if (typeof left === 'string' || typeof right === 'string') {
    const joined = run.text(textOf(run, left) + textOf(run, right));
    run.pay(joined.length / 64);
    return joined;
  }
  return arithmetic('+', left, right, (a, b) => a + b);
}

export function subtract(left: Value, right: Value): Value {
  return arithmetic('-', left, right, (a, b) => a - b);
}

export function multiply(left: Value, right: Value): Value {
  return arithmetic('*', left, right, (a, b) => a * b);
}

/** Result has the sign of the dividend; fails for integers by zero. */
export function remainder(left: Value, right: Value): Value {
  if (numberOf(right) === 0 && numberOf(left) !== undefined) fail('division by zero');
  return arithmetic('%', left, right, (a, b) => a % b);
}

/** Truncates for two integers. */
export function divide(left: Value, right: Value): Value {
  const [a, b] = operands('/', left, right);
  if (b === 0) fail('division by zero');
  return isDouble(left) || isDouble(right) ? doubleOf(a / b) : integerOf(Math.trunc(a / b));
}

/** Division of older JUEL, always real. */
export function divideReal(left: Value, right: Value): Value {
  const [a, b] = operands('/', left, right);
  return b === 0 ? fail('division by zero') : doubleOf(a / b);
}

export function negate(operand: Value): Value {
  const value = numberOf(operand);
  if (value === undefined) return fail(`'-' needs a number, not ${typeName(operand)}`);
  return isDouble(operand) ? doubleOf(-value) : integerOf(-value);
}

export function plus(operand: Value): Value {
  return numberOf(operand) === undefined ? fail(`'+' needs a number, not ${typeName(operand)}`) : operand;
}

function arithmetic(operator: string, left: Value, right: Value, compute: (a: number, b: number) => number): Value {
  const [a, b] = operands(operator, left, right);
  const result = compute(a, b);
  return isDouble(left) || isDouble(right) ? doubleOf(result) : integerOf(result);
}

function operands(operator: string, left: Value, right: Value): [number, number] {
  const a = numberOf(left);
  const b = numberOf(right);
  if (a === undefined || b === undefined)
    return fail(`'${operator}' needs numbers, not ${typeName(left)} and ${typeName(right)}`);
  return [a, b];
}

/** Numbers, or strings by code unit; false if one side is null; else fails. */
export function compare(operator: '<' | '<=' | '>' | '>=', left: Value, right: Value): boolean {
  if (left === null || right === null) return false;
  const a = typeof left === 'string' ? left : numberOf(left);
  const b = typeof right === 'string' ? right : numberOf(right);
  if (a === undefined || b === undefined || typeof a !== typeof b) {
    return fail(`'${operator}' cannot compare ${typeName(left)} with ${typeName(right)}`);
  }
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
}

/** Compares by content; different types are unequal. */
export function equals(run: EvaluationContext, left: Value, right: Value): boolean {
  if (left === right) return true;
  if (left === EXECUTION || right === EXECUTION) return false;
  const a = stored(left);
  const b = stored(right);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  return sameContent(run, a, b);
}

function sameContent(run: EvaluationContext, a: Json, b: Json): boolean {
  run.pay(1);
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => sameContent(run, item, b[i] as Json));
  if (!isMap(a) || !isMap(b) || isList(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && sameContent(run, a[name] as Json, b[name] as Json));
}

/** Condition in an expression: null is false, other types fail. */
export function truth(value: Value, where: string): boolean {
  if (typeof value === 'boolean') return value;
  return value === null ? false : fail(`${where} needs a boolean, not ${typeName(value)}`);
}

/** Counts steps, because it is linear. */
export function sizeOfMap(run: EvaluationContext, map: JsonObject): number {
  const { length } = Object.keys(map);
  run.pay(length);
  return length;
}

/** Null, "", empty list or map. */
export function isEmpty(run: EvaluationContext, value: Value): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isMap(value) && sizeOfMap(run, value) === 0;
}
