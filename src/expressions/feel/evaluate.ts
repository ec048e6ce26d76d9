import type { Json } from '../../engine/values.ts';
import { compiledOnce, type FeelSituation } from './compiled.ts';
import { namesIn } from './known-names.ts';
import { readSimplePath } from './simple-path.ts';
import { toJson } from './values/json.ts';
import { type MemoryBudget, MemoryBudgetExceeded } from './values/memory-budget.ts';

/** Result of an evaluation. `reason` excludes the source. */
export type FeelResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

/**
 * Evaluates FEEL with variables. Throws only if `memory` is full. Regular expressions are unbounded in time, so only cheap texts may run
 * outside the sandbox thread.
 */
export function evaluateFeel(
  source: string,
  variables: Readonly<Record<string, Json>>,
  situation: FeelSituation,
  memory?: MemoryBudget,
): FeelResult {
  try {
    const path = readSimplePath(source, variables);
    if (path !== undefined) return { ok: true, value: toJson(path.value, memory) };
    const compiled = compiledOnce(source, namesIn(source, variables));
    return { ok: true, value: toJson(compiled.evaluate(variables, situation, memory), memory) };
  } catch (error) {
    if (error instanceof MemoryBudgetExceeded) throw error;
    if (error instanceof RangeError) return { ok: false, reason: 'value is nested too deep' };
    return { ok: false, reason: error instanceof Error ? error.message : 'FEEL evaluation failed' };
  }
}
