import type { EvaluationContext } from './run.ts';
import type { Value } from './value.ts';

/** A compiled expression. */
export type Code = (run: EvaluationContext) => Value;
