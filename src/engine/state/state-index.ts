import { getOrAdd } from '../collections.ts';
import type { VariableScopeKind } from '../events/scope-events.ts';
import type { IncidentOrdinal, Ordinal, VariableScopeOrdinal } from '../ordinals.ts';
import type {
  ActivityInstance,
  CompensationRun,
  IncidentState,
  InstanceState,
  OwnJobState,
  ScopeState,
  SubscriptionState,
} from '../state.ts';
import { CompensationLog } from './compensation-items.ts';

/**
 * Decides when a state is stored. A small one is stored with every change. For a large one only rows of the event history are written, which readers
 * apply, until these are as large as the state. Stored states are then together at most twice as large as the history. Sizes are characters of JSON
 * (docs/contributing/adr/0040-store-large-states-less-often.md).
 */
export interface StoredSizes {
  /** stored state; 0: none */
  readonly stateSize: number;
  /** rows after it */
  readonly journalSize: number;
}

/** A state up to this size, with its later rows, is stored with every change. */
export const SMALL_STATE = 16_384;

/** @param added size of new rows */
export function isStateDue({ stateSize, journalSize }: StoredSizes, added: number): boolean {
  const since = journalSize + added;
  return stateSize + since <= SMALL_STATE || since > Math.max(SMALL_STATE, stateSize);
}

export const NOTHING_STORED: StoredSizes = { stateSize: 0, journalSize: 0 };

/** @param text newly stored state; null: not stored */
export function storedAfter({ stateSize, journalSize }: StoredSizes, added: number, text: string | null): StoredSizes {
  return text === null ? { stateSize, journalSize: journalSize + added } : { stateSize: text.length, journalSize: 0 };
}

/** Large states that one process caches; a larger one is cached alone. Memory is about eight times this size. */
export const MAX_KEPT_STATES = 8_388_608;

/** These functions keep the indexes in step with the contents of the state. Reading a snapshot rebuilds them. */
export function addActivityInstance(state: InstanceState, entry: ActivityInstance): void {
  state.entries.set(entry.ordinal, entry);
  const scope = state.scopes.get(entry.scope);
  scope?.entries.add(entry.ordinal);
  getOrAdd(state.byElement, entry.element, () => new Set()).add(entry.ordinal);
  if (entry.index !== null) indexIteration(state, entry);
  if (entry.race !== null) getOrAdd(state.races, entry.race, () => new Set()).add(entry.ordinal);
  if (entry.compensates !== null) state.handlers.set(entry.compensates, entry.ordinal);
  if (entry.held === null) {
    count(state.uses, entry.variableScope, 1);
    return;
  }
  for (const tokens of entry.held.values()) for (const variableScope of tokens) count(state.uses, variableScope, 1);
  scope?.joins.set(entry.element, entry.ordinal);
  if (entry.elementType === 'inclusiveGateway') state.inclusiveJoins.add(entry.ordinal);
}

/** Rebuilds the index after element ids have changed; oldest first. */
export function indexElements({ entries, byElement }: InstanceState): void {
  byElement.clear();
  for (const ordinal of [...entries.keys()].sort((a, b) => a - b))
    getOrAdd(byElement, (entries.get(ordinal) as ActivityInstance).element, () => new Set()).add(ordinal);
}

export function removeActivityInstance(state: InstanceState, entry: ActivityInstance): void {
  state.entries.delete(entry.ordinal);
  const scope = state.scopes.get(entry.scope);
  scope?.entries.delete(entry.ordinal);
  const same = state.byElement.get(entry.element);
  same?.delete(entry.ordinal);
  if (same?.size === 0) state.byElement.delete(entry.element);
  if (entry.index !== null) state.loopOf.delete(iterationScopeOf(state, entry));
  if (entry.race !== null) removeFrom(state.races, entry.race, entry.ordinal);
  if (entry.compensates !== null) removeIf(state.handlers, entry.compensates, entry.ordinal);
  if (entry.held === null) count(state.uses, entry.variableScope, -1);
  else releaseHeld(state, entry, entry.held);
}

/** Replaces the held tokens by the one that continues. */
export function gatherTokens(state: InstanceState, entry: ActivityInstance, variableScope: VariableScopeOrdinal): void {
  if (entry.held !== null) releaseHeld(state, entry, entry.held);
  entry.held = null;
  entry.variableScope = variableScope;
  count(state.uses, variableScope, 1);
}

function releaseHeld(
  state: InstanceState,
  entry: ActivityInstance,
  held: ReadonlyMap<string, readonly VariableScopeOrdinal[]>,
): void {
  for (const tokens of held.values()) for (const variableScope of tokens) count(state.uses, variableScope, -1);
  state.scopes.get(entry.scope)?.joins.delete(entry.element);
  state.inclusiveJoins.delete(entry.ordinal);
}

export function addSubscription(state: InstanceState, subscription: SubscriptionState): void {
  const { ordinal, entry, scope, subject } = subscription;
  state.subscriptions.set(ordinal, subscription);
  if (entry !== null) getOrAdd(state.subscriptionsOf, entry, () => new Set()).add(ordinal);
  else getOrAdd(state.subscriptionsIn, scope, () => new Set()).add(ordinal);
  if (subject.kind === 'conditional') state.conditions.add(ordinal);
}

export function removeSubscription(state: InstanceState, { ordinal, entry, scope }: SubscriptionState): void {
  state.subscriptions.delete(ordinal);
  state.conditions.delete(ordinal);
  if (entry !== null) removeFrom(state.subscriptionsOf, entry, ordinal);
  else removeFrom(state.subscriptionsIn, scope, ordinal);
}

