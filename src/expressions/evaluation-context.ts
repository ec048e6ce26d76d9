import type { Evaluation, VariableReader } from '../engine/values/evaluation.ts';
import type { Json, Variables } from '../engine/values.ts';
import { randomSourceOf } from './feel/index.ts';
import { parseFailure } from './lenient/compile.ts';
import { sizeOf } from './lenient/size.ts';
import { SyntaxProblem } from './syntax-problem.ts';

/** Exceptions caused by the source or its values become a failed evaluation. */
export function guardedEvaluation(source: string, evaluate: () => Evaluation): Evaluation {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof SyntaxProblem) return parseFailure(error, source);
    // stack overflow by deeply nested values: invalid data, not an internal error
    if (error instanceof RangeError) return { ok: false, code: '500', reason: 'value is nested too deep' };
    throw error;
  }
}

const NOTHING: readonly Json[] = [];

/** `Scripting:MaxOutputBytes`: the value, and all writes together. */
export function boundedResult(evaluation: Evaluation, maxOutputBytes: number): Evaluation {
  const { writes, sets } = evaluation;
  if (!evaluation.ok) {
    const { code, reason } = evaluation;
    return isLarger(writtenBy(writes, sets), maxOutputBytes) ? { ok: false, code, reason } : evaluation;
  }
  const { value } = evaluation;
  const isTooLarge = isLarger(value, maxOutputBytes) || isLarger(writtenBy(writes, sets), maxOutputBytes);
  return isTooLarge ? { ok: false, code: '500', reason: `result is larger than ${maxOutputBytes} bytes` } : evaluation;
}

function isLarger(value: Json, bytes: number): boolean {
  return sizeOf(value, bytes) > bytes;
}

function writtenBy(writes: Variables | undefined, sets: Variables | undefined): readonly Json[] {
  return writes === undefined && sets === undefined ? NOTHING : [...Object.values(writes ?? {}), ...Object.values(sets ?? {})];
}

/** Number from the sequence of the instance: one per call site, regardless of loops. */
export function guidsTakenBy(source: string): number {
  return source.match(/newguid|randomuuid/gi)?.length ?? 0;
}

/**
 * The first `taken` come from the sequence of the instance; further ones, drawn in loops, are derived from the first. So an evaluation in a thread,
 * which receives its GUIDs in advance, draws the same.
 * @param taken result of {@link guidsTakenBy}
 * @param next draws from the sequence of the instance
 */
export function guidSequence(taken: number, next: () => string): () => string {
  let drawn = 0;
  let beyond: (() => string) | undefined;
  return () => {
    drawn += 1;
    if (drawn > taken && beyond !== undefined) return beyond();
    const guid = next();
    if (beyond === undefined) {
      const { guid: following } = randomSourceOf(guid);
      following(); // already used
      beyond = following;
    }
    return guid;
  };
}

/** Local names for a thread; empty unless the text reads local variables. */
export function localNamesFor(source: string, { all, isLocal }: VariableReader): { readonly localNames?: readonly string[] } {
  if (isLocal === undefined || !/VariableLocal\b/.test(source)) return {};
  return { localNames: Object.keys(all()).filter(isLocal) };
}

/** @param localNames innermost scope; absent: all */
export function variableReaderOf(variables: Variables, localNames?: readonly string[]): VariableReader {
  return {
    ...(localNames && { isLocal: (name) => localNames.includes(name) }),
    get: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    all: () => variables,
  };
}
