import type { EvaluationContext } from './run.ts';
import type { Value } from './value.ts';

/** Compiled. */
export type Code = (run: EvaluationContext) => Value;
