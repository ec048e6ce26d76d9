import { inexactReason } from '../../engine/exact-numbers.ts';
import type { Json, JsonObject } from '../../engine/values.ts';
import { timeLimitReached } from '../time-limit.ts';
import { ExactNumber } from './exact-number.ts';

/**
 * A double whose value happens to be integral (`7.0`, `(double)x`). Every other double is a plain number that is no safe integer,
 * so only these need a mark to keep `7.0 / 2` apart from `7 / 2`. The mark ends where a value is stored or returned
 * (docs/contributing/spec/expressions.md#values-and-operators).
 */
export class IntegralDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** The object `execution` while a text runs; never stored, never a result. */
export const EXECUTION = Symbol('execution');

/** What an expression computes with. Lists and maps hold only {@link Json}. */
export type Value = Json | IntegralDouble | ExactNumber | typeof EXECUTION;

/** An evaluation that ends as a failure of the element: `code` and message (docs/contributing/spec/expressions.md#thrown-errors). */
export class EvaluationFailure extends Error {
  readonly code: string;
  readonly reason: string;

  constructor(reason: string, code = '500') {
    super(reason);
    this.name = 'EvaluationFailure';
    this.code = code;
    this.reason = reason;
  }
}

/** A name that nobody has, in a dialect where that is an error. */
export class UnknownName extends EvaluationFailure {
  readonly unknown: string;

  constructor(name: string) {
    super(`unknown name '${name}'`);
    this.unknown = name;
  }
}

/** The text took too long. */
export class TimeLimitReached extends EvaluationFailure {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(timeLimitReached(limitMs).reason);
    this.limitMs = limitMs;
  }
}

export function fail(reason: string): never {
  throw new EvaluationFailure(reason);
}

/** The value as it is stored: doubles with integral value become integers. */
export function stored(value: Value): Json {
  if (value instanceof IntegralDouble) return value.value;
  if (value instanceof ExactNumber) return value.toNumber();
  if (value === EXECUTION) return fail('execution is not a value');
  return value;
}

/** The number, or undefined for everything else. */
export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof ExactNumber) return value.toNumber();
  return value instanceof IntegralDouble ? value.value : undefined;
}

/** True for doubles; integers are numbers within ±(2^53−1) without a double's mark. */
export function isDouble(value: Value): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  return value instanceof ExactNumber ? !Number.isSafeInteger(value.toNumber()) : value instanceof IntegralDouble;
}

/** A number as a double; a number that is not finite is a failure. */
export function doubleOf(value: number): Value {
  if (!Number.isFinite(value)) return fail('result is not a finite number');
  return Number.isSafeInteger(value) ? new IntegralDouble(value + 0) : value;
}

/** An integer without negative zero; one that is not finite or has lost digits is a failure (docs/contributing/spec/expressions.md#whole-numbers). */
export function integerOf(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0;
  if (!Number.isFinite(value)) return fail('result is not a finite number');
  return Number.isInteger(value) ? fail(inexactReason(String(BigInt(value)))) : value;
}

export function isList(value: Value): value is readonly Json[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is JsonObject {
  if (value instanceof IntegralDouble || value instanceof ExactNumber) return false;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Name of the value's type for messages. */
export function typeName(value: Value): string {
  if (value === null) return 'null';
  if (value === EXECUTION) return 'execution';
  if (value instanceof IntegralDouble || value instanceof ExactNumber) return 'number';
  if (isList(value)) return 'list';
  return typeof value === 'object' ? 'map' : typeof value;
}
