import { getOrAdd } from '../collections.ts';
import { addedItems } from '../list-growth.ts';
import { elementOf } from '../model.ts';
import { loopOf } from '../model-shape.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../run.ts';
import { entryIn } from '../state.ts';
import { sizeOf } from '../value-size.ts';
import { type Json, noVariables, type Variables } from '../values.ts';
import { holderOf, scopeIn } from '../variable-scopes.ts';

/** The scope of one path of a fork: a branch of its own, unless paths share their variables (docs/contributing/spec/variables.md#branch-variables). */
export function openBranch(run: Run, parent: VariableScopeOrdinal): VariableScopeOrdinal {
  if (run.sharesVariables) return parent;
  const variableScope = run.ordinals.nextVariableScope();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'branch', parent });
  return variableScope;
}

/**
 * A token that used this variable scope is gone. A branch scope nobody uses any more ends and merges outward, and so on upward.
 * A scope that a join already merged is gone; then there is nothing to do (docs/contributing/spec/variables.md#variables-of-an-ended-token).
 */
export function releaseVariableScope(run: Run, variableScope: VariableScopeOrdinal): void {
  let at = variableScope;
  for (;;) {
    const scope = run.state.variables.get(at);
    if (scope === undefined || scope.parent === null || run.usesOf(at) > 0) return;
    if (scope.kind !== 'branch' && scope.kind !== 'local') return;
    run.emit({ type: 'VariableScopeClosed', variableScope: at, into: scope.parent });
    at = scope.parent;
  }
}

/**
 * The mapped inputs of an entry that has ended are gone; everything else it wrote reaches the scope around (docs/contributing/spec/variables.md#merging-variables).
 * @returns the scope to go on in
 */
export function closeLocal(run: Run, variableScope: VariableScopeOrdinal): VariableScopeOrdinal {
  const scope = scopeIn(run.state.variables, variableScope);
  if (scope.kind !== 'local' || scope.parent === null) return variableScope;
  run.emit({ type: 'VariableScopeClosed', variableScope, into: scope.parent });
  return scope.parent;
}

/**
 * Brings the variable scopes of the tokens a join consumed together and gives the scope the token goes on in (docs/contributing/spec/variables.md#variables-at-a-join).
 * @param tokens variable scope of each consumed token
 */
export function joinVariableScopes(run: Run, tokens: readonly VariableScopeOrdinal[]): VariableScopeOrdinal {
  const first = tokens[0] as VariableScopeOrdinal;
  const common = tokens.every((t) => t === first) ? first : mergeBelowCommonAncestor(run, tokens);
  return collapse(run, common, tokens.filter((t) => t === common).length);
}

/** Merges the branch scopes below the nearest common ancestor into it, in the order they were made; later ones win. */
function mergeBelowCommonAncestor(run: Run, tokens: readonly VariableScopeOrdinal[]): VariableScopeOrdinal {
  const common = commonAncestor(run, tokens);
  const tokensOn = new Map<VariableScopeOrdinal, number>();
  const below = new Set<VariableScopeOrdinal>();
  for (const token of tokens) {
    tokensOn.set(token, (tokensOn.get(token) ?? 0) + 1);
    for (let at = token; at !== common && !below.has(at); at = scopeIn(run.state.variables, at).parent as VariableScopeOrdinal)
      below.add(at);
  }
  const oldestFirst = [...below].sort((a, b) => a - b);
  // A scope that still has users (a path that has not joined, or a nested scope of this very merge) hands over its values now and is closed later, or not.
  const later: VariableScopeOrdinal[] = [];
  for (const scope of oldestFirst) {
    if (run.usesOf(scope) > (tokensOn.get(scope) ?? 0)) {
      later.push(scope);
      run.emit({ type: 'VariablesMoved', variableScope: scope, into: common });
    } else {
      run.emit({ type: 'VariableScopeClosed', variableScope: scope, into: common });
    }
  }
  for (const scope of later.reverse()) {
    if (run.usesOf(scope) <= (tokensOn.get(scope) ?? 0))
      run.emit({ type: 'VariableScopeClosed', variableScope: scope, into: null });
  }
  return common;
}

