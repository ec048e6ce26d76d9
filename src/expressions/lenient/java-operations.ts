import type { Json } from '../../engine/values.ts';
import { javaTextWithCollections } from './java-text.ts';
import { inOrder } from './juel-operations.ts';
import { LENIENT_OPERATIONS, type Operations } from './operations.ts';
import { equals as sameContent } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import { doubleOf, fail, isList, numberOf, stored, typeName, type Value } from './value.ts';

/** Concatenates and counts steps. */
export function joined(run: EvaluationContext, left: string, right: string): string {
  const text = run.text(left + right);
  run.pay(text.length / 64);
  return text;
}

function strictTruth(value: Value, where: string): boolean {
  return typeof value === 'boolean' ? value : fail(`${where} needs a boolean, not ${typeName(value)}`);
}

/** Strings concatenate with values in Java notation, integer division truncates, null is not an operand. */
export const JAVA_OPERATIONS: Operations = {
  ...LENIENT_OPERATIONS,
  add: (run, left, right) => {
    if (typeof left !== 'string' && typeof right !== 'string') return LENIENT_OPERATIONS.add(run, left, right);
    return joined(run, javaTextWithCollections(run, left), javaTextWithCollections(run, right));
  },
  compare: (operator, left, right) => {
    const [a, b] = [numberOf(left), numberOf(right)];
    if (a === undefined || b === undefined)
      return fail(`'${operator}' needs numbers, not ${typeName(left)} and ${typeName(right)}`);
    return inOrder(operator, a, b);
  },
  truth: strictTruth,
  text: javaTextWithCollections,
};

/** Real division; numeric strings are numbers except for `+`; next to a boolean, a string converts to a boolean. */
export const MVEL_OPERATIONS: Operations = {
  ...LENIENT_OPERATIONS,
  add: (run, left, right) => {
    if (numberOf(left) !== undefined && numberOf(right) !== undefined) return LENIENT_OPERATIONS.add(run, left, right);
    if (isList(left)) return appended(run, left, isList(right) ? right : [stored(right)]);
    return joined(run, javaTextWithCollections(run, left), javaTextWithCollections(run, right));
  },
  subtract: (run, left, right) => LENIENT_OPERATIONS.subtract(run, numeric(left), numeric(right)),
  multiply: (run, left, right) => LENIENT_OPERATIONS.multiply(run, numeric(left), numeric(right)),
  divide: (_, left, right) => {
    const [a, b] = [numberOf(numeric(left)), numberOf(numeric(right))];
    if (a === undefined || b === undefined) return fail(`'/' needs numbers, not ${typeName(left)} and ${typeName(right)}`);
    return b === 0 ? fail('division by zero') : doubleOf(a / b);
  },
  remainder: (run, left, right) => LENIENT_OPERATIONS.remainder(run, numeric(left), numeric(right)),
  equals: (run, left, right) => {
    if (left === null || right === null) return left === right;
    const [a, b] = [numberOf(numeric(left)), numberOf(numeric(right))];
    if (a !== undefined && b !== undefined) return a === b;
    if (typeof left === 'boolean' || typeof right === 'boolean') return mvelBoolean(left) === mvelBoolean(right);
    return sameContent(run, left, right);
  },
  compare: (operator, left, right) => {
    if (left === null || right === null) return false;
    const [a, b] = [numberOf(numeric(left)), numberOf(numeric(right))];
    if (a !== undefined && b !== undefined) return inOrder(operator, a, b);
    if (typeof left === 'string' && typeof right === 'string') return inOrder(operator, left, right);
    return fail(`'${operator}' cannot compare ${typeName(left)} with ${typeName(right)}`);
  },
  truth: strictTruth,
  text: javaTextWithCollections,
};

const NUMBER_TEXT = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;
const MAX_NUMBER_LENGTH = 400;

/** Converts a numeric string. */
function numeric(value: Value): Value {
  if (typeof value !== 'string' || value.length > MAX_NUMBER_LENGTH || !NUMBER_TEXT.test(value)) return value;
  return value.includes('.') ? doubleOf(Number(value)) : Number(value);
}

const MVEL_TRUE = new Set(['true', 'yes', 'on', '1']);

function mvelBoolean(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return MVEL_TRUE.has(value.toLowerCase());
  const number = numberOf(value);
  return number === undefined ? fail(`cannot convert ${typeName(value)} to a boolean`) : number > 0;
}

export function appended(run: EvaluationContext, list: readonly Json[], items: readonly Json[]): Value {
  run.elements(list.length + items.length);
  return [...list, ...items];
}
