import { sql } from 'kysely';
import { limited } from '../key-limits.ts';
import { readListPage } from '../lists/list-page.ts';
import type { ListNames, ListQuery } from '../lists/list-query.ts';
import type { ListPage } from '../lists/paging.ts';
import type { ReadDatabase } from '../read-database.ts';
import type { InstanceDecision } from './instance-decisions.ts';

/** Result of one evaluate call (docs/contributing/spec/http/decisions.md#evaluations). */
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

/** Filters and sorts of the evaluations of a decision. */
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

/** Reads one page of evaluations; empty if they are not stored. */
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
