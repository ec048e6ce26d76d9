import { sql } from 'kysely';
import { entityId } from '../../platform/ids.ts';
import { matchesAll, type RowValue } from '../filter-match.ts';
import { readJournalInTurns } from '../journal-parts.ts';
import type { ListNames, ListQuery } from '../list-query.ts';
import { type ListPage, offsetOf } from '../paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';
import type { HistoryFact } from './history-fact.ts';
import { HistoryReader } from './history-reader.ts';

/** Facts kept at most to answer in one reading; a page that begins further from the end needs a second one. */
const MOST_KEPT = 1000;
/** A page from rows with more characters than this is written piece by piece. */
const LONG_CHARACTERS = 1024 * 1024;

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
  /** its row */
  readonly seq: number;
  /** of its row */
  readonly characters: number;
}

/** One page of a history. `isLong`: too long to be written in one go. */
export interface LongOrShortPage extends ListPage<HistoryItem> {
  readonly isLong: boolean;
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
 * journal: never behind, and at a cost that grows with the history it is about (ADR 0018), in turns with the other work of this process.
 * @param hasLeft whether nobody waits for the page any more: then the reading ends where it is
 */
export async function listHistory(
  db: ReadDatabase,
  instanceId: string,
  query: ListQuery,
  hasLeft: () => boolean,
): Promise<LongOrShortPage | undefined> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return undefined;
  const journal = { instanceId, lastSeq: known.seq, hasLeft };
  const { page, pageSize } = query.paging;
  const isDescending = query.sorts[0]?.isDescending === true;
  const offset = offsetOf(query.paging);
  let window = new Window(offset, pageSize, isDescending);
  await fill(db, journal, query, window);
  const totalCount = window.count;
  if (window.hasDropped) {
    const first = Math.max(0, totalCount - offset - pageSize);
    window = new Window(first, Math.max(0, totalCount - offset - first), false);
    if (window.size > 0) await fill(db, journal, query, window);
  }
  const facts = isDescending && !window.isDescending ? window.facts().toReversed() : window.facts();
  const isLong = lengthOf(facts) > LONG_CHARACTERS;
  return { items: facts.map((found) => itemOf(instanceId, found)), totalCount, page, pageSize, isLong };
}

interface ReadJournal {
  readonly instanceId: string;
  /** keeps out what is committed while the reading goes on */
  readonly lastSeq: number;
  readonly hasLeft: () => boolean;
}

async function fill(db: ReadDatabase, journal: ReadJournal, query: ListQuery, window: Window): Promise<void> {
  for await (const found of readFacts(db, journal)) {
    if (matchesAll(query.filters, (name) => rowValue(journal.instanceId, found, name))) window.add(found);
  }
}

/** Characters of the rows that facts come from. */
function lengthOf(facts: readonly NumberedFact[]): number {
  return [...new Map(facts.map(({ seq, characters }) => [seq, characters])).values()].reduce((sum, length) => sum + length, 0);
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

async function* readFacts(db: ReadDatabase, { instanceId, lastSeq, hasLeft }: ReadJournal): AsyncGenerator<NumberedFact> {
  const reader = new HistoryReader(instanceId);
  let number = 0;
  for await (const row of readJournalInTurns(db, instanceId, { after: 0, upTo: lastSeq })) {
    if (hasLeft()) return;
    const { seq, at: occurredAt, actor } = row;
    const characters = row.events.length;
    for (const event of readEvents(instanceId, row)) {
      for (const fact of reader.read(event)) yield { sequence: ++number, occurredAt, actor, seq, characters, ...fact };
    }
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
  /** the page begins too far from the end: nothing is kept, only counted */
  readonly hasDropped: boolean;
  readonly size: number;
  readonly isDescending: boolean;
  private readonly offset: number;
  private readonly kept: NumberedFact[] = [];

  constructor(offset: number, size: number, isDescending: boolean) {
    this.offset = offset;
    this.size = size;
    this.isDescending = isDescending;
    this.hasDropped = isDescending && offset + size > MOST_KEPT;
  }

  add(item: NumberedFact): void {
    this.count += 1;
    if (this.hasDropped) return;
    if (this.isDescending) this.kept.push(item);
    else if (this.count > this.offset && this.kept.length < this.size) this.kept.push(item);
    if (this.isDescending && this.kept.length >= 2 * (this.offset + this.size)) this.kept.splice(0, this.offset + this.size);
  }

  facts(): readonly NumberedFact[] {
    if (!this.isDescending) return this.kept;
    return this.kept.reverse().slice(this.offset, this.offset + this.size);
  }
}
