import { sql } from 'kysely';
import type { Decided } from '../../engine/decisions/decided.ts';
import { entityId } from '../../platform/ids.ts';
import { matchesAll, type RowValue } from '../lists/filter-match.ts';
import { readJournalInTurns } from '../journal-parts.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import type { ListPage } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';
import { HistoryReader } from './history-reader.ts';
import { pageThrough } from './page-through.ts';

/** Evaluation of a business rule task of an instance. `sequence` counts from 1 without gaps. */
export interface InstanceDecision {
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly activityId: string | null;
  readonly activityInstanceId: string;
  readonly decided: Decided;
}

const sequence = { name: 'Sequence', expression: sql.ref('sequence') };

/** Filters and sorts of an instance's decisions. */
export const instanceDecisionNames: ListNames = {
  filters: [
    { ...sequence, type: 'integer' },
    { name: 'ActivityId', type: 'text', expression: sql.ref('activity_id'), hasNull: true },
    { name: 'ActivityInstanceId', type: 'guid', expression: sql.ref('activity_instance_id') },
    { name: 'OccurredAt', type: 'time', expression: sql.ref('occurred_at') },
  ],
  sorts: [sequence],
  defaultSorts: [{ field: sequence, isDescending: false }],
  tieBreak: [sequence.expression],
  takesBusinessId: false,
};

/**
 * One page of the decisions of an instance, as of the start of the read; undefined: unknown instance. Read from the journal
 * like the history.
 * @param hasLeft whether the client has disconnected; then the read stops
 */
export async function listInstanceDecisions(
  db: ReadDatabase,
  instanceId: string,
  query: ListQuery,
  hasLeft: () => boolean,
): Promise<ListPage<InstanceDecision> | undefined> {
  const known = await db.selectFrom('instance').select('seq').where('id', '=', instanceId).executeTakeFirst();
  if (known === undefined) return undefined;
  return pageThrough<InstanceDecision>(query, async (add) => {
    for await (const found of readDecisions(db, { instanceId, lastSeq: known.seq, hasLeft })) {
      if (matchesAll(query.filters, (name) => rowValue(found, name))) add(found);
    }
  });
}

async function* readDecisions(
  db: ReadDatabase,
  { instanceId, lastSeq, hasLeft }: { readonly instanceId: string; readonly lastSeq: number; readonly hasLeft: () => boolean },
): AsyncGenerator<InstanceDecision> {
  const reader = new HistoryReader(instanceId);
  let number = 0;
  for await (const row of readJournalInTurns(db, instanceId, { after: 0, upTo: lastSeq })) {
    if (hasLeft()) return;
    for (const event of readEvents(instanceId, row)) {
      // activity ids are those of the version at that time
      const activityId = reader.read(event).at(-1)?.activityId ?? null;
      if (event.type !== 'ElementCompleted' || event.decided === undefined) continue;
      const activityInstanceId = entityId(instanceId, event.entry);
      yield { sequence: ++number, occurredAt: row.at, activityId, activityInstanceId, decided: event.decided };
    }
  }
}

function rowValue({ sequence: number, activityId, activityInstanceId, occurredAt }: InstanceDecision, name: string): RowValue {
  switch (name) {
    case 'Sequence':
      return number;
    case 'ActivityId':
      return activityId;
    case 'ActivityInstanceId':
      return activityInstanceId;
    default:
      return occurredAt.getTime() / 1000;
  }
}
