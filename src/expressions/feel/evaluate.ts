import { compiledOnce, type FeelSituation } from './compiled.ts';
import { namesIn } from './known-names.ts';
import { isForbiddenName } from './limits.ts';
import { type FeelJson, toJson } from './values/json.ts';
import { type MemoryBudget, MemoryBudgetExceeded } from './values/memory-budget.ts';

const PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

const KEYWORDS: ReadonlySet<string> = new Set(
  'true false null if then else for in return some every satisfies and or not between instance of function external'.split(' '),
);

/**
 * `a` or `a.b.c` from nested maps without compiling: the most frequent mapping. A missing member is null
 * (docs/contributing/spec/http/custom-tasks.md#mappings). @returns undefined for other forms, and for values that need the evaluator
 */
export function readSimplePath(
  source: string,
  variables: Readonly<Record<string, FeelJson>>,
): { readonly value: FeelJson } | undefined {
  if (!PATH.test(source)) return undefined;
  const [first = '', ...rest] = source.split('.');
  if (KEYWORDS.has(first) || isForbiddenName(first) || !Object.hasOwn(variables, first)) return undefined;
  let value = variables[first] as FeelJson;
  for (const name of rest) {
    if (typeof value !== 'object' || Array.isArray(value) || isForbiddenName(name)) return undefined;
    value =
      value !== null && Object.hasOwn(value, name) ? ((value as Readonly<Record<string, FeelJson>>)[name] as FeelJson) : null;
  }
  return { value };
}

/** `reason`: without the source. */
export type FeelResult = { readonly ok: true; readonly value: FeelJson } | { readonly ok: false; readonly reason: string };

/** Throws only if `memory` is full. Regular expressions are unbounded in time: only cheap texts may run outside the sandbox thread. */
export function evaluateFeel(
  source: string,
  variables: Readonly<Record<string, FeelJson>>,
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
