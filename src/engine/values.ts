/** Numbers are IEEE doubles; no `undefined` inside. Immutable by convention (docs/contributing/spec/variables.md#variable-scopes). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** Created with `noVariables()` or spread from one, so that no names come from a prototype. */
export type Variables = Readonly<Record<string, Json>>;

/** Has no prototype: a variable can be called `constructor`. */
export function noVariables(): Record<string, Json> {
  return Object.create(null) as Record<string, Json>;
}

export function copyVariables(source: Variables): Record<string, Json> {
  return Object.assign(noVariables(), source);
}

/**
 * Text: empty for null, `True` and `False`, shortest form of numbers, compact JSON of lists and maps
 * (docs/contributing/spec/expressions.md#values-and-operators).
 */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** Ignores the order of members. */
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

/** Unhandled members of a union do not compile; unknown stored values throw. */
export function unreachable(x: never): never {
  throw new Error(`unknown variant: ${JSON.stringify(x)}`);
}
