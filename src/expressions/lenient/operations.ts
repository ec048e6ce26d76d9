import { readIndex } from './members.ts';
import { add, compare, divide, divideReal, equals, multiply, negate, remainder, subtract, truth } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import { textOf } from './text.ts';
import type { Value } from './value.ts';

export type OrderOperator = '<' | '<=' | '>' | '>=';
type Arithmetic = (run: EvaluationContext, left: Value, right: Value) => Value;

/** Operators of a language (docs/contributing/spec/expressions.md#languages-of-other-engines). */
export interface Operations {
  readonly add: Arithmetic;
  readonly subtract: Arithmetic;
  readonly multiply: Arithmetic;
  readonly divide: Arithmetic;
  readonly remainder: Arithmetic;
  readonly negate: (value: Value) => Value;
  readonly equals: (run: EvaluationContext, left: Value, right: Value) => boolean;
  readonly compare: (operator: OrderOperator, left: Value, right: Value, run: EvaluationContext) => boolean;
  /** Condition; `where`: operator for messages. */
  readonly truth: (value: Value, where: string) => boolean;
  /** Text in concatenations. */
  readonly text: (run: EvaluationContext, value: Value) => string;
  /** `safe`: written as `?[`. */
  readonly index: (target: Value, key: Value, safe: boolean) => Value;
}

/** Operators of the lenient language, and base of the other ones. */
export const LENIENT_OPERATIONS: Operations = {
  add,
  subtract: (_, left, right) => subtract(left, right),
  multiply: (_, left, right) => multiply(left, right),
  divide: (_, left, right) => divide(left, right),
  remainder: (_, left, right) => remainder(left, right),
  negate,
  equals,
  compare: (operator, left, right) => compare(operator, left, right),
  truth,
  text: textOf,
  index: readIndex,
};

/** JUEL operators in versions of older releases. */
export const EARLIER_JUEL_OPERATIONS: Operations = {
  ...LENIENT_OPERATIONS,
  divide: (_, left, right) => divideReal(left, right),
};
