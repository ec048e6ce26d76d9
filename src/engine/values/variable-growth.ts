import type { EngineEvent } from '../events.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { isSameJson, type Json, type Variables } from '../values.ts';
import { sizeOf, sizeOfVariable } from './value-size.ts';
import { movingNames, scopeIn, type VariableScopes } from './variable-scopes.ts';

/** Shorter lists are written as a whole, for a readable event history. Characters of JSON. */
const LONG_LIST = 1024;

/** Items appended to a long list; undefined if anything else changed. */
export function addedItems(before: Json | undefined, after: Json): readonly Json[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after) || after.length <= before.length) return undefined;
  if (sizeOf(before) < LONG_LIST) return undefined;
  for (let at = before.length - 1; at >= 0; at -= 1) if (!isSameJson(before[at], after[at])) return undefined;
  return after.slice(before.length);
}

/**
 * Size change by an event, in approximate characters of JSON (`sizeOf`). Call it before the event is applied. Reads only new and replaced values, so
 * that no recount is needed, except after `InstanceRestored`, for which it returns 0.
 */
export function growthOf(scopes: VariableScopes, event: EngineEvent): number {
  switch (event.type) {
    case 'InstanceStarted':
      return sizeOfVariables(event.variables);
    case 'VariableScopeOpened':
      return event.locals === undefined ? 0 : sizeOfVariables(event.locals);
    case 'VariablesWritten':
      return sizeOfVariables(event.values) - sizeOfReplaced(scopes, event.variableScope, Object.keys(event.values));
    case 'VariablesEdited': {
      const replaced = [...Object.keys(event.values), ...event.removed];
      return sizeOfVariables(event.values) - sizeOfReplaced(scopes, event.variableScope, replaced);
    }
    case 'ItemsAdded':
      return sizeOfItems(event.items);
    case 'VariablesMoved':
      return -sizeOfReplaced(scopes, event.into, movingNames(scopeIn(scopes, event.variableScope)));
    case 'VariableScopeClosed': {
      const scope = scopeIn(scopes, event.variableScope);
      const { values, locals } = scope;
      if (event.into === null) return -sizeOfVariables(values);
      const dropped = locals === null ? 0 : sizeOfReplaced(scopes, event.variableScope, [...locals]);
      return -dropped - sizeOfReplaced(scopes, event.into, movingNames(scope));
    }
    default:
      return 0;
  }
}

/** Approximate size in characters of JSON (`sizeOf`), with names. */
export function sizeOfVariables(variables: Variables): number {
  let size = 0;
  for (const [name, value] of Object.entries(variables)) size += sizeOfVariable(name, value);
  return size;
}

function sizeOfItems(items: readonly Json[]): number {
  return sizeOf(items) - sizeOf([]);
}

function sizeOfReplaced(scopes: VariableScopes, variableScope: VariableScopeOrdinal, names: readonly string[]): number {
  const { values } = scopeIn(scopes, variableScope);
  let size = 0;
  for (const name of names) if (name in values) size += sizeOfVariable(name, values[name] as Json);
  return size;
}
