import type { Evaluation } from '../engine/evaluator.ts';
import { sizeOf } from './lenient/size.ts';

/** Refuses results larger than `Scripting:MaxOutputBytes`: the value for itself, and everything written together. */
export function boundedResult(evaluation: Evaluation, maxOutputBytes: number): Evaluation {
  if (!evaluation.ok) return evaluation;
  const written = [...Object.values(evaluation.writes ?? {}), ...Object.values(evaluation.sets ?? {})];
  const isTooLarge =
    sizeOf(evaluation.value, maxOutputBytes) > maxOutputBytes || sizeOf(written, maxOutputBytes) > maxOutputBytes;
  return isTooLarge ? { ok: false, code: '500', reason: `result is larger than ${maxOutputBytes} bytes` } : evaluation;
}
