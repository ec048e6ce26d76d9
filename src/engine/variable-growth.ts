import type { EngineEvent } from './events.ts';
import type { VariableScopeOrdinal } from './ordinals.ts';
import { sizeOfVariable } from './value-size.ts';
import type { Json, Variables } from './values.ts';
import { scopeIn, type VariableScopes } from './variable-scopes.ts';

/**
 * By how many characters of JSON all variables together grow with an event; asked before the event is folded. It looks at the values the event moves and
 * those it replaces, so the sum of an instance is known at any time without counting.
 */
export function growthOf(scopes: VariableScopes, event: EngineEvent): number {
  switch (event.type) {
    case 'InstanceStarted':
      return sizeOfVariables(event.variables);
    case 'VariableScopeOpened':
      return event.locals === undefined ? 0 : sizeOfVariables(event.locals);
    case 'VariablesWritten':
      return sizeOfVariables(event.values) - sizeOfReplaced(scopes, event.variableScope, Object.keys(event.values));
    case 'VariablesMoved':
      return -sizeOfReplaced(scopes, event.into, merged(scopes, event.variableScope));
    case 'VariableScopeClosed': {
      const { values, locals } = scopeIn(scopes, event.variableScope);
      if (event.into === null) return -sizeOfVariables(values);
      const dropped = locals === null ? 0 : sizeOfReplaced(scopes, event.variableScope, [...locals]);
      return -dropped - sizeOfReplaced(scopes, event.into, merged(scopes, event.variableScope));
    }
    default:
      return 0;
  }
}

/** Characters of JSON of a map of variables. */
export function sizeOfVariables(variables: Variables): number {
  let size = 0;
  for (const [name, value] of Object.entries(variables)) size += sizeOfVariable(name, value);
  return size;
}

function sizeOfReplaced(scopes: VariableScopes, variableScope: VariableScopeOrdinal, names: readonly string[]): number {
  const { values } = scopeIn(scopes, variableScope);
  let size = 0;
  for (const name of names) if (name in values) size += sizeOfVariable(name, values[name] as Json);
  return size;
}

/** Names a scope hands over when it merges. */
function merged(scopes: VariableScopes, variableScope: VariableScopeOrdinal): string[] {
  const { values, locals } = scopeIn(scopes, variableScope);
  const names = Object.keys(values);
  return locals === null ? names : names.filter((name) => !locals.has(name));
}
