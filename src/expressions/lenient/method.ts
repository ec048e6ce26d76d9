import type { EvaluationContext } from './run.ts';
import { fail, numberOf, typeName, type Value } from './value.ts';

/** `name`: as written, for messages and case-sensitive methods. */
export interface Method<T> {
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly call: (run: EvaluationContext, target: T, args: readonly Value[], name: string) => Value;
}

export type Methods<T> = ReadonlyMap<string, Method<T>>;

/** Rows `[names, minArgs, maxArgs, call]`; names have a lower first letter (docs/contributing/spec/expressions.md#built-in-members). */
export function methods<T>(rows: readonly (readonly [string, number, number, Method<T>['call']])[]): Methods<T> {
  const found = new Map<string, Method<T>>();
  for (const [names, minArgs, maxArgs, call] of rows) {
    for (const name of names.split(' ')) found.set(lowerFirst(name), { minArgs, maxArgs, call });
  }
  return found;
}

/** Returns undefined if not in the table. */
export function callMethod<T>(
  table: Methods<T>,
  run: EvaluationContext,
  target: T,
  name: string,
  args: readonly Value[],
): Value | undefined {
  const method = table.get(lowerFirst(name));
  if (method === undefined) return undefined;
  checkCount(method, name, args);
  return method.call(run, target, args, name);
}

/** Fails for a wrong number. */
export function checkCount(method: { minArgs: number; maxArgs: number }, name: string, args: readonly Value[]): void {
  const { minArgs, maxArgs } = method;
  if (args.length >= minArgs && args.length <= maxArgs) return;
  const wanted =
    minArgs === maxArgs ? String(minArgs) : Number.isFinite(maxArgs) ? `${minArgs} to ${maxArgs}` : `${minArgs} or more`;
  fail(`'${name}' needs ${wanted} ${maxArgs === 1 ? 'argument' : 'arguments'}, not ${args.length}`);
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Fails if not a string. */
export function textArg(args: readonly Value[], index: number, name: string): string {
  const value = args[index] ?? null;
  return typeof value === 'string' ? value : fail(`'${name}' needs a string, not ${typeName(value)}`);
}

/** Fails if not a number. */
export function numberArg(args: readonly Value[], index: number, name: string): number {
  const value = args[index] ?? null;
  return numberOf(value) ?? fail(`'${name}' needs a number, not ${typeName(value)}`);
}

/** Fails if not an integer. */
export function integerArg(args: readonly Value[], index: number, name: string): number {
  const value = numberArg(args, index, name);
  return Number.isSafeInteger(value) ? value : fail(`'${name}' needs an integer`);
}

/** Fails if out of range. */
export function inRange(index: number, length: number): number {
  return index >= 0 && index < length ? index : fail(`index ${index} is out of range`);
}
