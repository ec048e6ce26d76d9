import type { ItemsAdded, VariablesEdited } from '../events/scope-events.ts';
import type { EngineEvent } from '../events.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import {
  makeVariableScope,
  movingNames,
  scopeIn,
  type VariableScopeState,
  type VariableScopes,
} from '../values/variable-scopes.ts';
import { type Json, noVariables, type Variables } from '../values.ts';

/** Applies events to variable scopes; the only code that moves variable values (docs/contributing/spec/variables.md#writing-variables). */
export function applyToVariables(scopes: VariableScopes, event: EngineEvent): void {
  switch (event.type) {
    case 'InstanceStarted':
      scopes.set(event.rootVariables, makeVariableScope(event.rootVariables, 'root', null, event.variables, null));
      return;
    case 'InstanceRestored':
      scopes.clear();
      for (const { n, kind, parent, values, locals } of event.state.variables)
        scopes.set(n, makeVariableScope(n, kind, parent, values, locals === undefined ? null : new Set(locals)));
      return;
    case 'VariableScopeOpened': {
      const locals = event.locals === undefined ? null : new Set(Object.keys(event.locals));
      scopes.set(
        event.variableScope,
        makeVariableScope(event.variableScope, event.kind, event.parent, event.locals ?? noVariables(), locals),
      );
      return;
    }
    case 'VariablesWritten': {
      const scope = scopeIn(scopes, event.variableScope);
      Object.assign(scope.values, event.values);
      if (event.local === true) scopes.set(scope.ordinal, withLocals(scope, Object.keys(event.values)));
      return;
    }
    case 'ItemsAdded': {
      const { values } = scopeIn(scopes, event.variableScope);
      values[event.name] = extendedList(values, event);
      return;
    }
    case 'VariablesEdited':
      edit(scopes, event);
      return;
    case 'VariablesMoved':
      moveOwnValues(scopes, event.variableScope, event.into, 'clear');
      return;
    case 'VariableScopeClosed':
      if (event.into !== null) moveOwnValues(scopes, event.variableScope, event.into, 'keep');
      scopes.delete(event.variableScope);
      return;
    default:
      return;
  }
}

/** Whole list after the event. Throws without a list: a bug or a damaged event history. */
export function extendedList(values: Variables, { variableScope, name, items }: ItemsAdded): readonly Json[] {
  const list = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!Array.isArray(list)) throw new Error(`variable scope ${variableScope} holds no list '${name}'`);
  return [...(list as readonly Json[]), ...items];
}

/** Local names stay local. A removed name is no longer local. */
function edit(scopes: VariableScopes, { variableScope, values, removed }: VariablesEdited): void {
  const scope = scopeIn(scopes, variableScope);
  Object.assign(scope.values, values);
  for (const name of removed) delete scope.values[name];
  const { locals } = scope;
  if (locals === null || !removed.some((name) => locals.has(name))) return;
  scopes.set(scope.ordinal, { ...scope, locals: new Set([...locals].filter((name) => !removed.includes(name))) });
}

function withLocals(scope: VariableScopeState, names: readonly string[]): VariableScopeState {
  return { ...scope, locals: new Set([...(scope.locals ?? []), ...names]) };
}

/** Source and target of values that move outward. Call it before the event is applied. */
export function moveOf(
  scopes: VariableScopes,
  event: EngineEvent,
): { readonly from: VariableScopeState; readonly into: VariableScopeOrdinal } | undefined {
  if (event.type !== 'VariablesMoved' && event.type !== 'VariableScopeClosed') return undefined;
  return event.into === null ? undefined : { from: scopeIn(scopes, event.variableScope), into: event.into };
}

function moveOwnValues(
  scopes: VariableScopes,
  from: VariableScopeOrdinal,
  into: VariableScopeOrdinal,
  afterwards: 'clear' | 'keep',
): void {
  const source = scopeIn(scopes, from);
  const target = scopeIn(scopes, into);
  for (const name of movingNames(source)) {
    target.values[name] = source.values[name] as Json;
    if (afterwards === 'clear') delete source.values[name];
  }
}
