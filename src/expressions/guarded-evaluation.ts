import type { Evaluation } from '../engine/evaluator.ts';
import { parseFailure } from './lenient/compile.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/** Turns what a source or a value can cause to be thrown into a failure. */
export function guardedEvaluation(source: string, evaluate: () => Evaluation): Evaluation {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof SyntaxProblem) return parseFailure(error, source);
    // the stack ends in values nested thousands of levels deep: data, not a defect
    if (error instanceof RangeError) return { ok: false, code: '500', reason: 'value is nested too deep' };
    throw error;
  }
}
