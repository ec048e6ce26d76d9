import { expect } from 'chai';
import type { ProcessModel } from '../../../../src/engine/model.ts';
import type { EntryState, InstanceState, ScopeState } from '../../../../src/engine/state.ts';
import { sizeOfVariables } from '../../../../src/engine/variable-growth.ts';

/** What has to be true of a state between two commands, whatever elements the model has; throws on the first thing that is not. */
export function checkLiveState(model: ProcessModel, state: InstanceState): void {
  if (state.status !== 'running') {
    expect(state.entries.size, 'a terminal instance has no active entry').to.equal(0);
    expect(state.subscriptions.size, 'a terminal instance waits for nothing').to.equal(0);
    return;
  }
  expect(state.entries.size, 'a running instance waits for something').to.be.greaterThan(0);
  for (const entry of state.entries.values()) checkEntry(model, state, entry);
  for (const scope of state.scopes.values()) checkScope(state, scope);
  checkSubscriptions(model, state);
  checkVariableScopes(state);
  for (const walk of state.walks.values()) {
    expect(state.entries.has(walk.thrower), `thrower ${walk.thrower} of walk ${walk.ordinal} is active`).to.equal(true);
    expect(walk.items.length, `walk ${walk.ordinal} has something to do`).to.be.greaterThan(0);
    if (walk.after.kind === 'item') expect(state.walks.has(walk.after.walk), `walk around ${walk.ordinal}`).to.equal(true);
  }
}

function checkEntry(model: ProcessModel, state: InstanceState, entry: EntryState): void {
  const name = `entry ${entry.ordinal} (${entry.element})`;
  const scope = state.scopes.get(entry.scope);
  expect(scope?.entries.has(entry.ordinal), `${name} is listed in its open scope`).to.equal(true);
  const expected = entry.index === null ? model.elements.get(entry.element)?.container : entry.element;
  // A handler of an iteration runs in what is restored of the loop, which is no container.
  if (scope?.restores === null) expect(scope.container, `${name} is in a scope of its container`).to.equal(expected);
  if (entry.isHost && entry.held === null)
    expect(state.bodies.has(entry.ordinal), `${name} owns a scope, being a host`).to.equal(true);
  for (const token of tokensOf(entry))
    expect(state.variables.has(token), `variable scope ${token} of ${name} exists`).to.equal(true);
}

function checkScope(state: InstanceState, scope: ScopeState): void {
  const isWalked = [...state.walks.values()].some((walk) => walk.scope === scope.ordinal);
  if (!isWalked) expect(scope.entries.size, `scope ${scope.ordinal} has a token`).to.be.greaterThan(0);
  expect(state.variables.has(scope.variableScope), `variables of scope ${scope.ordinal} exist`).to.equal(true);
  if (scope.host !== null) expect(state.entries.has(scope.host), `host of scope ${scope.ordinal} is active`).to.equal(true);
  if (scope.parent !== null) expect(state.scopes.has(scope.parent), `parent of scope ${scope.ordinal} is open`).to.equal(true);
}

function checkSubscriptions(model: ProcessModel, state: InstanceState): void {
  for (const { ordinal, owner, entry, scope, element } of state.subscriptions.values()) {
    const name = `subscription ${ordinal} of ${element}`;
    expect(state.scopes.has(scope), `${name} is in an open scope`).to.equal(true);
    if (entry === null) continue;
    const host = state.entries.get(entry);
    const model_ = model.elements.get(element);
    const expected = owner === 'catch' || model_?.type !== 'boundaryEvent' ? element : model_.attachedTo;
    expect(host?.element, `${name} belongs to an active entry`).to.equal(expected);
  }
}

/** Every variable scope is used by a token, a scope or another variable scope, and is counted right. */
function checkVariableScopes(state: InstanceState): void {
  const uses = new Map<number, number>();
  const branches = new Map<number, number>();
  const add = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const entry of state.entries.values()) for (const token of tokensOf(entry)) add(uses, token);
  let size = 0;
  for (const { parent, kind, ordinal, values } of state.variables.values()) {
    size += sizeOfVariables(values);
    if (parent === null) continue;
    expect(state.variables.has(parent), `parent of variable scope ${ordinal} exists`).to.equal(true);
    add(uses, parent);
    if (kind === 'branch') add(branches, parent);
  }
  const text = (counts: ReadonlyMap<number, number>) => JSON.stringify([...counts].sort(([a], [b]) => a - b));
  expect(text(state.uses), 'users of variable scopes').to.equal(text(uses));
  expect(text(state.branches), 'living branch scopes by parent').to.equal(text(branches));
  expect(state.variablesSize, 'size of all variables').to.equal(size);
  const owned = new Set([...state.scopes.values()].map((scope) => scope.variableScope));
  for (const { ordinal, kind } of state.variables.values())
    if (!owned.has(ordinal)) expect(uses.get(ordinal) ?? 0, `${kind} scope ${ordinal} is in use`).to.be.greaterThan(0);
}

function tokensOf(entry: EntryState): number[] {
  return entry.held === null ? [entry.variableScope] : [...entry.held.values()].flat();
}

/** What an instance that ended by itself leaves behind: its root scope and root variables. */
export function checkEndOf(state: InstanceState): void {
  expect([...state.scopes.keys()], 'scopes left').to.deep.equal([state.rootScope]);
  expect([...state.variables.keys()], 'variable scopes left').to.deep.equal([state.rootVariables]);
  const derived = [state.byElement, state.bodies, state.uses, state.branches, state.loopOf, state.races, state.walks];
  expect(
    derived.map((index) => index.size),
    'index rows left',
  ).to.deep.equal(derived.map(() => 0));
  expect(state.inclusiveJoins.size + state.conditions.size + state.subscriptionsIn.size, 'rows left').to.equal(0);
}
