import type { Ordinal, VariableScopeKind } from './events.ts';
import type { ElementType } from './model.ts';
import {
  type EntryState,
  type InstanceState,
  type InstanceStatus,
  initialState,
  isTerminal,
  type UserTaskState,
} from './state.ts';
import { addEntry, addScope, indexVariableScope } from './state-index.ts';
import type { Variables } from './values.ts';
import { sizeOfVariables } from './variable-growth.ts';
import { makeVariableScope, type VariableScopeState } from './variable-scopes.ts';

/** Version of the snapshot's shape. A worker that meets another one folds the journal instead. */
export const SNAPSHOT_VERSION = 1;

interface Snapshot {
  v: number;
  status: InstanceStatus;
  instanceId: string;
  definitionId: string;
  key: string;
  version: number;
  businessId: string | null;
  startedAt: number;
  counter: Ordinal;
  eventCount: number;
  rootScope: Ordinal;
  rootVariables: Ordinal;
  entries: readonly EntryRecord[];
  /** ordinal, container, host, parent, variable scope */
  scopes: readonly [Ordinal, string, Ordinal | null, Ordinal | null, Ordinal][];
  variables: readonly VariableScopeRecord[];
}
interface EntryRecord {
  n: Ordinal;
  element: string;
  type: ElementType;
  scope: Ordinal;
  vars: Ordinal;
  since: number;
  host?: true;
  held?: readonly [string, Ordinal[]][];
  task?: UserTaskState;
}
interface VariableScopeRecord {
  n: Ordinal;
  kind: VariableScopeKind;
  parent: Ordinal | null;
  values: Variables;
  locals?: readonly string[];
}

/** The snapshot of a state as text. A terminal instance keeps its head only: nothing reads the rest again, and the journal has it. */
export function writeSnapshot(state: InstanceState): string {
  const live = !isTerminal(state);
  const snapshot: Snapshot = {
    v: SNAPSHOT_VERSION,
    status: state.status,
    instanceId: state.instanceId,
    definitionId: state.definitionId,
    key: state.key,
    version: state.version,
    businessId: state.businessId,
    startedAt: state.startedAt,
    counter: state.counter,
    eventCount: state.eventCount,
    rootScope: state.rootScope,
    rootVariables: state.rootVariables,
    entries: live ? [...state.entries.values()].map(entryRecord) : [],
    scopes: live ? [...state.scopes.values()].map((s) => [s.ordinal, s.container, s.host, s.parent, s.variableScope]) : [],
    variables: live ? [...state.variables.values()].map(variableScopeRecord) : [],
  };
  return JSON.stringify(snapshot);
}

function entryRecord(entry: EntryState): EntryRecord {
  return {
    n: entry.ordinal,
    element: entry.element,
    type: entry.elementType,
    scope: entry.scope,
    vars: entry.variableScope,
    since: entry.since,
    ...(entry.isHost ? { host: true as const } : {}),
    ...(entry.held === null ? {} : { held: [...entry.held] }),
    ...(entry.userTask === null ? {} : { task: entry.userTask }),
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

/** The state of a snapshot; undefined when it has another version. */
export function readSnapshot(text: string): InstanceState | undefined {
  const snapshot = JSON.parse(text) as Snapshot;
  if (snapshot.v !== SNAPSHOT_VERSION) return undefined;
  const state = Object.assign(initialState(), {
    status: snapshot.status,
    instanceId: snapshot.instanceId,
    definitionId: snapshot.definitionId,
    key: snapshot.key,
    version: snapshot.version,
    businessId: snapshot.businessId,
    startedAt: snapshot.startedAt,
    counter: snapshot.counter,
    eventCount: snapshot.eventCount,
    rootScope: snapshot.rootScope,
    rootVariables: snapshot.rootVariables,
  });
  for (const { n, kind, parent, values, locals } of snapshot.variables) {
    state.variables.set(n, makeVariableScope(n, kind, parent, values, locals === undefined ? null : new Set(locals)));
    state.variablesSize += sizeOfVariables(values);
    if (parent !== null) indexVariableScope(state, kind, parent);
  }
  for (const [ordinal, container, host, parent, variableScope] of snapshot.scopes) {
    addScope(state, { ordinal, container, host, parent, variableScope });
  }
  for (const record of snapshot.entries) addEntry(state, entryOf(record));
  return state;
}

function entryOf(record: EntryRecord): EntryState {
  return {
    ordinal: record.n,
    element: record.element,
    elementType: record.type,
    scope: record.scope,
    variableScope: record.vars,
    since: record.since,
    isHost: record.host === true,
    held: record.held === undefined ? null : new Map(record.held),
    userTask: record.task ?? null,
  };
}
