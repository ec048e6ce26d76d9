import { sql } from 'kysely';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import { type ListPage, offsetOf, pageOf } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** The latest version of a process with a start form. */
export interface StartFormItem {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  /** JSON of a FormModel */
  readonly startForm: string;
}

const key = sql.ref('q_process.key');
/** The column of the process key. */
export const startFormKey = key;
const byKey = { name: 'ProcessDefinitionKey', expression: key };

/** Filters and sorts of GET /Definitions/start-forms. */
export const startFormNames: ListNames = {
  filters: [{ name: 'ProcessDefinitionKey', type: 'text', expression: key }],
  sorts: [byKey],
  defaultSorts: [{ field: byKey, isDescending: false }],
  tieBreak: [key],
  takesBusinessId: false,
};

/** Reads one page of the start forms of active keys. Only the latest version counts, also if an earlier one has a form. */
export async function listStartForms(db: ReadDatabase, query: ListQuery): Promise<ListPage<StartFormItem>> {
  const conditions = sql.join([sql`q_process.is_active`, ...query.conditions], sql` and `);
  const matching = sql`
    from q_process
    cross join lateral (
      select definition_id, version, start_form from q_definition where q_definition.key = q_process.key order by version desc limit 1
    ) latest
    where ${conditions} and latest.start_form is not null`;
  const { rows } = await sql<StartFormItem>`
    select latest.definition_id as "definitionId", q_process.key, latest.version, latest.start_form as "startForm" ${matching}
    order by ${query.order} limit ${query.paging.pageSize} offset ${offsetOf(query.paging)}`.execute(db);
  return pageOf(query.paging, rows, async () => {
    const counted = await sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db);
    return counted.rows[0]?.total ?? 0;
  });
}
