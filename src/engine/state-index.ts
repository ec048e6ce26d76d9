import { getOrAdd } from './collections.ts';
import type { Ordinal, VariableScopeKind } from './events.ts';
import type { EntryState, InstanceState, ScopeState } from './state.ts';

/** The derived half of the state: everything here can be rebuilt from entries, scopes and variable scopes, and is when a snapshot is read. */

/** Adds an entry and everything that points to it. */
export function addEntry(state: InstanceState, entry: EntryState): void {
  state.entries.set(entry.ordinal, entry);
  const scope = state.scopes.get(entry.scope);
  scope?.entries.add(entry.ordinal);
  getOrAdd(state.byElement, entry.element, () => new Set()).add(entry.ordinal);
  if (entry.held === null) {
    count(state.uses, entry.variableScope, 1);
    return;
  }
  for (const tokens of entry.held.values()) for (const variableScope of tokens) count(state.uses, variableScope, 1);
  scope?.joins.set(entry.element, entry.ordinal);
  if (entry.elementType === 'inclusiveGateway') state.inclusiveJoins.add(entry.ordinal);
}

/** Removes an ended entry from everything that points to it. */
export function removeEntry(state: InstanceState, entry: EntryState): void {
  state.entries.delete(entry.ordinal);
  const scope = state.scopes.get(entry.scope);
  scope?.entries.delete(entry.ordinal);
  const same = state.byElement.get(entry.element);
  same?.delete(entry.ordinal);
  if (same?.size === 0) state.byElement.delete(entry.element);
  if (entry.held === null) {
    count(state.uses, entry.variableScope, -1);
    return;
  }
  for (const tokens of entry.held.values()) for (const variableScope of tokens) count(state.uses, variableScope, -1);
  scope?.joins.delete(entry.element);
  state.inclusiveJoins.delete(entry.ordinal);
}

/** A waiting join takes one more token. */
export function holdToken(state: InstanceState, join: EntryState, flow: string, variableScope: Ordinal): void {
  const tokens = join.held?.get(flow);
  if (tokens === undefined) join.held?.set(flow, [variableScope]);
  else tokens.push(variableScope);
  count(state.uses, variableScope, 1);
}

/** Opens a scope; a body scope is found by its host. */
export function addScope(state: InstanceState, scope: Omit<ScopeState, 'entries' | 'joins'>): void {
  state.scopes.set(scope.ordinal, { ...scope, entries: new Set(), joins: new Map() });
  if (scope.host !== null) state.bodies.set(scope.host, scope.ordinal);
}

/** A new variable scope counts as a user of its parent. */
export function indexVariableScope(state: InstanceState, kind: VariableScopeKind, parent: Ordinal): void {
  count(state.uses, parent, 1);
  if (kind === 'branch') count(state.branches, parent, 1);
}

/** Called before the scope leaves the state, while its parent is still known. */
export function forgetVariableScope(state: InstanceState, ordinal: Ordinal): void {
  const scope = state.variables.get(ordinal);
  state.uses.delete(ordinal);
  if (scope === undefined || scope.parent === null) return;
  count(state.uses, scope.parent, -1);
  if (scope.kind === 'branch') count(state.branches, scope.parent, -1);
}

/** Counts up or down; zero is absence, and a scope that is already gone (its join merged it) is not counted below zero. */
function count(counts: Map<Ordinal, number>, key: Ordinal, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
