import { type EngineEvent, EVENT_VERSION } from '../engine/events.ts';
import type { DefinitionEvent, JournalEvent } from '../engine/journal-events.ts';
import { applyToLive, type Live, openLive } from '../engine/live.ts';
import { type InstanceMigrated, newIdOf, renamedBy } from '../engine/migrations.ts';
import type { EntryOrdinal, SubscriptionOrdinal } from '../engine/ordinals.ts';
import { NOTHING_STORED, type StoredSizes } from '../engine/state-storage.ts';
import { knowsEvents, upcastEvents } from '../engine/upcast.ts';
import type { ProjectedKind, ReadJournalRow, Stop, Subject } from './journal-row.ts';
import * as definition from './tables/definition.ts';
import * as instance from './tables/instance.ts';
import * as instanceElement from './tables/instance-element.ts';
import * as instanceStep from './tables/instance-step.ts';
import type * as instanceVariable from './tables/instance-variable.ts';
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

/** Everything a batch has to write about one instance. */
export interface InstanceFold {
  readonly kind: 'i';
  readonly subjectId: string;
  /** last journal row folded; 0 before the first */
  lastSeq: number;
  row: instance.InstanceQueryRow | undefined;
  readonly live: Live;
  /** what is stored of `live` */
  stored: StoredSizes;
  /** the rows folded since; unit: characters of JSON */
  added: number;
  /** of the events of the last row folded */
  lastVersion: number;
  readonly steps: instanceStep.InstanceStepRow[];
  readonly userTasks: Map<EntryOrdinal, userTask.UserTaskChange>;
  readonly subscriptions: Map<SubscriptionOrdinal, subscription.SubscriptionChange>;
  /** changes of older rows of user tasks and subscriptions, because the instance migrated */
  readonly moved: movedRows.MovedRows;
  /** elements that got or lost entries, and whether they had some before */
  readonly elements: instanceElement.Noted;
  /** searched variables as they were before the batch, by path */
  readonly variables: ReadonlyMap<string, instanceVariable.IndexedValue>;
}

/** Everything a batch has to write about one process key. */
export interface ProcessFold {
  readonly kind: 'd';
  readonly subjectId: string;
  lastSeq: number;
  row: process.ProcessQueryRow | undefined;
  /** by id */
  readonly definitions: Map<string, definition.DefinitionQueryRow>;
  /** ids of versions whose rows go */
  readonly deletedDefinitions: string[];
  /** what replaces the key's rows; undefined: they stay as they are */
  startTriggers: readonly startTrigger.StartTriggerQueryRow[] | undefined;
}

/** What a batch has to write about one subject. */
export type SubjectFold = InstanceFold | ProcessFold;

/** The fold of a subject the query tables do not know yet. */
export function newFold({ subjectId, kind }: Subject): SubjectFold {
  if (kind === 'd') return openProcessFold(subjectId, 0, undefined);
  return openInstanceFold({ subjectId, lastSeq: 0, row: undefined, live: openLive(undefined), stored: NOTHING_STORED });
}

/** Loads the state of a process key from its stored row. */
export function openProcessFold(subjectId: string, lastSeq: number, row: process.ProcessQueryRow | undefined): ProcessFold {
  return { kind: 'd', subjectId, lastSeq, row, definitions: new Map(), deletedDefinitions: [], startTriggers: undefined };
}

/** Loads the state of an instance from its stored row. */
export function openInstanceFold(
  stored: Pick<InstanceFold, 'subjectId' | 'lastSeq' | 'row' | 'live' | 'stored'> & Partial<Pick<InstanceFold, 'variables'>>,
): InstanceFold {
  const changes = {
    steps: [],
    userTasks: new Map(),
    subscriptions: new Map(),
    elements: new Map(),
    moved: movedRows.noMovedRows(),
  };
  return { kind: 'i', variables: new Map(), ...stored, added: 0, lastVersion: EVENT_VERSION, ...changes };
}

/**
 * Folds one journal row in place. Returns why it cannot be folded; the fold is then not to be written, it may hold half a row.
 */
