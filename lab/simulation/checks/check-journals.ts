import { type IndexChange, indexChangeOf } from '../../../src/engine/effects/index-changes-of-event.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import { apply } from '../../../src/engine/state/apply.ts';
import { type InstanceState, initialState, isTerminal } from '../../../src/engine/state.ts';
import { entityId } from '../../../src/platform/ids.ts';
import type { JournalTableRow } from '../database/tables/journal.ts';
import type { Tables } from '../database/tables.ts';

/** State of an instance from its event history. */
export interface Replayed {
  readonly state: InstanceState;
  readonly subscriptions: readonly string[];
  readonly timers: readonly string[];
  readonly openTasks: readonly string[];
  /** entries of custom tasks that wait */
  readonly jobs: readonly string[];
}

/** The journals by subject, in order. */
export function journalsOf(tables: Tables): Map<string, JournalTableRow[]> {
  const journals = new Map<string, JournalTableRow[]>();
  for (const row of tables.journal.committed) {
    const rows = journals.get(row.subject_id) ?? [];
    journals.set(row.subject_id, rows);
    rows.push(row);
  }
  for (const rows of journals.values()) rows.sort((a, b) => a.seq - b.seq);
  return journals;
}

/** State of an instance after one row of its event history. */
export function toldUpTo(id: string, rows: readonly JournalTableRow[], seq: number): Replayed {
  return replay(
    id,
    rows.filter((row) => row.seq <= seq),
  );
}

/** States of instances from their event histories. @throws if a history is not possible */
export function replayAll(tables: Tables): Map<string, Replayed> {
  const isInstance = new Set(tables.instance.committed.map(({ id }) => id));
  return new Map([...journalsOf(tables)].filter(([id]) => isInstance.has(id)).map(([id, rows]) => [id, replay(id, rows)]));
}

/** Journals against everything that is written with them. @returns broken promises */
export function checkJournals(tables: Tables, replayed: ReadonlyMap<string, Replayed>): string[] {
  const seqs = new Map<string, number>([
    ...tables.instance.committed.map(({ id, seq }) => [id, seq] as const),
    ...tables.process.committed.map(({ subject_id, seq }) => [subject_id, seq] as const),
  ]);
  const broken: string[] = [];
  for (const [id, rows] of journalsOf(tables)) {
    if (rows.some(({ seq }, n) => seq !== n + 1)) broken.push(`the journal of ${id} is ${rows.map(({ seq }) => seq).join(' ')}`);
    if (seqs.get(id) !== rows.length) broken.push(`${id} stands at ${seqs.get(id)}, its journal at ${rows.length}`);
    seqs.delete(id);
  }
  for (const id of seqs.keys()) broken.push(`${id} has no journal`);
  for (const { id, is_terminal } of tables.instance.committed) {
    const state = replayed.get(id)?.state;
    if (state !== undefined && isTerminal(state) !== is_terminal) broken.push(`${id} is terminal in one of row and journal`);
  }
  return [...broken, ...checkIndexes(tables, [...replayed.values()])];
}

function checkIndexes(tables: Tables, replayed: readonly Replayed[]): string[] {
  const addresses = (rows: readonly { instance_id: string; subscription: number }[]) =>
    rows.map(({ instance_id, subscription }) => `${instance_id}:${subscription}`);
  const open = tables.userTask.committed.filter(({ is_open }) => is_open).map(({ task_id }) => task_id);
  const of = (member: Exclude<keyof Replayed, 'state'>) => replayed.flatMap((one) => one[member]);
  return [
    ...differences('subscriptions', addresses(tables.subscription.committed), of('subscriptions')),
    ...differences('timers', addresses(tables.timer.committed), of('timers')),
    ...differences('open user tasks', open, of('openTasks')),
    ...differences(
      'custom tasks',
      tables.customTask.committed.map(({ task_id }) => task_id),
      of('jobs'),
    ),
  ];
}

function differences(what: string, stored: readonly string[], replayed: readonly string[]): string[] {
  const known = new Set(replayed);
  const extra = stored.filter((one) => !known.delete(one));
  return [
    ...extra.map((one) => `${what}: ${one} stands in the table and not in the journals`),
    ...[...known].map((one) => `${what}: ${one} stands in the journals and not in the table`),
  ];
}

function replay(instanceId: string, rows: readonly JournalTableRow[]): Replayed {
  const state = initialState();
  const subscriptions = new Set<string>();
  const timers = new Set<string>();
  const openTasks = new Set<string>();
  const jobs = new Set<string>();
  const applyOne = (event: EngineEvent, at: Date) => {
    try {
      apply(state, event, at.getTime());
    } catch (error) {
      throw new Error(`the journal of ${instanceId} cannot be applied: ${(error as Error).message}`);
    }
  };
  const note = (change: IndexChange) => {
    if (change.kind === 'openUserTask') openTasks.add(entityId(instanceId, change.entry));
    else if (change.kind === 'closeUserTask') openTasks.delete(entityId(instanceId, change.entry));
    else if (change.kind === 'openSubscription') subscriptions.add(`${instanceId}:${change.subscription}`);
    else if (change.kind === 'closeSubscription') subscriptions.delete(`${instanceId}:${change.subscription}`);
    else if (change.kind === 'openTimer') timers.add(`${instanceId}:${change.subscription}`);
    else if (change.kind === 'closeTimer') timers.delete(`${instanceId}:${change.subscription}`);
  };
  for (const { at, events } of rows) {
    for (const event of JSON.parse(events) as EngineEvent[]) {
      applyOne(event, at);
      const change = indexChangeOf(event);
      if (change !== undefined) note(change);
      if (event.type === 'JobCreated') jobs.add(entityId(instanceId, event.entry));
      if (event.type === 'JobOpened') jobs.add(entityId(instanceId, event.job));
      if (event.type === 'JobClosed') jobs.delete(entityId(instanceId, event.job));
      if ('entry' in event && isEnd(event)) jobs.delete(entityId(instanceId, event.entry as number));
    }
  }
  return { state, subscriptions: [...subscriptions], timers: [...timers], openTasks: [...openTasks], jobs: [...jobs] };
}

function isEnd({ type }: EngineEvent): boolean {
  return type === 'ElementCompleted' || type === 'ElementFailed' || type === 'ElementCancelled';
}
