import type { Json } from '../../engine/values.ts';
import { isForbiddenName } from '../limits.ts';

const PATH = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
/** Keywords of FEEL. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'true false null if then else for in return some every satisfies and or not between instance of function external'.split(' '),
);

/**
 * Reads `a` or `a.b.c` from nested maps without compiling: the most frequent form of mappings. A missing member is null
 * (docs/contributing/spec/http/custom-tasks.md#mappings). @returns undefined for other forms, and for values that need the evaluator
 */
export function readSimplePath(source: string, variables: Readonly<Record<string, Json>>): { readonly value: Json } | undefined {
  if (!PATH.test(source)) return undefined;
  const [first = '', ...rest] = source.split('.');
  if (KEYWORDS.has(first) || isForbiddenName(first) || !Object.hasOwn(variables, first)) return undefined;
  let value = variables[first] as Json;
  for (const name of rest) {
    if (typeof value !== 'object' || Array.isArray(value) || isForbiddenName(name)) return undefined;
    value = value !== null && Object.hasOwn(value, name) ? ((value as Readonly<Record<string, Json>>)[name] as Json) : null;
  }
  return { value };
}