export function foldRow(fold: SubjectFold, row: ReadJournalRow): Stop | undefined {
  if (row.seq !== fold.lastSeq + 1) return { reason: 'gap', expectedSeq: fold.lastSeq + 1, foundSeq: row.seq };
  if (!knowsEvents(row.v)) return { reason: 'version', seq: row.seq, version: row.v };
  try {
    const events = upcastEvents(row.events, row);
    if (fold.kind === 'i') foldInstanceRow(fold, row, events);
    else foldProcessRow(fold, row, events);
  } catch (error) {
    return { reason: 'damage', seq: row.seq, error };
  }
  fold.lastSeq = row.seq;
  return undefined;
}

function foldInstanceRow(
  fold: InstanceFold,
  { subjectId, seq, at, v, size }: ReadJournalRow,
  events: readonly JournalEvent[],
): void {
  let step: ReturnType<typeof instanceStep.project>;
  for (const event of events) {
    if (isDefinitionEvent(event)) throw new Error(`${event.type} in the journal of an instance`);
    const failed = fold.row?.failure?.element ?? null;
    fold.row = instance.project(fold.row, event, at);
    // the stored row may be that of an ended instance, so rewrite it
    if (event.type === 'InstanceRestored' || event.type === 'InstanceMigrated') fold.stored = NOTHING_STORED;
    if (event.type === 'InstanceMigrated') foldMigration(fold, event);
    instanceElement.note(fold.elements, event, fold.live.counts, failed);
    step = instanceStep.project(step, event, applyToLive(fold.live, event, at.getTime()));
    foldUserTask(fold, event, at);
    foldSubscription(fold, event, at);
  }
  if (fold.row === undefined) throw new Error('the journal of an instance does not begin with InstanceStarted');
  if (step !== undefined) fold.steps.push({ instanceId: subjectId, seq, ...step });
  fold.added += size;
  fold.lastVersion = v;
}

/** What was made in this batch is renamed here, what was there before in its tables. */
function foldMigration({ moved, userTasks, subscriptions }: InstanceFold, event: InstanceMigrated): void {
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

function foldUserTask(fold: InstanceFold, event: EngineEvent, at: Date): void {
  if (!('elementType' in event) || event.elementType !== 'userTask') return;
  const change = userTask.project(fold.userTasks.get(event.entry), event, at);
  if (change === undefined) fold.userTasks.delete(event.entry);
  else fold.userTasks.set(event.entry, change);
}

function foldSubscription(fold: InstanceFold, event: EngineEvent, at: Date): void {
  if (event.type !== 'SubscriptionOpened' && event.type !== 'SubscriptionClosed') return;
  const change = subscription.project(fold.subscriptions.get(event.subscription), event, at);
  if (change === undefined) fold.subscriptions.delete(event.subscription);
  else fold.subscriptions.set(event.subscription, change);
}

function foldProcessRow(fold: ProcessFold, { subjectId, at }: ReadJournalRow, events: readonly JournalEvent[]): void {
  for (const event of events) {
    if (!isDefinitionEvent(event)) throw new Error(`${event.type} in the journal of a process key`);
    fold.row = process.project(fold.row, event, subjectId);
    if (event.type === 'DefinitionDeployed') fold.definitions.set(event.definitionId, definition.project(event, at));
    // one that is made and removed within one batch has no row to remove, but that is not known here
    if (event.type === 'DefinitionDeleted') {
      fold.definitions.delete(event.definitionId);
      fold.deletedDefinitions.push(event.definitionId);
    }
    fold.startTriggers = startTrigger.project(event) ?? fold.startTriggers;
  }
  if (fold.row === undefined) throw new Error('the journal of a process key does not begin with DefinitionDeployed');
}

/** Kind of the subject of a journal. An unreadable first row gives no kind: projecting it fails in any case. */
export function kindOf(row: ReadJournalRow): ProjectedKind {
  try {
    const [first] = upcastEvents(row.events, row);
    return first !== undefined && isDefinitionEvent(first) ? 'd' : 'i';
  } catch {
    return 'i';
  }
}

/** Whether an event belongs to the journal of a process key. */
function isDefinitionEvent(event: JournalEvent): event is DefinitionEvent {
  return DEFINITION_EVENTS.has(event.type);
}