export function addJob(state: InstanceState, job: OwnJobState): void {
  state.jobs.set(job.ordinal, job);
  state.jobOf.set(job.entry, job.ordinal);
}

export function removeJob(state: InstanceState, { ordinal, entry }: Pick<OwnJobState, 'ordinal' | 'entry'>): void {
  state.jobs.delete(ordinal);
  if (state.jobOf.get(entry) === ordinal) state.jobOf.delete(entry);
}

function indexIteration(state: InstanceState, entry: ActivityInstance): void {
  const wrapper = state.scopes.get(entry.scope)?.host;
  if (wrapper !== null && wrapper !== undefined) state.loopOf.set(iterationScopeOf(state, entry), wrapper);
}

/** The scope itself, or the parent of mapped inputs. */
function iterationScopeOf(state: InstanceState, entry: ActivityInstance): VariableScopeOrdinal {
  const own = state.variables.get(entry.variableScope);
  return own?.kind === 'local' && own.parent !== null ? own.parent : entry.variableScope;
}

/** Removes a set that is then empty, too. */
export function removeFrom<K extends Ordinal, M extends Ordinal>(sets: Map<K, Set<M>>, key: K, member: M): void {
  const set = sets.get(key);
  set?.delete(member);
  if (set?.size === 0) sets.delete(key);
}

/** Keeps a later value of another owner. */
export function removeIf<K extends Ordinal, V extends Ordinal>(index: Map<K, V>, key: K, value: V): void {
  if (index.get(key) === value) index.delete(key);
}

export function addIncident(state: InstanceState, incident: IncidentState): void {
  state.incidents.set(incident.incident, incident);
  getOrAdd(state.incidentsOf, incident.entry, () => new Set()).add(incident.incident);
}

export function removeIncident(state: InstanceState, ordinal: IncidentOrdinal): void {
  const incident = state.incidents.get(ordinal);
  if (incident === undefined) return;
  state.incidents.delete(ordinal);
  const same = state.incidentsOf.get(incident.entry);
  same?.delete(ordinal);
  if (same?.size === 0) state.incidentsOf.delete(incident.entry);
}

export function holdToken(state: InstanceState, join: ActivityInstance, flow: string, variableScope: VariableScopeOrdinal): void {
  const tokens = join.held?.get(flow);
  if (tokens === undefined) join.held?.set(flow, [variableScope]);
  else tokens.push(variableScope);
  count(state.uses, variableScope, 1);
}

/** Omitted fields start empty. */
type NewScope = Pick<ScopeState, 'ordinal' | 'container' | 'host' | 'parent' | 'variableScope'> &
  Partial<Pick<ScopeState, 'fired' | 'isInterrupted' | 'log' | 'restores'>>;

export function addScope(state: InstanceState, scope: NewScope): void {
  state.scopes.set(scope.ordinal, {
    ordinal: scope.ordinal,
    container: scope.container,
    host: scope.host,
    parent: scope.parent,
    variableScope: scope.variableScope,
    entries: new Set(),
    joins: new Map(),
    fired: scope.fired ?? new Map(),
    isInterrupted: scope.isInterrupted ?? false,
    log: scope.log ?? new CompensationLog(),
    restores: scope.restores ?? null,
  });
  if ((scope.fired?.size ?? 0) > 0) state.firedIn.add(scope.ordinal);
  if (scope.host !== null) getOrAdd(state.bodies, scope.host, () => new Set()).add(scope.ordinal);
}

export function addCompensationRun(state: InstanceState, compensation: CompensationRun): void {
  const { ordinal, thrower, scope, items } = compensation;
  state.compensationRuns.set(ordinal, compensation);
  getOrAdd(state.compensationRunsOf, thrower, () => new Set()).add(ordinal);
  getOrAdd(state.compensationRunsIn, scope, () => new Set()).add(ordinal);
  for (const item of items) state.compensationRunOf.set(item, ordinal);
}

/** Removes it from the indexes. Another run may have its remaining items. */
export function removeCompensationRun(state: InstanceState, { ordinal, thrower, scope, items }: CompensationRun): void {
  state.compensationRuns.delete(ordinal);
  removeFrom(state.compensationRunsOf, thrower, ordinal);
  removeFrom(state.compensationRunsIn, scope, ordinal);
  for (const item of items) removeIf(state.compensationRunOf, item, ordinal);
}

/** Counts it as a user of its parent. */
export function indexVariableScope(state: InstanceState, kind: VariableScopeKind, parent: VariableScopeOrdinal): void {
  count(state.uses, parent, 1);
  if (kind === 'branch') count(state.branches, parent, 1);
}

/** Must run while the parent is in the state. */
export function forgetVariableScope(state: InstanceState, ordinal: VariableScopeOrdinal): void {
  const scope = state.variables.get(ordinal);
  state.uses.delete(ordinal);
  if (scope === undefined || scope.parent === null) return;
  count(state.uses, scope.parent, -1);
  if (scope.kind === 'branch') count(state.branches, scope.parent, -1);
}

/** Stops at zero: a join may have merged the scope already. */
function count(counts: Map<VariableScopeOrdinal, number>, key: VariableScopeOrdinal, change: 1 | -1): void {
  const next = (counts.get(key) ?? 0) + change;
  if (next > 0) counts.set(key, next);
  else counts.delete(key);
}
