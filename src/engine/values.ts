/**
 * JSON values as variables hold them. Numbers are IEEE doubles; a value read from a variable is never `undefined`
 * inside a list or map. Values are immutable by convention: a change makes a new value (docs/contributing/spec/variables.md#variable-scopes).
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Variables by name. Always made with `noVariables()` or spread from one: no prototype names leak in. */
export type Variables = Readonly<Record<string, Json>>;

/** A variable map without a prototype, so that a variable called `constructor` is only ever a variable. */
export function noVariables(): Record<string, Json> {
  return Object.create(null) as Record<string, Json>;
}

/** A prototype-free copy of `source`. */
export function copyVariables(source: Variables): Record<string, Json> {
  return Object.assign(noVariables(), source);
}

/**
 * Text of a value: nothing for null, `True` and `False`, numbers in their shortest form, lists and maps as compact JSON
 * (docs/contributing/spec/expressions.md#values-and-operators).
 */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Whether two values have the same JSON text but for the order of members. */
export function isSameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item: Json, at) => isSameJson(item, b[at] as Json));
  }
  const [members, others] = [a as JsonObject, b as JsonObject];
  const names = Object.keys(members);
  return (
    names.length === Object.keys(others).length &&
    names.every((name) => Object.hasOwn(others, name) && isSameJson(members[name] as Json, others[name] as Json))
  );
}

/** A compile error when a union gains a member nobody handles; a loud crash when stored data holds one. */
export function unreachable(x: never): never {
  throw new Error(`unknown variant: ${JSON.stringify(x)}`);
}
