import type { EvaluationContext } from './run.ts';
import type { Value } from './value.ts';

/** Compiled expression. */
export type Code = (run: EvaluationContext) => Value;
