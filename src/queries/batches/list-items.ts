import { sql } from 'kysely';
import { readListPage } from '../list-page.ts';
import type { ListNames, ListQuery } from '../list-query.ts';
import type { ListPage } from '../paging.ts';
import type { ReadDatabase } from '../read-database.ts';

/** An item of a batch (docs/contributing/spec/batches.md#list-of-items). */
export interface BatchItem {
  readonly position: number;
  readonly subjectId: string;
  readonly instanceId: string | null;
  readonly processKey: string | null;
  readonly state: string;
  readonly code: string | null;
  /** JSON text */
  readonly rejection: string | null;
  readonly resultId: string | null;
  readonly doneAt: Date | null;
}

const position = { name: 'Position', expression: sql.ref('position') };

/** Filters and sorts of the items of a batch. */
export const batchItemNames: ListNames = {
  filters: [
    { name: 'Status', type: 'text', expression: sql.ref('state') },
    { name: 'Code', type: 'text', expression: sql.ref('code'), hasNull: true },
    { name: 'SubjectId', type: 'guid', expression: sql.ref('subject_id') },
  ],
  sorts: [position],
  defaultSorts: [{ field: position, isDescending: false }],
  tieBreak: [sql.ref('position')],
  takesBusinessId: false,
};

export function listBatchItems(db: ReadDatabase, batchId: string, query: ListQuery): Promise<ListPage<BatchItem>> {
  const items = db
    .selectFrom('batch_item')
    .where('batch_id', '=', batchId)
    .select(['position', 'subject_id as subjectId', 'instance_id as instanceId', 'process_key as processKey', 'state', 'code'])
    .select(['rejection', 'result_id as resultId', 'done_at as doneAt']);
  return readListPage(items, query);
}
