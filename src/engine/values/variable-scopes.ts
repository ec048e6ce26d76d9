import type { VariableScopeKind } from '../events/scope-events.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import { copyVariables, type Json, noVariables, type Variables } from '../values.ts';

/** `values` belongs to the owner of the state and is changed in place (docs/contributing/spec/variables.md#variable-scopes). */
export interface VariableScopeState {
  readonly ordinal: VariableScopeOrdinal;
  readonly kind: VariableScopeKind;
  readonly parent: VariableScopeOrdinal | null;
  readonly values: Record<string, Json>;
  /** never merged outward */
  readonly locals: ReadonlySet<string> | null;
}
/** True if `getVariableLocal` finds the name in the scope. */
export type LocalReads = (scope: VariableScopeState, name: string, element?: string) => boolean;
export type VariableScopes = Map<VariableScopeOrdinal, VariableScopeState>;

/** Throws if it does not exist: a bug or a damaged event history. */
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

/** Names that are merged outward: all but local ones (docs/contributing/spec/variables.md#local-names). */
export function movingNames({ values, locals }: Pick<VariableScopeState, 'values' | 'locals'>): readonly string[] {
  const names = Object.keys(values);
  return locals === null ? names : names.filter((name) => !locals.has(name));
}

/** Reads also its ancestors (docs/contributing/spec/variables.md#reading-variables). */
export function readVariable(scopes: VariableScopes, from: VariableScopeOrdinal, name: string): Json | undefined {
  for (let at: VariableScopeOrdinal | null = from; at !== null; ) {
    const scope: VariableScopeState = scopeIn(scopes, at);
    if (name in scope.values) return scope.values[name] as Json;
    at = scope.parent;
  }
  return undefined;
}

/** Variables readable from a scope; inner scopes override. O(size of the chain). */
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

/** Mapped inputs and variables of the iteration; empty if it runs in the scope of its path. */
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

/** Nearest scope that has the name, or the root (docs/contributing/spec/variables.md#set-variable). */
export function holderOf(scopes: VariableScopes, from: VariableScopeOrdinal, name: string): VariableScopeOrdinal {
  let at = from;
  for (;;) {
    const scope = scopeIn(scopes, at);
    if (name in scope.values || scope.parent === null) return at;
    at = scope.parent;
  }
}
