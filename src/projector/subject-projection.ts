import type { IndexedValue } from '../db/indexed-value.ts';
import type { DefinitionEvent, JournalEvent } from '../engine/events/journal-events.ts';
import { knowsEvents, upcastEvents } from '../engine/events/upcast.ts';
import { type EngineEvent, EVENT_VERSION } from '../engine/events.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../engine/migration/migrations.ts';
import type { ActivityInstanceOrdinal, SubscriptionOrdinal } from '../engine/ordinals.ts';
import { applyToLive, type Live, openLive } from '../engine/state/live.ts';
import { NOTHING_STORED, type StoredSizes } from '../engine/state/state-index.ts';
import type { ProjectedKind, ReadJournalRow, Stop, Subject } from './journal-row.ts';
import * as definition from './tables/definition.ts';
import * as instance from './tables/instance.ts';
import * as instanceDecision from './tables/instance-decision.ts';
import * as instanceElement from './tables/instance-element.ts';
import * as instanceStep from './tables/instance-step.ts';
import * as movedRows from './tables/moved-rows.ts';
import * as process from './tables/process.ts';
import * as startTrigger from './tables/start-trigger.ts';
import * as subscription from './tables/subscription.ts';
import * as userTask from './tables/user-task.ts';

const DEFINITION_EVENTS: ReadonlySet<JournalEvent['type']> = new Set<DefinitionEvent['type']>([
  'DefinitionDeployed',
  'DefinitionDeleted',
  'DefinitionDisabled',
  'DefinitionEnabled',
  'DefinitionSuspended',
  'DefinitionResumed',
]);

/** Changes in a batch. */
export interface InstanceProjection {
  readonly kind: 'i';
  readonly subjectId: string;
  /** last applied row; 0 before the first */
  lastSeq: number;
  /** row after the applied events; undefined before the first */
  row: instance.InstanceQueryRow | undefined;
  /** stored before the batch */
  readonly before: instance.InstanceQueryRow | undefined;
  readonly live: Live;
  stored: StoredSizes;
  /** rows applied in this batch; unit: characters of JSON */
  added: number;
  /** event version of the last applied row */
  lastVersion: number;
  readonly steps: instanceStep.InstanceStepRow[];
  readonly decisions: instanceDecision.InstanceDecisionRow[];
  readonly userTasks: Map<ActivityInstanceOrdinal, userTask.UserTaskChange>;
  readonly subscriptions: Map<SubscriptionOrdinal, subscription.SubscriptionChange>;
  /** changes of stored user tasks and subscriptions after a migration */
  readonly moved: movedRows.MovedRows;
  /** elements with changed activity instances, and whether they had some before */
  readonly elements: instanceElement.Noted;
  /** searchable variables before the batch, by path */
  readonly variables: ReadonlyMap<string, IndexedValue>;
}

/** Changes of one process key in a batch. */
export interface ProcessProjection {
  readonly kind: 'd';
  readonly subjectId: string;
  lastSeq: number;
  row: process.ProcessQueryRow | undefined;
  /** versions to insert, by definition id */
  readonly definitions: Map<string, definition.DefinitionQueryRow>;
  readonly deletedDefinitions: string[];
  /** new rows of the process key; undefined: no change */
  startTriggers: readonly startTrigger.StartTriggerQueryRow[] | undefined;
}

/** State of one subject while a batch applies its rows, and the changes to write. */
export type SubjectProjection = InstanceProjection | ProcessProjection;

/** Projection for a subject without rows in the query tables. */
export function newProjection({ subjectId, kind }: Subject): SubjectProjection {
  if (kind === 'd') return openProcessProjection(subjectId, 0, undefined);
  return openInstanceProjection({ subjectId, lastSeq: 0, row: undefined, live: openLive(undefined), stored: NOTHING_STORED });
}

export function openProcessProjection(
  subjectId: string,
  lastSeq: number,
  row: process.ProcessQueryRow | undefined,
): ProcessProjection {
  return { kind: 'd', subjectId, lastSeq, row, definitions: new Map(), deletedDefinitions: [], startTriggers: undefined };
}

export function openInstanceProjection(
  stored: Pick<InstanceProjection, 'subjectId' | 'lastSeq' | 'row' | 'live' | 'stored'> &
    Partial<Pick<InstanceProjection, 'variables'>>,
): InstanceProjection {
  const changes = {
    steps: [],
    decisions: [],
    userTasks: new Map(),
    subscriptions: new Map(),
    elements: new Map(),
    moved: movedRows.noMovedRows(),
  };
  return { kind: 'i', variables: new Map(), ...stored, before: stored.row, added: 0, lastVersion: EVENT_VERSION, ...changes };
}

