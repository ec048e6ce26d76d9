import { sql } from 'kysely';
import { formatTimestamp } from '../../platform/clock.ts';
import { entityId } from '../../platform/ids.ts';
import { type FeedPosition, feedPositionText } from '../../requests/position.ts';
import type { HistoryItem } from '../history/instance-history.ts';
import type { ReadDatabase } from '../read-database.ts';
import type { JournalPartRow } from '../stored-events.ts';
import { type FeedHead, type FeedRow, type FeedRowFilter, readFeedRows } from './feed-rows.ts';
import { type NumberedFact, type OpenHistories, readStretch } from './open-histories.ts';

export const DELETED = 'WorkflowDeleted';
/** Event history rows that are read ahead for the feed rows of one read. */
const AHEAD_ROWS = 50;
const AHEAD_BYTES = 1024 * 1024;

/** An event of an instance, as in its history. */
export interface FeedEvent extends Omit<HistoryItem, 'sequence'> {
  readonly workflowInstanceId: string;
  readonly processDefinitionKey: string;
  /** number in the history of the instance, from 1 without gaps; null for the deletion of the instance */
  readonly sequence: number | null;
}

/** `event` undefined: only the position has moved, after events that do not match or after the last one of a row. */
export interface FeedStep {
  readonly position: FeedPosition;
  readonly event: FeedEvent | undefined;
}

export interface FeedFilter extends FeedRowFilter {
  /** types of events; undefined: all */
  readonly types: ReadonlySet<string> | undefined;
}

export interface FeedReading {
  readonly db: ReadDatabase;
  readonly histories: OpenHistories;
  readonly filter: FeedFilter;
  readonly hasLeft: () => boolean;
}

/** Position in the format for clients. */
export function positionText(step: Pick<FeedStep, 'position'>): string {
  return feedPositionText(step.position);
}

/** Yields the events up to `head`. Reads the next part only on request. Ends early if the reader has disconnected. */
export async function* readFeed(reading: FeedReading, head: FeedHead, after: FeedPosition): AsyncGenerator<FeedStep> {
  const { db, filter, hasLeft } = reading;
  const feed = head.name;
  let from = after.sequence === undefined ? after.row + 1 : after.row;
  while (from <= head.position && !hasLeft()) {
    const { rows, readTo } = await readFeedRows(db, from, head.position, filter);
    const ahead = await readAhead(reading, rows);
    for (const row of rows) {
      const behind = row.position === after.row ? after.sequence : undefined;
      yield* stepsOf(reading, feed, row, behind, ahead.get(row.instanceId) ?? []);
    }
    yield { position: { feed, row: readTo, sequence: undefined }, event: undefined };
    from = readTo + 1;
  }
}

async function* stepsOf(
  { db, histories, filter }: FeedReading,
  feed: string,
  row: FeedRow,
  after: number | undefined,
  ahead: readonly JournalPartRow[],
): AsyncGenerator<FeedStep> {
  const { position, instanceId } = row;
  const over = { feed, row: position, sequence: undefined };
  const wants = (type: string) => filter.types === undefined || filter.types.has(type);
  if (row.toSeq === 0) histories.forget(instanceId);
  const isWhole = row.toSeq > 0 && (yield* factSteps());
  // the event history is deleted but the feed row is not updated yet: show only the deletion
  yield { position: over, event: isWhole || !wants(DELETED) ? undefined : deletedEvent(row) };

  async function* factSteps(): AsyncGenerator<FeedStep, boolean> {
    const facts = readStretch({ db, histories, instanceId, stretch: row, after, ahead });
    let next = await facts.next();
    try {
      for (; !next.done; next = await facts.next()) {
        const { sequence, type } = next.value;
        if (wants(type)) yield { position: { feed, row: position, sequence }, event: eventOf(row, next.value) };
      }
      return next.value;
    } finally {
      await facts.return(false);
    }
  }
}

function eventOf({ instanceId, key }: FeedRow, fact: NumberedFact): FeedEvent {
  const { sequence, type, occurredAt, activityId, entry, actor } = fact;
  return {
    workflowInstanceId: instanceId,
    processDefinitionKey: key,
    sequence,
    type,
    occurredAt,
    activityId,
    activityInstanceId: entry === null ? null : entityId(instanceId, entry),
    data: fact.data(),
    actor,
  };
}

function deletedEvent({ instanceId, key, at }: FeedRow): FeedEvent {
  return {
    workflowInstanceId: instanceId,
    processDefinitionKey: key,
    sequence: null,
    type: DELETED,
    occurredAt: at,
    activityId: null,
    activityInstanceId: null,
    data: {},
    actor: null,
  };
}

/** Reads first history rows by instance, for all feed rows with one query, because most event histories are short. */
async function readAhead(
  { db, histories }: FeedReading,
  rows: readonly FeedRow[],
): Promise<ReadonlyMap<string, readonly JournalPartRow[]>> {
  const wanted = new Map<string, { after: number; upTo: number }>();
  for (const { instanceId, fromSeq, toSeq } of rows) {
    const known = wanted.get(instanceId);
    if (toSeq === 0) continue;
    wanted.set(instanceId, { after: known?.after ?? histories.knownBefore(instanceId, fromSeq), upTo: toSeq });
  }
  const ahead = new Map<string, JournalPartRow[]>();
  if (wanted.size === 0) return ahead;
  const ids = [...wanted.keys()];
  const afters = ids.map((id) => wanted.get(id)?.after ?? 0);
  const ends = ids.map((id) => wanted.get(id)?.upTo ?? 0);
  const { rows: found } = await sql<JournalPartRow & { subject_id: string }>`
    select subject_id, seq, at, v, command_id, events, actor from (
      select j.*, sum(pg_column_size(events)) over (order by subject_id, seq) - pg_column_size(events) as bytes_before
      from unnest(${ids}::uuid[], ${afters}::int[], ${ends}::int[]) as s (id, last_seq, end_seq)
      cross join lateral (
        select subject_id, seq, at, v, command_id, events, actor from journal
        where subject_id = s.id and seq > s.last_seq and seq <= s.end_seq order by seq limit ${AHEAD_ROWS}
      ) j
    ) sized
    where bytes_before < ${AHEAD_BYTES} order by subject_id, seq`.execute(db);
  for (const row of found) {
    const list = ahead.get(row.subject_id);
    if (list === undefined) ahead.set(row.subject_id, [row]);
    else list.push(row);
  }
  return ahead;
}

/** An item of `GET /Instances/{instanceId}/history` with its position and instance. */
export function eventLine(event: FeedEvent, position: string): object {
  const { actor, occurredAt, workflowInstanceId, processDefinitionKey, sequence, type, activityId, activityInstanceId, data } =
    event;
  return {
    position,
    workflowInstanceId,
    processDefinitionKey,
    sequence,
    type,
    occurredAt: formatTimestamp(occurredAt),
    activityId,
    activityInstanceId,
    data,
    ...(actor !== null && { actor }),
  };
}

/** CloudEvents 1.0. `source`: the feed. */
export function cloudEvent(event: FeedEvent, position: string, source: string): object {
  return {
    specversion: '1.0',
    id: position,
    source,
    type: `sluice.${event.type}`,
    subject: event.workflowInstanceId,
    time: formatTimestamp(event.occurredAt),
    datacontenttype: 'application/json',
    data: eventLine(event, position),
  };
}

export function feedSource(feedId: string): string {
  return `urn:uuid:${feedId}`;
}
