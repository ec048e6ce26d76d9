import type { CompensationRunRecord, RestoredState, ScopeRecord, VariableScopeRecord } from '../events/restore-events.ts';
import type { SuspendedBy } from '../events/scope-events.ts';
import { type Stored, upcastSnapshot } from '../events/upcast.ts';
import {
  type IncidentState,
  type InstanceState,
  initialState,
  isTerminal,
  type OwnJobState,
  type PausedRun,
  type ScopeState,
  type SubscriptionState,
} from '../state.ts';
import { sizeOfVariables } from '../values/variable-growth.ts';
import { makeVariableScope, type VariableScopeState } from '../values/variable-scopes.ts';
import { CompensationItems, CompensationLog } from './compensation-items.ts';
import { type ActivityInstanceRecord, activityInstanceFrom, activityInstanceRecord } from './snapshot-entry.ts';
import {
  addActivityInstance,
  addCompensationRun,
  addIncident,
  addJob,
  addScope,
  addSubscription,
  indexVariableScope,
} from './state-index.ts';

/** Older versions are upcast, or the event history is replayed (src/engine/events/upcast.ts). */
export const SNAPSHOT_VERSION = 3;

/** Fields in every snapshot. */
type Head = Pick<
  InstanceState,
  | 'status'
  | 'instanceId'
  | 'definitionId'
  | 'key'
  | 'version'
  | 'businessId'
  | 'startedAt'
  | 'counter'
  | 'eventCount'
  | 'rootScope'
  | 'rootVariables'
  | 'caller'
>;

interface Snapshot extends Head {
  readonly v: number;
  readonly entries: readonly ActivityInstanceRecord[];
  readonly scopes: readonly ScopeRecord[];
  readonly variables: readonly VariableScopeRecord[];
  readonly subscriptions?: readonly SubscriptionState[];
  readonly walks?: readonly CompensationRunRecord[];
  readonly jobs?: readonly OwnJobState[];
  readonly incidents?: readonly IncidentState[];
  readonly tries?: InstanceState['tries'];
  readonly paused?: PausedRun;
  readonly suspendedBy?: readonly SuspendedBy[];
  readonly resumesUnderWay?: number;
}
/** A terminal instance keeps only its head; the rest is in the event history. */
export function writeSnapshot(state: InstanceState): string {
  return [...snapshotParts(state)].join('');
}

/** {@link writeSnapshot} in parts. The state must not change in between. */
export function* snapshotParts(state: InstanceState): Generator<string, void> {
  const live = !isTerminal(state);
  const head = `{"v":${SNAPSHOT_VERSION},${JSON.stringify(headOf(state)).slice(1, -1)}`;
  if (!live) {
    yield `${head},"entries":[],"scopes":[],"variables":[]}`;
    return;
  }
  yield head;
  yield* listParts('entries', state.entries, activityInstanceRecord);
  yield* listParts('scopes', state.scopes, scopeRecord);
  yield* listParts('variables', state.variables, variableScopeRecord);
  if (state.subscriptions.size > 0) yield* listParts('subscriptions', state.subscriptions, (subscription) => subscription);
  if (state.compensationRuns.size > 0) yield* listParts('walks', state.compensationRuns, (compensation) => compensation);
  if (state.jobs.size > 0) yield* listParts('jobs', state.jobs, (job) => job);
  if (state.incidents.size > 0) yield* listParts('incidents', state.incidents, (incident) => incident);
  if (state.tries !== null) yield `,"tries":${JSON.stringify(state.tries)}`;
  if (state.paused !== null) yield `,"paused":${JSON.stringify(state.paused)}`;
  if (state.suspendedBy.size > 0) yield `,"suspendedBy":${JSON.stringify([...state.suspendedBy])}`;
  if (state.resumesUnderWay > 0) yield `,"resumesUnderWay":${state.resumesUnderWay}`;
  yield '}';
}

function* listParts<Item>(
  name: keyof Snapshot,
  items: ReadonlyMap<number, Item>,
  recordOf: (item: Item) => object,
): Generator<string, void> {
  yield `,"${name}":[`;
  let isFirst = true;
  for (const item of items.values()) {
    yield `${isFirst ? '' : ','}${JSON.stringify(recordOf(item))}`;
    isFirst = false;
  }
  yield ']';
}

/** Returns undefined if the version is not supported. */
export function readSnapshot(text: string): InstanceState | undefined {
  const snapshot = storedSnapshot(text);
  if (snapshot === undefined) return undefined;
  const state = Object.assign(initialState(), headOf(snapshot));
  fill(state, snapshot);
  for (const subscription of snapshot.subscriptions ?? []) addSubscription(state, subscription);
  for (const job of snapshot.jobs ?? []) addJob(state, job);
  for (const incident of snapshot.incidents ?? []) addIncident(state, incident);
  state.tries = snapshot.tries ?? null;
  state.paused = snapshot.paused ?? null;
  for (const by of snapshot.suspendedBy ?? []) state.suspendedBy.add(by);
  state.resumesUnderWay = snapshot.resumesUnderWay ?? 0;
  return state;
}

