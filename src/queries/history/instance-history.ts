import { sql } from 'kysely';
import { entityId } from '../../platform/ids.ts';
import { matchesAll, type RowValue } from '../filter-match.ts';
import type { ListNames, ListQuery } from '../list-query.ts';
import { type ListPage, offsetOf } from '../paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';
import type { HistoryFact } from './history-fact.ts';
import { HistoryReader } from './history-reader.ts';

/** Journal rows read at once: bounds the memory, and how long one read keeps the process from other work. */
const ROWS_PER_READ = 200;

/** One line of an instance's history (docs/spec/http/instances.md#history-sequence). `sequence` counts from 1 without gaps. */
export interface HistoryItem {
  readonly sequence: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly activityId: string | null;
  readonly activityInstanceId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** who sent the command behind it (docs/spec/journal.md#actor); null: nobody is known */
  readonly actor: string | null;
}

/** A fact with its number and time. */
interface NumberedFact extends HistoryFact {
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly actor: string | null;
}

const sequence = { name: 'Sequence', expression: sql.ref('sequence') };

/** What the history can be filtered and sorted by. */
export const historyNames: ListNames = {
  filters: [
    { ...sequence, type: 'integer' },
    { name: 'Type', type: 'text', expression: sql.ref('type') },
    { name: 'ActivityId', type: 'text', expression: sql.ref('activity_id'), hasNull: true },
    { name: 'ActivityInstanceId', type: 'guid', expression: sql.ref('activity_instance_id'), hasNull: true },
    { name: 'OccurredAt', type: 'time', expression: sql.ref('occurred_at') },
  ],
  sorts: [sequence],
  defaultSorts: [{ field: sequence, isDescending: false }],
  tieBreak: [sequence.expression],
  takesBusinessId: false,
};

/**
 * One page of the history of an instance as it was when the read began; undefined when there is no such instance. It is read from the
 * journal: never behind, and at a cost that grows with the history it is about (ADR 0018).
 */
export async function listHistory(
  db: ReadDatabase,
  instanceId: string,
  query: ListQuery,
): Promise<ListPage<HistoryItem> | undefined> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return undefined;
  const { page, pageSize } = query.paging;
  const window = new Window(offsetOf(query.paging), pageSize, query.sorts[0]?.isDescending === true);
  for await (const facts of readFacts(db, instanceId, known.seq)) {
    for (const found of facts) {
      if (matchesAll(query.filters, (name) => rowValue(instanceId, found, name))) window.add(found);
    }
  }
  return { items: window.facts().map((found) => itemOf(instanceId, found)), totalCount: window.count, page, pageSize };
}

function itemOf(
  instanceId: string,
  { sequence: number, type, occurredAt, activityId, entry, data, actor }: NumberedFact,
): HistoryItem {
  return { sequence: number, type, occurredAt, activityId, activityInstanceId: guidOf(instanceId, entry), data: data(), actor };
}

function guidOf(instanceId: string, entry: number | null): string | null {
  return entry === null ? null : entityId(instanceId, entry);
}

/** The facts of a few journal rows at a time. `lastSeq` keeps out what is committed while the reading goes on. */
async function* readFacts(db: ReadDatabase, instanceId: string, lastSeq: number): AsyncGenerator<readonly NumberedFact[]> {
  const reader = new HistoryReader(instanceId);
  let number = 0;
  for (let from = 0; from < lastSeq; from += ROWS_PER_READ) {
    const rows = await db
      .selectFrom('journal')
      .select(['seq', 'at', 'v', 'events', 'actor'])
      .where('subject_id', '=', instanceId)
      .where('seq', '>', from)
      .where('seq', '<=', Math.min(lastSeq, from + ROWS_PER_READ))
      .orderBy('seq')
      .execute();
    const facts: NumberedFact[] = [];
    for (const row of rows) {
      for (const event of readEvents(instanceId, row)) {
        for (const fact of reader.read(event)) facts.push({ sequence: ++number, occurredAt: row.at, actor: row.actor, ...fact });
      }
    }
    yield facts;
  }
}

function rowValue(instanceId: string, item: NumberedFact, name: string): RowValue {
  switch (name) {
    case 'Sequence':
      return item.sequence;
    case 'Type':
      return item.type;
    case 'ActivityId':
      return item.activityId;
    case 'ActivityInstanceId':
      return guidOf(instanceId, item.entry);
    default:
      return item.occurredAt.getTime() / 1000;
  }
}

/** Keeps what may be on the page: from the front its rows alone, from the back also those that later ones push out. */
class Window {
  count = 0;
  private readonly offset: number;
  private readonly size: number;
  private readonly isDescending: boolean;
  private readonly kept: NumberedFact[] = [];

  constructor(offset: number, size: number, isDescending: boolean) {
    this.offset = offset;
    this.size = size;
    this.isDescending = isDescending;
  }

  add(item: NumberedFact): void {
    this.count += 1;
    if (this.isDescending) this.kept.push(item);
    else if (this.count > this.offset && this.kept.length < this.size) this.kept.push(item);
    if (this.isDescending && this.kept.length >= 2 * (this.offset + this.size)) this.kept.splice(0, this.offset + this.size);
  }

  facts(): readonly NumberedFact[] {
    if (!this.isDescending) return this.kept;
    return this.kept.reverse().slice(this.offset, this.offset + this.size);
  }
}
