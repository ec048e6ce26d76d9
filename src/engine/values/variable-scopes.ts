import type { EngineEvent } from '../events.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { copyVariables, type Json, noVariables, type Variables } from '../values.ts';
import type { ItemsAdded, VariableScopeKind, VariablesEdited } from '../events/scope-events.ts';

/** An open variable scope. `values` belongs to the owner of the state and is changed in place (docs/contributing/spec/variables.md#variable-scopes). */
export interface VariableScopeState {
  readonly ordinal: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Record<string, Json>;
  /** names that are never merged outward; null: none */
  readonly locals: ReadonlySet<string> | null;
}
export type VariableScopes = Map<VariableScopeOrdinal, VariableScopeState>;

/** Applies one event to the variable scopes. The only code that moves variable values (docs/contributing/spec/variables.md#writing-variables). */
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

/** Returns the whole list after an event. Throws if there was no list, which is a bug or a damaged event history. */
export function extendedList(values: Variables, { variableScope, name, items }: ItemsAdded): readonly Json[] {
  const list = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!Array.isArray(list)) throw new Error(`variable scope ${variableScope} holds no list '${name}'`);
  return [...(list as readonly Json[]), ...items];
}

/** Returns the scope. Throws if it does not exist, which is a bug or a damaged event history. */
export function scopeIn(scopes: VariableScopes, ordinal: VariableScopeOrdinal): VariableScopeState {
  const scope = scopes.get(ordinal);
  if (scope === undefined) throw new Error(`variable scope ${ordinal} does not exist`);
  return scope;
}

export function makeVariableScope(
  ordinal: VariableScopeOrdinal,
  kind: VariableScopeKind,
  parent: VariableScopeOrdinal | null,
  values: Variables,
  locals: ReadonlySet<string> | null,
): VariableScopeState {
  return { ordinal, kind, parent, values: copyVariables(values), locals };
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

/** Returns the names that are merged outward: all but the local ones (docs/contributing/spec/variables.md#local-names). */
export function movingNames({ values, locals }: Pick<VariableScopeState, 'values' | 'locals'>): readonly string[] {
  const names = Object.keys(values);
  return locals === null ? names : names.filter((name) => !locals.has(name));
}

/** Returns source and target of values that move outward with an event; undefined: none. Must be called before the event is applied. */
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

/** Reads a variable in a scope, then in its ancestors; undefined if none has it (docs/contributing/spec/variables.md#reading-variables). */
export function readVariable(scopes: VariableScopes, from: VariableScopeOrdinal, name: string): Json | undefined {
  for (let at: VariableScopeOrdinal | null = from; at !== null; ) {
    const scope: VariableScopeState = scopeIn(scopes, at);
    if (name in scope.values) return scope.values[name] as Json;
    at = scope.parent;
  }
  return undefined;
}

/** Returns all variables readable from a scope, inner scopes override. O(size of the chain). */
export function readAllVariables(scopes: VariableScopes, from: VariableScopeOrdinal): Variables {
  const chain: VariableScopeState[] = [];
  for (let at: VariableScopeOrdinal | null = from; at !== null; ) {
    const scope: VariableScopeState = scopeIn(scopes, at);
    chain.push(scope);
    at = scope.parent;
  }
  const all = noVariables();
  for (const scope of chain.reverse()) Object.assign(all, scope.values);
  return all;
}

/** Returns variables local to an activity instance: mapped inputs and variables of its iteration; empty if it runs in the scope of its path. */
export function readOwnVariables(scopes: VariableScopes, from: VariableScopeOrdinal): Variables {
  const own = noVariables();
  for (let at: VariableScopeOrdinal | null = from; at !== null; ) {
    const { kind, values, parent }: VariableScopeState = scopeIn(scopes, at);
    if (kind !== 'local' && kind !== 'iteration') return own;
    for (const [name, value] of Object.entries(values)) if (!(name in own)) own[name] = value;
    at = parent;
  }
  return own;
}

/** Returns the nearest scope in the chain that has the name, or the root (docs/contributing/spec/variables.md#set-variable). */
export function holderOf(scopes: VariableScopes, from: VariableScopeOrdinal, name: string): VariableScopeOrdinal {
  let at = from;
  for (;;) {
    const scope = scopeIn(scopes, at);
    if (name in scope.values || scope.parent === null) return at;
    at = scope.parent;
  }
}
