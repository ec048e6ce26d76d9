import type { Evaluation } from '../engine/values/evaluation.ts';
import { parseFailure } from './lenient/compile.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/** Converts exceptions caused by the source or its values to a failed evaluation. */
export function guardedEvaluation(source: string, evaluate: () => Evaluation): Evaluation {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof SyntaxProblem) return parseFailure(error, source);
    // a stack overflow is caused by deeply nested values: invalid data, not an internal error
    if (error instanceof RangeError) return { ok: false, code: '500', reason: 'value is nested too deep' };
    throw error;
  }
}
