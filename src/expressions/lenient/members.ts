import type { JsonObject } from '../../engine/values.ts';
import { entryOf, hasEntry, keyOf, LIST_METHODS, MAP_METHODS, SCALAR_METHODS } from './collection-members.ts';
import { callExecution, readExecution } from './execution-object.ts';
import { callMethod, inRange, lowerFirst } from './method.ts';
import { mutate } from './mutations.ts';
import type { EvaluationContext } from './run.ts';
import { STRING_METHODS } from './string-members.ts';
import { EXECUTION, fail, isList, isMap, numberOf, typeName, type Value } from './value.ts';

/** Properties without parentheses, lower first letter. */
const LENGTHS = new Set(['length', 'count']);

/** Own entry of a map, else a built-in property. Fails for null (docs/contributing/spec/expressions.md#built-in-members). */
export function readMember(run: EvaluationContext, target: Value, name: string): Value {
  if (target === null) return fail(`cannot read '${name}' of null`);
  if (target === EXECUTION) return readExecution(run, name);
  if (isMap(target)) return readMapMember(run, target, name);
  if (typeof target === 'string' && lowerFirst(name) === 'length') return target.length;
  if (isList(target) && LENGTHS.has(lowerFirst(name))) return target.length;
  return fail(`cannot read '${name}' of ${typeName(target)}`);
}

/** An entry takes precedence over a property; a missing one is null. */
function readMapMember(run: EvaluationContext, map: JsonObject, name: string): Value {
  if (hasEntry(map, name)) return entryOf(map, name);
  const isProperty = name === 'Count' || name === 'Keys' || name === 'Values';
  return isProperty ? (callMethod(MAP_METHODS, run, map, name, []) ?? null) : null;
}

/** Fails for null and an index out of range; `?[` (safe) returns null. */
export function readIndex(target: Value, key: Value, safe: boolean): Value {
  if (target === null)
    return safe ? null : fail(`cannot read '${typeof key === 'boolean' || key === null ? key : keyOf(key)}' of null`);
  if (isMap(target)) return entryOf(target, keyOf(key));
  if (typeof target !== 'string' && !isList(target)) return fail(`cannot read '${keyOf(key)}' of ${typeName(target)}`);
  const index = numberOf(key);
  if (index === undefined || !Number.isSafeInteger(index)) return fail(`an index must be an integer, not ${typeName(key)}`);
  if (safe && (index < 0 || index >= target.length)) return null;
  return target[inRange(index, target.length)] as Value;
}

/** A mutating method changes a copy, so only its result is visible. */
export function callMember(run: EvaluationContext, target: Value, name: string, args: readonly Value[]): Value {
  if (target === null) return fail(`cannot read '${name}' of null`);
  if (target === EXECUTION) return callExecution(run, name, args);
  const result = builtIn(run, target, name, args);
  if (result !== undefined) return result;
  const mutation = mutate(run, target, name, args);
  return mutation === undefined ? fail(`unknown function '${name}'`) : mutation.result;
}

function builtIn(run: EvaluationContext, target: Value, name: string, args: readonly Value[]): Value | undefined {
  if (typeof target === 'string') return callMethod(STRING_METHODS, run, target, name, args);
  if (isList(target)) return callMethod(LIST_METHODS, run, target, name, args);
  if (isMap(target)) return callMethod(MAP_METHODS, run, target, name, args);
  return callMethod(SCALAR_METHODS, run, target, name, args);
}
