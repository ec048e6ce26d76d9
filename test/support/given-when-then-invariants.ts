import { expect } from 'chai';
import { isActivity, type ProcessModel } from '../../src/engine/model.ts';
import { type ActivityInstance, type InstanceState, ownJobOf, type ScopeState } from '../../src/engine/state.ts';
import { sizeOfVariables } from '../../src/engine/values/variable-growth.ts';

/** A state as text, derived indexes included: two states are equal exactly when their texts are. Live collections keep their order. */
export function textOfState(state: InstanceState): string {
  return JSON.stringify(state, (name, value: unknown) => {
    if (value instanceof Set) return name === 'firedIn' ? [...value].sort((a, b) => Number(a) - Number(b)) : [...value];
    if (!(value instanceof Map)) return isVariables(name, value) ? sorted(value) : value;
    const pairs = [...value] as [string | number, unknown][];
    return COUNTED.has(name) ? pairs.sort(([a], [b]) => (a < b ? -1 : 1)) : pairs;
  });
}
const COUNTED: ReadonlySet<string> = new Set([
  ...['uses', 'branches', 'byElement', 'bodies'],
  ...['loopOf', 'subscriptionsOf', 'subscriptionsIn', 'races'],
  ...['compensationRunOf', 'compensationRunsOf', 'compensationRunsIn', 'handlers', 'incidentsOf'],
]);

function isVariables(name: string, value: unknown): value is object {
  return name === 'values' && typeof value === 'object' && value !== null;
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Everything that has to be true of a state between two commands; throws on the first thing that is not. */
export function checkState(model: ProcessModel, state: InstanceState): void {
  if (state.status === 'running') checkRunning(model, state);
  else if (state.status !== 'failed' && !isCancelledFromOutside(state)) checkEnded(state);
  else expect(state.entries.size + state.subscriptions.size + state.jobs.size, 'a failed instance waits for nothing').to.equal(0);
}

function checkRunning(model: ProcessModel, state: InstanceState): void {
  const { steps = [], begins } = state.paused ?? {};
  const beginning = begins === undefined ? 0 : 1;
  const queued = new Set(steps.map(({ entry }) => entry));
  const leadingInto = new Set(steps.map(({ scope }) => scope));
  expect(
    state.entries.size + steps.length + state.jobs.size + state.incidents.size + beginning,
    'a running instance waits for something',
  ).to.be.greaterThan(0);
  for (const { scope, variableScope } of steps) {
    expect(state.scopes.has(scope), `scope ${scope} of a paused step is open`).to.equal(true);
    expect(state.variables.has(variableScope), `variable scope ${variableScope} of a paused step exists`).to.equal(true);
  }
  for (const entry of state.entries.values()) {
    const scope = state.scopes.get(entry.scope);
    const name = `entry ${entry.ordinal} (${entry.element})`;
    expect(scope, `${name} belongs to an open scope`).to.not.equal(undefined);
    expect(scope?.entries.has(entry.ordinal), `${name} is listed in its scope`).to.equal(true);
    const container = entry.index === null ? model.elements.get(entry.element)?.container : entry.element;
    if (scope !== undefined && !handlesIteration(model, entry, scope))
      expect(scope.container, `${name} is in a scope of its container, or of its loop`).to.equal(container);
    if (!COMPENSATING.has(entry.elementType))
      expect(state.bodies.has(entry.ordinal), `${name} owns a scope exactly if it is a host that has begun`).to.equal(
        entry.isHost && entry.held === null && !queued.has(entry.ordinal) && !waitsWithoutBody(state, entry),
      );
    for (const token of tokensOf(state, entry.ordinal))
      expect(state.variables.has(token), `variable scope ${token} of ${name} exists`).to.equal(true);
  }
  const walked = new Set([...state.compensationRuns.values()].map(({ scope }) => scope));
  for (const scope of state.scopes.values()) {
    const isHeld =
      (beginning > 0 && scope.ordinal === state.rootScope) ||
      walked.has(scope.ordinal) ||
      leadingInto.has(scope.ordinal) ||
      state.jobOf.has(scope.host) ||
      state.incidentsOf.has(scope.host);
    if (!isHeld) expect(scope.entries.size, `scope ${scope.ordinal} has a token`).to.be.greaterThan(0);
    expect(state.variables.has(scope.variableScope), `variables of scope ${scope.ordinal} exist`).to.equal(true);
  }
  checkWaiting(state);
  checkCounts(state);
  checkSize(state);
}

/** The handler of a loop runs once per iteration, in the scope that restores the loop. */
function handlesIteration(
  model: ProcessModel,
  { element, compensates }: ActivityInstance,
  { restores, container }: ScopeState,
): boolean {
  const loop = model.elements.get(container);
  if (compensates === null || restores === null || loop === undefined || !isActivity(loop)) return false;
  return loop.loop !== undefined && loop.compensationHandler === element;
}

/** A worker is at what listens to the host: its body has not been opened yet, or has been closed. An event sub-process opens it before. */
function waitsWithoutBody(state: InstanceState, { ordinal, elementType }: ActivityInstance): boolean {
  // everything that it opened before the failure has ended
  if (state.incidentsOf.has(ordinal)) return !state.bodies.has(ordinal);
  const purpose = ownJobOf(state, ordinal)?.purpose;
  return purpose?.kind === 'listener' && (elementType !== 'eventSubProcess' || purpose.on !== 'start');
}

/** Events whose compensation restores scopes below them; they are no hosts. */
const COMPENSATING: ReadonlySet<string> = new Set(['intermediateThrowEvent', 'endEvent', 'transaction']);

/** Subscriptions and walks belong to what is active. */
function checkWaiting(state: InstanceState): void {
  for (const { ordinal, entry, scope, element } of state.subscriptions.values()) {
    const name = `subscription ${ordinal} (${element})`;
    expect(state.scopes.has(scope), `${name} belongs to an open scope`).to.equal(true);
    if (entry !== null) expect(state.entries.has(entry), `${name} belongs to an active entry`).to.equal(true);
  }
  for (const { ordinal, entry } of state.jobs.values()) {
    if (entry !== null) expect(state.entries.has(entry), `job ${ordinal} belongs to an active entry`).to.equal(true);
    expect(state.jobOf.get(entry), `job ${ordinal} is the one open job of its entry`).to.equal(ordinal);
  }
  for (const { ordinal, thrower, items } of state.compensationRuns.values()) {
    expect(state.entries.has(thrower), `thrower of walk ${ordinal} is active`).to.equal(true);
    expect(items.size, `walk ${ordinal} has something left to do`).to.be.greaterThan(0);
  }
}

/** Recounts `uses` and `branches` from activity instances and variable scopes. */
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
  for (const { variableScope } of state.paused?.steps ?? []) add(uses, variableScope);
  for (const { ordinal, kind } of state.variables.values()) {
    const users = uses.get(ordinal) ?? 0;
    expect(users > 0 || bodies.has(ordinal), `${kind} scope ${ordinal} is in use or belongs to an open scope`).to.equal(true);
  }
}

