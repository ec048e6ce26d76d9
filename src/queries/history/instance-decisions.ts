import { sql } from 'kysely';
import type { Decided } from '../../engine/decisions/decided.ts';
import { entityId } from '../../platform/ids.ts';
import { limited } from '../key-limits.ts';
import { matchesAll, type RowValue } from '../lists/filter-match.ts';
import { readListPage } from '../lists/list-page.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import type { ListPage } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents, readJournalInTurns } from '../stored-events.ts';
import { HistoryReader, pageThrough } from './history-reader.ts';

/** Evaluation of a business rule task. `sequence` counts from 1 without gaps. */
export interface InstanceDecision {
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly activityId: string | null;
  readonly activityInstanceId: string;
  readonly decided: Decided;
}

const sequence = { name: 'Sequence', expression: sql.ref('sequence') };

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
 * Reads decisions from the event history, as of the start of the read.
 * @param hasLeft whether the client has disconnected; the read then stops, and the result is incomplete
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

/** Result of one evaluate call (docs/contributing/spec/decisions.md#evaluations). */
export interface EvaluationItem {
  readonly evaluationId: string;
  readonly version: number;
  readonly evaluatedAt: Date;
  readonly outcome: string;
  readonly businessId: string | null;
  readonly actor: string | null;
  readonly failure: string | null;
  /** null: too long to store */
  readonly variables: Readonly<Record<string, unknown>> | null;
  readonly decided: Pick<InstanceDecision['decided'], 'decisions' | 'more'>;
}

const at = { name: 'EvaluatedAt', expression: sql.ref('evaluated_at') };

export const evaluationNames: ListNames = {
  filters: [
    { name: 'EvaluationId', type: 'guid', expression: sql.ref('evaluation_id') },
    { name: 'Version', type: 'integer', expression: sql.ref('version') },
    { name: 'Outcome', type: 'text', expression: sql.ref('outcome') },
    { name: 'BusinessId', type: 'text', expression: sql.ref('business_id'), hasNull: true },
    { name: 'Actor', type: 'text', expression: sql.ref('actor'), hasNull: true },
    { ...at, type: 'time' },
  ],
  sorts: [at],
  defaultSorts: [{ field: at, isDescending: true }],
  tieBreak: [sql.ref('evaluation_id')],
  takesBusinessId: false,
};

/** Is empty if evaluations are not stored. */
export async function listEvaluations(db: ReadDatabase, key: string, query: ListQuery): Promise<ListPage<EvaluationItem>> {
  const rows = db
    .selectFrom('decision_evaluation')
    .select(['evaluation_id as evaluationId', 'version', 'evaluated_at as evaluatedAt', 'outcome'])
    .select(['business_id as businessId', 'actor', 'failure', 'variables', 'decided']);
  const { items, ...page } = await readListPage(rows, limited(query, sql`key = ${key}`));
  const read = items.map(({ variables, decided, ...item }) => ({
    ...item,
    variables: variables === null ? null : (JSON.parse(variables) as EvaluationItem['variables']),
    decided: JSON.parse(decided) as EvaluationItem['decided'],
  }));
  return { items: read, ...page };
}
