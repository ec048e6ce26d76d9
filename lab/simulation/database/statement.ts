import type { Lock } from './lock.ts';
import type { SimTransaction } from './session.ts';
import type { Tables } from './tables.ts';

/** One statement in work. */
export interface Call {
  readonly by: SimTransaction;
  readonly tables: Tables;
  /** the clock of the database; unit: ms since epoch */
  readonly now: number;
  /** the values of the parameters, arrays as arrays: `$1` is the first */
  readonly values: readonly unknown[];
}

/** The rows a statement gives; a generator where it may have to wait for locks. */
export type StatementHandler = (call: Call) => readonly object[] | Generator<Lock, readonly object[]>;

/** Answers of the simulated database, by the names of the product's statements. */
export type Statements = Readonly<Record<string, StatementHandler>>;

export const NO_ROWS: readonly object[] = [];

/** A parameter that is an array. */
export function list<T = string>({ values }: Call, place: number): readonly T[] {
  return values[place - 1] as readonly T[];
}

/** A parameter that is a single value. */
export function value<T = string>({ values }: Call, place: number): T {
  return values[place - 1] as T;
}

/** `unnest` of several arrays: calls back with the index of each of their rows. */
export function* eachRow(call: Call, work: (n: number) => Generator<Lock, unknown>): Generator<Lock, readonly object[]> {
  const count = list(call, 1).length;
  for (let n = 0; n < count; n += 1) yield* work(n);
  return NO_ROWS;
}

export function byNumber<Row>(of: (row: Row) => number): (a: Row, b: Row) => number {
  return (a, b) => of(a) - of(b);
}

export function byText<Row>(of: (row: Row) => string): (a: Row, b: Row) => number {
  return (a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0);
}
