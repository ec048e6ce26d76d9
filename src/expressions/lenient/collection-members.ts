import type { Json, JsonObject } from '../../engine/values.ts';
import { isForbiddenName } from '../limits.ts';
import { inRange, integerArg, type Methods, methods } from './method.ts';
import { equals, sizeOfMap } from './operators.ts';
import type { EvaluationContext } from './run.ts';
import { textOf } from './text.ts';
import { fail, numberOf, typeName, type Value } from './value.ts';

/** Read-only methods (docs/contributing/spec/expressions.md#built-in-members). */
export const LIST_METHODS: Methods<readonly Json[]> = methods<readonly Json[]>([
  ['count length size', 0, 0, (_, list) => list.length],
  ['get', 1, 1, (_, list, args, name) => list[inRange(integerArg(args, 0, name), list.length)] as Json],
  ['contains includes', 1, 1, (run, list, args) => indexOf(run, list, args[0] as Value) >= 0],
  ['indexOf', 1, 1, (run, list, args) => indexOf(run, list, args[0] as Value)],
  ['first', 0, 0, (_, list) => (list.length === 0 ? fail('list is empty') : (list[0] as Json))],
  ['last', 0, 0, (_, list) => (list.length === 0 ? fail('list is empty') : (list.at(-1) as Json))],
  ['any', 0, 0, (_, list) => list.length > 0],
  ['isEmpty', 0, 0, (_, list) => list.length === 0],
  ['equals', 1, 1, (run, list, args) => equals(run, list, args[0] as Value)],
  ['toString', 0, 0, (run, list) => textOf(run, list)],
]);

/** Read-only methods. */
export const MAP_METHODS: Methods<JsonObject> = methods<JsonObject>([
  ['count size length', 0, 0, (run, map) => sizeOfMap(run, map)],
  ['get', 1, 1, (_, map, args) => entryOf(map, keyOf(args[0] as Value))],
  ['containsKey', 1, 1, (_, map, args) => hasEntry(map, keyOf(args[0] as Value))],
  ['keys', 0, 0, (run, map) => names(run, map)],
  ['values', 0, 0, (run, map) => names(run, map).map((name) => map[name] as Json)],
  ['any', 0, 0, (run, map) => sizeOfMap(run, map) > 0],
  ['isEmpty', 0, 0, (run, map) => sizeOfMap(run, map) === 0],
  ['equals', 1, 1, (run, map, args) => equals(run, map, args[0] as Value)],
  ['toString', 0, 0, (run, map) => textOf(run, map)],
]);

/** Numbers, booleans and all values without a table. */
export const SCALAR_METHODS: Methods<Value> = methods<Value>([
  ['equals', 1, 1, (run, value, args) => equals(run, value, args[0] as Value)],
  ['toString', 0, 0, (run, value) => textOf(run, value)],
]);

/** Own entry; null for missing and forbidden names. */
export function entryOf(map: JsonObject, name: string): Json {
  return hasEntry(map, name) ? (map[name] as Json) : null;
}

/** Own entry; false for forbidden names. */
export function hasEntry(map: JsonObject, name: string): boolean {
  return Object.hasOwn(map, name) && !isForbiddenName(name);
}

/** A string, or a number as string. */
export function keyOf(value: Value): string {
  if (typeof value === 'string') return value;
  const number = numberOf(value);
  return number === undefined ? fail(`a key must be a string, not ${typeName(value)}`) : String(number);
}

/** Index, or −1. */
export function indexOf(run: EvaluationContext, list: readonly Json[], wanted: Value): number {
  run.pay(list.length);
  return list.findIndex((item) => equals(run, item, wanted));
}

function names(run: EvaluationContext, map: JsonObject): string[] {
  const found = Object.keys(map).filter((name) => !isForbiddenName(name));
  run.elements(found.length);
  return found;
}
