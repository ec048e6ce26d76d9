import type { Evaluation } from '../engine/values/evaluation.ts';
import type { Json, Variables } from '../engine/values.ts';
import { sizeOf } from './lenient/size.ts';

const NOTHING: readonly Json[] = [];

/** Rejects results larger than `Scripting:MaxOutputBytes`: the value, and all writes together. */
export function boundedResult(evaluation: Evaluation, maxOutputBytes: number): Evaluation {
  if (!evaluation.ok) return evaluation;
  const { value, writes, sets } = evaluation;
  const isTooLarge = isLarger(value, maxOutputBytes) || isLarger(writtenBy(writes, sets), maxOutputBytes);
  return isTooLarge ? { ok: false, code: '500', reason: `result is larger than ${maxOutputBytes} bytes` } : evaluation;
}

function isLarger(value: Json, bytes: number): boolean {
  return sizeOf(value, bytes) > bytes;
}

function writtenBy(writes: Variables | undefined, sets: Variables | undefined): readonly Json[] {
  return writes === undefined && sets === undefined ? NOTHING : [...Object.values(writes ?? {}), ...Object.values(sets ?? {})];
}