/** Deep copy; of a terminal instance only the head. */
export function copyOf(state: InstanceState): InstanceState {
  const copy = readSnapshot(writeSnapshot(state));
  if (copy === undefined) throw new Error(`the state of ${state.instanceId} cannot be copied`);
  return copy;
}

type Contents = Pick<RestoredState, 'entries' | 'scopes' | 'variables' | 'walks'>;

function fill(state: InstanceState, snapshot: Contents): void {
  for (const { n, kind, parent, values, locals } of snapshot.variables) {
    state.variables.set(n, makeVariableScope(n, kind, parent, values, locals === undefined ? null : new Set(locals)));
    state.variablesSize += sizeOfVariables(values);
    if (parent !== null) indexVariableScope(state, kind, parent);
  }
  for (const record of snapshot.scopes) addScope(state, newScope(record));
  for (const record of snapshot.entries) addActivityInstance(state, activityInstanceFrom(record));
  for (const compensation of snapshot.walks ?? [])
    addCompensationRun(state, { ...compensation, items: new CompensationItems(compensation.items) });
}

/**
 * Drops everything that waits. Shares no mutable data with the state.
 * @param continuesCalls call activities keep their called instances
 */
export function restorable(state: InstanceState, continuesCalls: boolean): RestoredState {
  const { startedAt, counter, rootScope, rootVariables } = state;
  const record: RestoredState = {
    v: SNAPSHOT_VERSION,
    startedAt,
    counter,
    rootScope,
    rootVariables,
    entries: [...state.entries.values()].map((entry) => {
      const { task: _task, child, ...rest } = activityInstanceRecord(entry);
      return continuesCalls && child !== undefined ? { ...rest, child } : rest;
    }),
    scopes: [...state.scopes.values()].map(scopeRecord),
    variables: [...state.variables.values()].map(variableScopeRecord),
    ...(state.compensationRuns.size === 0
      ? {}
      : {
          walks: [...state.compensationRuns.values()].map((compensation) => ({
            ...compensation,
            items: compensation.items.toJSON(),
          })),
        }),
  };
  return structuredClone(state.tries === null ? record : { ...record, tries: state.tries });
}

/** Keeps the identity of the instance. */
export function replaceState(state: InstanceState, restored: RestoredState): void {
  const { instanceId, definitionId, key, version, businessId, caller, eventCount } = state;
  const { v, startedAt, counter, rootScope, rootVariables, tries = null, ...contents } = restored;
  if (v !== SNAPSHOT_VERSION) throw new Error(`a restored state has version ${v}; this release knows ${SNAPSHOT_VERSION}`);
  const identity = { instanceId, definitionId, key, version, businessId, caller, eventCount };
  Object.assign(state, initialState(), identity, { status: 'running', startedAt, counter, rootScope, rootVariables, tries });
  fill(state, structuredClone(contents));
}

/** Returns open ones; undefined if the version is not supported. */
export function readSubscriptions(text: string): readonly SubscriptionState[] | undefined {
  const snapshot = storedSnapshot(text);
  return snapshot === undefined ? undefined : (snapshot.subscriptions ?? []);
}

function storedSnapshot(text: string): Snapshot | undefined {
  return upcastSnapshot(JSON.parse(text) as Stored, SNAPSHOT_VERSION) as Snapshot | undefined;
}

/** Keeps the order of the stored text. */
function headOf(source: Head): Head {
  return {
    status: source.status,
    instanceId: source.instanceId,
    definitionId: source.definitionId,
    key: source.key,
    version: source.version,
    businessId: source.businessId,
    startedAt: source.startedAt,
    counter: source.counter,
    eventCount: source.eventCount,
    rootScope: source.rootScope,
    rootVariables: source.rootVariables,
    caller: source.caller,
  };
}

function scopeRecord(scope: ScopeState): ScopeRecord {
  return {
    n: scope.ordinal,
    container: scope.container,
    host: scope.host,
    parent: scope.parent,
    vars: scope.variableScope,
    ...(scope.fired.size === 0
      ? {}
      : {
          fired: [...scope.fired].map(([element, { delivered }]) => [element, [...delivered]] as const) as [string, string[]][],
        }),
    ...(scope.isInterrupted ? { interrupted: true as const } : {}),
    ...(scope.log.size === 0 ? {} : { log: scope.log.toJSON() }),
    ...(scope.restores === null ? {} : { restores: scope.restores }),
  };
}

function newScope({ n, container, host, parent, vars, fired, interrupted, log, restores }: ScopeRecord) {
  return {
    ordinal: n,
    container,
    host,
    parent,
    variableScope: vars,
    fired: new Map((fired ?? []).map(([element, delivered]) => [element, { delivered: new Set(delivered) }])),
    isInterrupted: interrupted === true,
    log: new CompensationLog(log),
    restores: restores ?? null,
  };
}

function variableScopeRecord(scope: VariableScopeState): VariableScopeRecord {
  return {
    n: scope.ordinal,
    kind: scope.kind,
    parent: scope.parent,
    values: scope.values,
    ...(scope.locals === null ? {} : { locals: [...scope.locals] }),
  };
}
