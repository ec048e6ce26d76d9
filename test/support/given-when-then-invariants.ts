import { expect } from 'chai';
import type { ProcessModel } from '../../src/engine/model.ts';
import type { InstanceState } from '../../src/engine/state.ts';
import { sizeOfVariables } from '../../src/engine/variable-growth.ts';

/** A state as text, derived indexes included: two states are equal exactly when their texts are. Live collections keep their order. */
export function textOfState(state: InstanceState): string {
  return JSON.stringify(state, (name, value: unknown) => {
    if (value instanceof Set) return [...value];
    if (!(value instanceof Map)) return isVariables(name, value) ? sorted(value) : value;
    const pairs = [...value] as [string | number, unknown][];
    return COUNTED.has(name) ? pairs.sort(([a], [b]) => (a < b ? -1 : 1)) : pairs;
  });
}
const COUNTED: ReadonlySet<string> = new Set(['uses', 'branches', 'byElement', 'bodies']);

function isVariables(name: string, value: unknown): value is object {
  return name === 'values' && typeof value === 'object' && value !== null;
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Everything that has to be true of a state between two commands; throws on the first thing that is not. */
export function checkState(model: ProcessModel, state: InstanceState): void {
  if (state.status === 'running') checkRunning(model, state);
  else if (state.status === 'completed' || state.status === 'cancelled') checkEnded(state);
  else expect(state.entries.size, 'a failed instance has no active entry').to.equal(0);
}

function checkRunning(model: ProcessModel, state: InstanceState): void {
  expect(state.entries.size, 'a running instance waits for something').to.be.greaterThan(0);
  for (const entry of state.entries.values()) {
    const scope = state.scopes.get(entry.scope);
    const name = `entry ${entry.ordinal} (${entry.element})`;
    expect(scope, `${name} belongs to an open scope`).to.not.equal(undefined);
    expect(scope?.entries.has(entry.ordinal), `${name} is listed in its scope`).to.equal(true);
    expect(scope?.container, `${name} is in a scope of its container`).to.equal(model.elements.get(entry.element)?.container);
    expect(state.bodies.has(entry.ordinal), `${name} owns a scope exactly if it is a host`).to.equal(entry.isHost);
    for (const token of tokensOf(state, entry.ordinal))
      expect(state.variables.has(token), `variable scope ${token} of ${name} exists`).to.equal(true);
  }
  for (const scope of state.scopes.values()) {
    expect(scope.entries.size, `scope ${scope.ordinal} has a token`).to.be.greaterThan(0);
    expect(state.variables.has(scope.variableScope), `variables of scope ${scope.ordinal} exist`).to.equal(true);
  }
  checkCounts(state);
  checkSize(state);
}

/** `uses` and `branches`, counted anew from entries and variable scopes. */
function checkCounts(state: InstanceState): void {
  const uses = new Map<number, number>();
  const branches = new Map<number, number>();
  const add = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const ordinal of state.entries.keys()) for (const token of tokensOf(state, ordinal)) add(uses, token);
  for (const scope of state.variables.values()) {
    if (scope.parent === null) continue;
    expect(state.variables.has(scope.parent), `parent of variable scope ${scope.ordinal} exists`).to.equal(true);
    add(uses, scope.parent);
    if (scope.kind === 'branch') add(branches, scope.parent);
  }
  const text = (counts: ReadonlyMap<number, number>) => JSON.stringify([...counts].sort(([a], [b]) => a - b));
  expect(text(state.uses), 'users of variable scopes').to.equal(text(uses));
  expect(text(state.branches), 'living branch scopes by parent').to.equal(text(branches));
  const bodies = new Set([...state.scopes.values()].map((scope) => scope.variableScope));
  for (const { ordinal, kind } of state.variables.values()) {
    if (kind === 'branch') expect(uses.get(ordinal) ?? 0, `branch scope ${ordinal} is in use`).to.be.greaterThan(0);
    else expect(bodies.has(ordinal), `variable scope ${ordinal} belongs to an open scope`).to.equal(true);
  }
}

/** The size of all variables, counted anew. */
function checkSize(state: InstanceState): void {
  let size = 0;
  for (const { values } of state.variables.values()) size += sizeOfVariables(values);
  expect(state.variablesSize, 'size of all variables').to.equal(size);
}

/** Variable scopes of the tokens an entry stands for. */
function tokensOf(state: InstanceState, ordinal: number): number[] {
  const entry = state.entries.get(ordinal);
  if (entry === undefined) return [];
  return entry.held === null ? [entry.variableScope] : [...entry.held.values()].flat();
}

/** An instance that came to its end by itself has left nothing behind but its root variables. */
function checkEnded(state: InstanceState): void {
  expect([...state.entries.keys()], 'entries left').to.deep.equal([]);
  expect([...state.scopes.keys()], 'scopes left').to.deep.equal([state.rootScope]);
  expect([...state.variables.keys()], 'variable scopes left').to.deep.equal([state.rootVariables]);
  expect([...state.uses], 'uses left').to.deep.equal([]);
  expect([...state.branches], 'branches left').to.deep.equal([]);
  expect(state.byElement.size + state.bodies.size + state.inclusiveJoins.size, 'index rows left').to.equal(0);
}
