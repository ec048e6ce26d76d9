import { cutText } from '../../engine/values/cut-text.ts';
import { inexactReason, isInexact } from '../../engine/values/exact-numbers.ts';
import type { EvaluationContext } from './run.ts';
import type { CastType } from './syntax.ts';
import { textOf } from './text.ts';
import { doubleOf, fail, integerOf, numberOf, typeName, type Value } from './value.ts';

/** `(type)value`. A nullable type (`int?`) accepts null (docs/contributing/spec/expressions.md#values-and-operators). */
export function cast(run: EvaluationContext, type: CastType, nullable: boolean, value: Value): Value {
  if (type === 'object' || (nullable && value === null)) return value;
  if (type === 'string') return textOf(run, value);
  if (type === 'bool') return typeof value === 'boolean' ? value : parseBoolean(value);
  const number = numberOf(value);
  if (type === 'double') return number === undefined ? parseDouble(value) : doubleOf(number);
  return number === undefined ? parseInteger(value) : integerOf(Math.trunc(number));
}

/** Parses a text like `" -12 "`; fails for other values. */
export function parseInteger(value: Value): number {
  if (typeof value === 'string' && value.length <= 400 && /^\s*[+-]?\d+\s*$/.test(value)) {
    return isInexact(value.trim()) ? fail(inexactReason(value.trim())) : integerOf(Number(value));
  }
  return impossible(value, 'an integer');
}

/** Parses a text like `"1.5"` or `"1e3"`; fails for other values. */
export function parseDouble(value: Value): Value {
  if (typeof value === 'string' && value.length <= 400 && /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) {
    return doubleOf(Number(value));
  }
  return impossible(value, 'a number');
}

/** Ignores case; fails for other values. */
export function parseBoolean(value: Value): boolean {
  const text = typeof value === 'string' && value.length <= 20 ? value.trim().toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  return impossible(value, 'a boolean');
}

/** Rounds like `Convert.ToInt32` and `Math.Round` in C#. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

function impossible(value: Value, wanted: string): never {
  const shown = typeof value === 'string' ? `'${cutText(value, 40)}'` : typeName(value);
  return fail(`cannot convert ${shown} to ${wanted}`);
}
