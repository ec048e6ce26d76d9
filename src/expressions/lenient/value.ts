import { inexactReason } from '../../engine/values/exact-numbers.ts';
import type { Json, JsonObject } from '../../engine/values.ts';
import { timeLimitReached } from '../time-limit.ts';
import { ExactNumber } from './exact-number.ts';

/**
 * A double with an integral value (`7.0`, `(double)x`), to distinguish `7.0 / 2` from `7 / 2`. Other doubles are plain numbers. Converted for storage
 * (docs/contributing/spec/expressions.md#values-and-operators).
 */
export class IntegralDouble {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** The object `execution`; never stored or returned. */
export const EXECUTION = Symbol('execution');

/** Lists and maps contain only {@link Json}. */
export type Value = Json | IntegralDouble | ExactNumber | typeof EXECUTION;

/** Failure with error code and message (docs/contributing/spec/expressions.md#thrown-errors). */
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

/** Unknown name, where that is an error. */
export class UnknownName extends EvaluationFailure {
  readonly unknown: string;

  constructor(name: string) {
    super(`unknown name '${name}'`);
    this.unknown = name;
  }
}

export class TimeLimitReached extends EvaluationFailure {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(timeLimitReached(limitMs).reason);
    this.limitMs = limitMs;
  }
}

/** Throws {@link EvaluationFailure} with code 500. */
export function fail(reason: string): never {
  throw new EvaluationFailure(reason);
}

/** Integral doubles become integers. */
export function stored(value: Value): Json {
  if (value instanceof IntegralDouble) return value.value;
  if (value instanceof ExactNumber) return value.toNumber();
  if (value === EXECUTION) return fail('execution is not a value');
  return value;
}

export function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof ExactNumber) return value.toNumber();
  return value instanceof IntegralDouble ? value.value : undefined;
}

/** Integers are plain numbers within ±(2^53−1). */
export function isDouble(value: Value): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  return value instanceof ExactNumber ? !Number.isSafeInteger(value.toNumber()) : value instanceof IntegralDouble;
}

/** Fails if not finite. */
export function doubleOf(value: number): Value {
  if (!Number.isFinite(value)) return fail('result is not a finite number');
  return Number.isSafeInteger(value) ? new IntegralDouble(value + 0) : value;
}

/** Fails if not finite or with lost digits (docs/contributing/spec/expressions.md#whole-numbers). */
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

export function typeName(value: Value): string {
  if (value === null) return 'null';
  if (value === EXECUTION) return 'execution';
  if (value instanceof IntegralDouble || value instanceof ExactNumber) return 'number';
  if (isList(value)) return 'list';
  return typeof value === 'object' ? 'map' : typeof value;
}