/** Changes the projection in place. A failed one must not be written, because it may contain only some events of the row. */
export function applyRow(projection: SubjectProjection, row: ReadJournalRow): Stop | undefined {
  if (row.seq !== projection.lastSeq + 1) return { reason: 'gap', expectedSeq: projection.lastSeq + 1, foundSeq: row.seq };
  if (!knowsEvents(row.v)) return { reason: 'version', seq: row.seq, version: row.v };
  try {
    const events = upcastEvents(row.events, row);
    if (projection.kind === 'i') applyInstanceRow(projection, row, events);
    else applyProcessRow(projection, row, events);
  } catch (error) {
    return { reason: 'damage', seq: row.seq, error };
  }
  projection.lastSeq = row.seq;
  return undefined;
}

function applyInstanceRow(
  projection: InstanceProjection,
  { subjectId, seq, at, v, size }: ReadJournalRow,
  events: readonly JournalEvent[],
): void {
  let step: ReturnType<typeof instanceStep.project>;
  for (const event of events) {
    if (isDefinitionEvent(event)) throw new Error(`${event.type} in the journal of an instance`);
    const failed = projection.row?.failure?.element ?? null;
    projection.row = instance.project(projection.row, event, at);
    // the stored row may be that of an ended instance, so rewrite it
    if (event.type === 'InstanceRestored' || event.type === 'InstanceMigrated') projection.stored = NOTHING_STORED;
    if (event.type === 'InstanceMigrated') applyMigration(projection, event);
    instanceElement.note(projection.elements, event, projection.live, failed);
    step = instanceStep.project(step, event, applyToLive(projection.live, event, at.getTime()));
    const decision = instanceDecision.project(event, { subjectId, seq, at });
    if (decision !== undefined) projection.decisions.push(decision);
    applyUserTask(projection, event, at);
    applySubscription(projection, event, at);
  }
  if (projection.row === undefined) throw new Error('the journal of an instance does not begin with InstanceStarted');
  if (step !== undefined) projection.steps.push({ instanceId: subjectId, seq, ...step });
  projection.added += size;
  projection.lastVersion = v;
}

/** Renames elements in new rows, and records changes of stored rows. */
function applyMigration({ moved, userTasks, subscriptions }: InstanceProjection, event: InstanceMigrated): void {
  movedRows.note(moved, event);
  const renamed = renamedBy(event.elements);
  const renamedRow = <R extends { readonly activityId: string }>(row: R) => ({
    ...row,
    activityId: newIdOf(renamed, row.activityId),
  });
  for (const [entry, change] of userTasks)
    if (change.kind === 'insert') userTasks.set(entry, { ...change, row: renamedRow(change.row) });
  for (const [ordinal, change] of subscriptions)
    if (change.kind === 'insert') subscriptions.set(ordinal, { ...change, row: renamedRow(change.row) });
  for (const task of event.userTasks ?? []) {
    const change = movedRows.describe(userTasks.get(task.entry), task);
    if (change !== undefined) userTasks.set(task.entry, change);
  }
}

function applyUserTask(projection: InstanceProjection, event: EngineEvent, at: Date): void {
  if (!('elementType' in event) || event.elementType !== 'userTask') return;
  const change = userTask.project(projection.userTasks.get(event.entry), event, at);
  if (change === undefined) projection.userTasks.delete(event.entry);
  else projection.userTasks.set(event.entry, change);
}

function applySubscription(projection: InstanceProjection, event: EngineEvent, at: Date): void {
  if (event.type !== 'SubscriptionOpened' && event.type !== 'SubscriptionClosed') return;
  const change = subscription.project(projection.subscriptions.get(event.subscription), event, at);
  if (change === undefined) projection.subscriptions.delete(event.subscription);
  else projection.subscriptions.set(event.subscription, change);
}

function applyProcessRow(
  projection: ProcessProjection,
  { subjectId, at }: ReadJournalRow,
  events: readonly JournalEvent[],
): void {
  for (const event of events) {
    if (!isDefinitionEvent(event)) throw new Error(`${event.type} in the journal of a process key`);
    projection.row = process.project(projection.row, event, subjectId);
    if (event.type === 'DefinitionDeployed') projection.definitions.set(event.definitionId, definition.project(event, at));
    // a version that is created and deleted in one batch may have no row
    if (event.type === 'DefinitionDeleted') {
      projection.definitions.delete(event.definitionId);
      projection.deletedDefinitions.push(event.definitionId);
    }
    projection.startTriggers = startTrigger.project(event) ?? projection.startTriggers;
  }
  if (projection.row === undefined) throw new Error('the journal of a process key does not begin with DefinitionDeployed');
}

/** An unreadable row counts as an instance, because its projection fails in any case. */
export function kindOf(row: ReadJournalRow): ProjectedKind {
  try {
    const [first] = upcastEvents(row.events, row);
    return first !== undefined && isDefinitionEvent(first) ? 'd' : 'i';
  } catch {
    return 'i';
  }
}

function isDefinitionEvent(event: JournalEvent): event is DefinitionEvent {
  return DEFINITION_EVENTS.has(event.type);
}
