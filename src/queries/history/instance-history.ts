import { sql } from 'kysely';
import { entityId } from '../../platform/ids.ts';
import { matchesAll, type RowValue } from '../lists/filter-match.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import type { ListPage } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';
import type { HistoryFact } from './facts-of-event.ts';
import { HistoryReader, pageThrough } from './history-reader.ts';

/** Characters of event history rows above which a page is written in parts. */
const LONG_CHARACTERS = 1024 * 1024;

/** Line of a history (docs/contributing/spec/http/instances.md#history-sequence). `sequence` counts from 1 without gaps. */
export interface HistoryItem {
  readonly sequence: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly activityId: string | null;
  readonly activityInstanceId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** see docs/contributing/spec/journal.md#actor; null: unknown */
  readonly actor: string | null;
}

interface NumberedFact extends HistoryFact {
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly actor: string | null;
  /** number of its row in the event history */
  readonly seq: number;
  /** size of this row in characters of JSON */
  readonly characters: number;
}

/** `isLong`: the caller must write the page in parts. */
export interface LongOrShortPage extends ListPage<HistoryItem> {
  readonly isLong: boolean;
}

const sequence = { name: 'Sequence', expression: sql.ref('sequence') };

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
 * Reads the event history as of the start of the read, so the page is always up to date, and the cost grows with its length (ADR 0018). Yields to other work
 * of this process.
 * @param hasLeft whether the client has disconnected; the read then stops, and the result is incomplete
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
  const read = (add: (found: NumberedFact) => void) => fill(db, journal, query, add);
  const { items: facts, ...page } = await pageThrough(query, read);
  const isLong = lengthOf(facts) > LONG_CHARACTERS;
  return { items: facts.map((found) => itemOf(instanceId, found)), ...page, isLong };
}

interface ReadJournal {
  readonly instanceId: string;
  /** excludes rows that are committed during the read */
  readonly lastSeq: number;
  readonly hasLeft: () => boolean;
}

async function fill(db: ReadDatabase, journal: ReadJournal, query: ListQuery, add: (found: NumberedFact) => void): Promise<void> {
  for await (const found of readFacts(db, journal)) {
    if (matchesAll(query.filters, (name) => rowValue(journal.instanceId, found, name))) add(found);
  }
}

/** Characters of the event history rows of the items. Counts each row once. */
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
