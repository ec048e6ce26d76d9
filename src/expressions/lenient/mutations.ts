import type { Json, JsonObject } from '../../engine/values.ts';
import { isForbiddenName } from '../limits.ts';
import { entryOf, indexOf, keyOf } from './collection-members.ts';
import { checkCount, inRange, integerArg, lowerFirst } from './method.ts';
import type { EvaluationContext } from './run.ts';
import { fail, isList, isMap, numberOf, stored, typeName, type Value } from './value.ts';

/** Result: the new collection, and the value of the call. */
export interface Mutation {
  readonly next: Json;
  readonly result: Value;
}
interface Mutator<T> {
  readonly minArgs: number;
  readonly maxArgs: number;
  readonly apply: (run: EvaluationContext, target: T, args: readonly Value[], name: string) => Mutation;
}

const LIST_MUTATORS: ReadonlyMap<string, Mutator<readonly Json[]>> = new Map<string, Mutator<readonly Json[]>>([
  ['add', { minArgs: 1, maxArgs: 1, apply: (run, list, args) => append(run, list, args[0] as Value, null) }],
  ['push', { minArgs: 1, maxArgs: 1, apply: (run, list, args) => append(run, list, args[0] as Value, list.length + 1) }],
  ['insert', { minArgs: 2, maxArgs: 2, apply: insert }],
  ['remove', { minArgs: 1, maxArgs: 1, apply: removeItem }],
  ['removeAt', { minArgs: 1, maxArgs: 1, apply: removeAt }],
  ['clear', { minArgs: 0, maxArgs: 0, apply: () => ({ next: [], result: null }) }],
]);
const MAP_MUTATORS: ReadonlyMap<string, Mutator<JsonObject>> = new Map<string, Mutator<JsonObject>>([
  ['add', { minArgs: 2, maxArgs: 2, apply: putEntry }],
  ['put', { minArgs: 2, maxArgs: 2, apply: putEntry }],
  ['remove', { minArgs: 1, maxArgs: 1, apply: removeEntry }],
  ['clear', { minArgs: 0, maxArgs: 0, apply: () => ({ next: {}, result: null }) }],
]);

/** True if the method may change a list or map. */
export function isMutating(name: string): boolean {
  return LIST_MUTATORS.has(lowerFirst(name)) || MAP_MUTATORS.has(lowerFirst(name));
}

/** Changes a copy; undefined if the value has no such method (docs/contributing/spec/expressions.md#lenient-grammar). */
export function mutate(run: EvaluationContext, target: Value, name: string, args: readonly Value[]): Mutation | undefined {
  if (isList(target)) return apply(LIST_MUTATORS, run, target, name, args);
  return isMap(target) ? apply(MAP_MUTATORS, run, target, name, args) : undefined;
}

function apply<T>(
  table: ReadonlyMap<string, Mutator<T>>,
  run: EvaluationContext,
  target: T,
  name: string,
  args: readonly Value[],
): Mutation | undefined {
  const mutator = table.get(lowerFirst(name));
  if (mutator === undefined) return undefined;
  checkCount(mutator, name, args);
  return mutator.apply(run, target, args, name);
}

/** Copy with `value` at `key`; null becomes a map. */
export function withEntry(run: EvaluationContext, container: Value, key: Value, value: Value): Json {
  if (isList(container)) {
    const index = numberOf(key);
    if (index === undefined || !Number.isSafeInteger(index)) return fail(`a list index must be an integer, not ${typeName(key)}`);
    run.elements(container.length);
    return container.with(inRange(index, container.length), stored(value));
  }
  if (container !== null && !isMap(container)) return fail(`cannot write '${keyOf(key)}' of ${typeName(container)}`);
  return withMapEntry(run, container ?? {}, keyOf(key), stored(value));
}

function withMapEntry(run: EvaluationContext, map: JsonObject, name: string, value: Json): JsonObject {
  if (isForbiddenName(name)) return fail(`name '${name}' is not allowed`);
  run.elements(Object.keys(map).length + 1);
  return { ...map, [name]: value };
}

function append(run: EvaluationContext, list: readonly Json[], item: Value, result: Value): Mutation {
  run.elements(list.length + 1);
  return { next: [...list, stored(item)], result };
}

function insert(run: EvaluationContext, list: readonly Json[], args: readonly Value[], name: string): Mutation {
  run.elements(list.length + 1);
  const index = inRange(integerArg(args, 0, name), list.length + 1);
  return { next: list.toSpliced(index, 0, stored(args[1] as Value)), result: null };
}

function removeItem(run: EvaluationContext, list: readonly Json[], args: readonly Value[]): Mutation {
  const index = indexOf(run, list, args[0] as Value);
  return index < 0 ? { next: list, result: false } : { next: list.toSpliced(index, 1), result: true };
}

function removeAt(run: EvaluationContext, list: readonly Json[], args: readonly Value[], name: string): Mutation {
  run.pay(list.length);
  const index = inRange(integerArg(args, 0, name), list.length);
  return { next: list.toSpliced(index, 1), result: list[index] as Json };
}

function putEntry(run: EvaluationContext, map: JsonObject, args: readonly Value[]): Mutation {
  const name = keyOf(args[0] as Value);
  return { next: withMapEntry(run, map, name, stored(args[1] as Value)), result: entryOf(map, name) };
}

function removeEntry(run: EvaluationContext, map: JsonObject, args: readonly Value[]): Mutation {
  const name = keyOf(args[0] as Value);
  run.pay(Object.keys(map).length);
  if (!Object.hasOwn(map, name)) return { next: map, result: false };
  return { next: Object.fromEntries(Object.entries(map).filter(([key]) => key !== name)), result: true };
}