/** Recomputes the size of all variables. */
function checkSize(state: InstanceState): void {
  let size = 0;
  for (const { values } of state.variables.values()) size += sizeOfVariables(values);
  expect(state.variablesSize, 'size of all variables').to.equal(size);
}

/** Variable scopes of the tokens of an activity instance. */
function tokensOf(state: InstanceState, ordinal: number): number[] {
  const entry = state.entries.get(ordinal);
  if (entry === undefined) return [];
  return entry.held === null ? [entry.variableScope] : [...entry.held.values()].flat();
}

/** Its variable scopes stay as they are, below its root scope or in scopes that were never closed (docs/contributing/spec/execution.md#cancel-command). */
function isCancelledFromOutside(state: InstanceState): boolean {
  return state.status === 'cancelled' && state.entries.size === 0 && (state.scopes.size > 1 || state.variables.size > 1);
}

/** An instance that came to its end automatically has left nothing behind but its root variables. */
function checkEnded(state: InstanceState): void {
  expect([...state.entries.keys()], 'entries left').to.deep.equal([]);
  expect([...state.scopes.keys()], 'scopes left').to.deep.equal([state.rootScope]);
  expect([...state.variables.keys()], 'variable scopes left').to.deep.equal([state.rootVariables]);
  expect([...state.uses], 'uses left').to.deep.equal([]);
  expect([...state.branches], 'branches left').to.deep.equal([]);
  expect(state.byElement.size + state.bodies.size + state.inclusiveJoins.size, 'index rows left').to.equal(0);
  expect(state.subscriptions.size + state.compensationRuns.size + state.jobs.size + state.jobOf.size, 'waits left').to.equal(0);
  expect(state.subscriptionsOf.size + state.subscriptionsIn.size + state.conditions.size, 'index rows left').to.equal(0);
  expect(state.races.size + state.loopOf.size, 'index rows left').to.equal(0);
  expect(
    state.compensationRunOf.size + state.compensationRunsOf.size + state.compensationRunsIn.size + state.handlers.size,
    'index rows left',
  ).to.equal(0);
}
