import { LIST_METHODS, MAP_METHODS, SCALAR_METHODS } from './collection-members.ts';
import { lowerFirst } from './method.ts';
import { isMutating } from './mutations.ts';
import { STRING_METHODS } from './string-members.ts';

const TABLES: readonly ReadonlyMap<string, unknown>[] = [STRING_METHODS, LIST_METHODS, MAP_METHODS, SCALAR_METHODS];

/** True for a method of any type (docs/contributing/spec/expressions.md#built-in-members). */
export function isBuiltInMethod(name: string): boolean {
  return TABLES.some((table) => table.has(lowerFirst(name))) || isMutating(name);
}