/** While the joined scope is the only branch left under its parent and nothing else uses it, the parent takes over. */
function collapse(run: Run, joined: VariableScopeOrdinal, consumed: number): VariableScopeOrdinal {
  let at = joined;
  let own = consumed;
  for (;;) {
    const { kind, parent } = scopeIn(run.state.variables, at);
    if (kind !== 'branch' || parent === null || (run.state.branches.get(parent) ?? 0) > 1 || run.usesOf(at) > own) return at;
    run.emit({ type: 'VariableScopeClosed', variableScope: at, into: parent });
    at = parent;
    own = 0;
  }
}

function commonAncestor(run: Run, tokens: readonly VariableScopeOrdinal[]): VariableScopeOrdinal {
  const { variables } = run.state;
  let common = tokens[0] as VariableScopeOrdinal;
  for (const token of tokens) {
    // Parents are older than their children, so the younger of two scopes is never an ancestor of the older one.
    let other = token;
    while (common !== other) {
      if (common > other) common = scopeIn(variables, common).parent as VariableScopeOrdinal;
      else other = scopeIn(variables, other).parent as VariableScopeOrdinal;
    }
  }
  return common;
}

/**
 * Writes what an element or a text assigned: into its own variable scope, or where paths share their variables into the scope that holds the name.
 * Nothing is emitted for no values (docs/contributing/spec/variables.md#writing-variables).
 */
export function writeVariables(run: Run, variableScope: VariableScopeOrdinal, values: Variables): void {
  for (const [scope, written] of run.sharesVariables ? byScope(run, variableScope, values) : [[variableScope, values] as const]) {
    writeOwn(run, scope, written);
  }
}

/** Writes into this very scope. A long list that has only grown is not written again. */
export function writeOwn(run: Run, variableScope: VariableScopeOrdinal, values: Variables): void {
  const before = scopeIn(run.state.variables, variableScope).values;
  const written = noVariables();
  const added: [string, readonly Json[]][] = [];
  for (const [name, value] of Object.entries(values)) {
    const items = Array.isArray(value) && Object.hasOwn(before, name) ? addedItems(before[name], value) : undefined;
    if (items === undefined) written[name] = value;
    else added.push([name, items]);
  }
  if (Object.keys(written).length > 0) run.emit({ type: 'VariablesWritten', variableScope, values: written });
  for (const [name, items] of added) {
    run.written -= sizeOf(before[name] as Json);
    run.emit({ type: 'ItemsAdded', variableScope, name, items });
  }
}

/** Writes names that stay in this scope: they are dropped when it ends. */
export function writeLocally(run: Run, variableScope: VariableScopeOrdinal, values: Variables): void {
  if (Object.keys(values).length > 0) run.emit({ type: 'VariablesWritten', variableScope, values, local: true });
}

/** `execution.setVariable`: each name goes to the nearest scope that holds it, else to the root (docs/contributing/spec/variables.md#set-variable). */
export function setVariables(run: Run, from: VariableScopeOrdinal, values: Variables): void {
  for (const [name, value] of Object.entries(values)) {
    const variableScope = holderOf(run.state.variables, from, name);
    writeOwn(run, variableScope, { [name]: value });
  }
}

/** Where a name goes that is written in this scope. */
export function scopeOfWrite(run: Run, variableScope: VariableScopeOrdinal, name: string): VariableScopeOrdinal {
  return run.sharesVariables ? sharedScopeOf(run, variableScope, name) : variableScope;
}

function byScope(run: Run, from: VariableScopeOrdinal, values: Variables): ReadonlyMap<VariableScopeOrdinal, Variables> {
  const parts = new Map<VariableScopeOrdinal, Variables>();
  for (const [name, value] of Object.entries(values)) getOrAdd(parts, sharedScopeOf(run, from, name), noVariables)[name] = value;
  return parts;
}

/** As `execution.setVariable`, but nothing leaves an iteration whose loop collects its results (docs/contributing/spec/variables.md#shared-writes). */
function sharedScopeOf(run: Run, from: VariableScopeOrdinal, name: string): VariableScopeOrdinal {
  for (let at = from; ; ) {
    const { kind, values, parent } = scopeIn(run.state.variables, at);
    if (name in values || parent === null || (kind === 'iteration' && collects(run, at))) return at;
    at = parent;
  }
}

function collects(run: Run, iteration: VariableScopeOrdinal): boolean {
  const wrapper = run.state.loopOf.get(iteration);
  const loop = wrapper === undefined ? undefined : loopOf(elementOf(run.model, entryIn(run.state, wrapper).element));
  return loop?.kind === 'multiInstance' && loop.outputCollection !== undefined && loop.keepsPlaces !== true;
}
