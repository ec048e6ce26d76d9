import { getOrAdd } from '../collections.ts';
import { type Failure, instanceTooLarge, writeTooLarge } from '../failures.ts';
import { loopOf } from '../model/model-shape.ts';
import { elementOf } from '../model.ts';
import type { VariableScopeOrdinal } from '../ordinals.ts';
import type { Run } from '../running/run.ts';
import { activityInstanceIn } from '../state.ts';
import { sizeOf, sizeOfVariable } from '../values/value-size.ts';
import { addedItems, sizeOfVariables } from '../values/variable-growth.ts';
import { holderOf, scopeIn } from '../values/variable-scopes.ts';
import { type Json, noVariables, type Variables } from '../values.ts';

/** Opens a scope for one path of a fork, unless paths share variables (docs/contributing/spec/variables.md#branch-variables). */
export function openBranch(run: Run, parent: VariableScopeOrdinal): VariableScopeOrdinal {
  if (run.sharesVariables) return parent;
  const variableScope = run.ordinals.nextVariableScope();
  run.emit({ type: 'VariableScopeOpened', variableScope, kind: 'branch', parent });
  return variableScope;
}

/**
 * Releases the scope of an ended token: closes unused branch scopes and merges them outward. Ignores a scope that a join has merged
 * (docs/contributing/spec/variables.md#variables-of-an-ended-token).
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
 * Drops mapped inputs, merges other values outward (docs/contributing/spec/variables.md#merging-variables).
 * @returns the scope of the leaving token
 */
export function closeLocal(run: Run, variableScope: VariableScopeOrdinal): VariableScopeOrdinal {
  const scope = scopeIn(run.state.variables, variableScope);
  if (scope.kind !== 'local' || scope.parent === null) return variableScope;
  run.emit({ type: 'VariableScopeClosed', variableScope, into: scope.parent });
  return scope.parent;
}

/**
 * docs/contributing/spec/variables.md#variables-at-a-join
 * @param tokens variable scope of each token
 * @returns the scope of the joined token
 */
export function joinVariableScopes(run: Run, tokens: readonly VariableScopeOrdinal[]): VariableScopeOrdinal {
  const first = tokens[0] as VariableScopeOrdinal;
  const common = tokens.every((t) => t === first) ? first : mergeBelowCommonAncestor(run, tokens);
  return collapse(run, common, tokens.filter((t) => t === common).length);
}

/** Merges in order of creation; later values override. */
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
  // A scope used by a path outside the join or by a nested scope of this merge hands over its values now, and closes later or remains.
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

/** Merges into the parent while it is the only branch and has no other users. */
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
    // parents have lower ordinals: the higher one is never the ancestor
    let other = token;
    while (common !== other) {
      if (common > other) common = scopeIn(variables, common).parent as VariableScopeOrdinal;
      else other = scopeIn(variables, other).parent as VariableScopeOrdinal;
    }
  }
  return common;
}

/** Writes into this scope, or, if paths share variables, into the one that has the name (docs/contributing/spec/variables.md#writing-variables). */
export function writeVariables(run: Run, variableScope: VariableScopeOrdinal, values: Variables): void {
  for (const [scope, written] of run.sharesVariables ? byScope(run, variableScope, values) : [[variableScope, values] as const]) {
    writeOwn(run, scope, written);
  }
}

/** Writes exactly this scope. Of long lists, records only appended items. */
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

/** Writes names that are discarded with the scope. */
export function writeLocally(run: Run, variableScope: VariableScopeOrdinal, values: Variables): void {
  if (Object.keys(values).length > 0) run.emit({ type: 'VariablesWritten', variableScope, values, local: true });
}

/** `execution.setVariable`: each name into the nearest scope that has it, else the root (docs/contributing/spec/variables.md#set-variable). */
export function setVariables(run: Run, from: VariableScopeOrdinal, values: Variables): void {
  for (const [name, value] of Object.entries(values)) {
    const variableScope = holderOf(run.state.variables, from, name);
    writeOwn(run, variableScope, { [name]: value });
  }
}

function scopeOfWrite(run: Run, variableScope: VariableScopeOrdinal, name: string): VariableScopeOrdinal {
  return run.sharesVariables ? sharedScopeOf(run, variableScope, name) : variableScope;
}

function byScope(run: Run, from: VariableScopeOrdinal, values: Variables): ReadonlyMap<VariableScopeOrdinal, Variables> {
  const parts = new Map<VariableScopeOrdinal, Variables>();
  for (const [name, value] of Object.entries(values)) getOrAdd(parts, sharedScopeOf(run, from, name), noVariables)[name] = value;
  return parts;
}

/**
 * Scope as for {@link setVariables}, but writes do not leave an iteration whose loop has an output collection
 * (docs/contributing/spec/variables.md#shared-writes).
 */
function sharedScopeOf(run: Run, from: VariableScopeOrdinal, name: string): VariableScopeOrdinal {
  for (let at = from; ; ) {
    const { kind, values, parent } = scopeIn(run.state.variables, at);
    if (name in values || parent === null || (kind === 'iteration' && collects(run, at))) return at;
    at = parent;
  }
}

function collects(run: Run, iteration: VariableScopeOrdinal): boolean {
  const wrapper = run.state.loopOf.get(iteration);
  const loop = wrapper === undefined ? undefined : loopOf(elementOf(run.model, activityInstanceIn(run.state, wrapper).element));
  return loop?.kind === 'multiInstance' && loop.outputCollection !== undefined && loop.keepsPlaces !== true;
}

/** Fails if values of a new scope exceed the limit of a write or instance (docs/contributing/spec/variables.md#variable-limits). */
export function checkOpeningSize(run: Run, values: Variables): Failure | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  if (size > maxWriteSize) return writeTooLarge(maxWriteSize);
  return run.state.variablesSize + size > maxVariablesSize ? instanceTooLarge(maxVariablesSize) : undefined;
}

/** Fails if values exceed the limit of a write or instance. Counts them in `run.written`, by which a long run pauses. */
export function checkWriteSize(run: Run, variableScope: VariableScopeOrdinal, values: Variables): Failure | undefined {
  return checkSize(run, values, (name) => scopeOfWrite(run, variableScope, name));
}

/** {@link checkWriteSize} for {@link setVariables}. */
export function checkSetSize(run: Run, from: VariableScopeOrdinal, values: Variables): Failure | undefined {
  return checkSize(run, values, (name) => holderOf(run.state.variables, from, name));
}

function checkSize(run: Run, values: Variables, scopeOf: (name: string) => VariableScopeOrdinal): Failure | undefined {
  const { maxWriteSize, maxVariablesSize } = run.context.limits;
  const size = sizeOfVariables(values);
  run.written += size;
  if (size > maxWriteSize) return writeTooLarge(maxWriteSize);
  if (run.state.variablesSize + size <= maxVariablesSize) return undefined;
  let growth = size;
  for (const name of Object.keys(values)) {
    const replaced = scopeIn(run.state.variables, scopeOf(name)).values;
    if (name in replaced) growth -= sizeOfVariable(name, replaced[name] as Json);
  }
  if (run.state.variablesSize + growth <= maxVariablesSize) return undefined;
  return instanceTooLarge(maxVariablesSize);
}
