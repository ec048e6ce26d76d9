import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { keyCondition } from './key-limits.ts';
import { readListPage } from './lists/list-page.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import type { ListPage } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** Entry of the audit log (docs/contributing/spec/audit.md#entry). */
export interface AuditItem {
  readonly entryId: string;
  readonly at: Date;
  readonly act: string;
  readonly identifiedBy: string;
  readonly actor: string | null;
  readonly session: string | null;
  readonly surface: string;
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly processKey: string | null;
  readonly clientAddress: string | null;
  readonly traceId: string | null;
  readonly commandId: string | null;
  readonly result: string;
  readonly status: number;
  readonly code: string | null;
  readonly count: number;
}

const COLUMNS = [
  ...(['entry_id as entryId', 'at', 'act', 'identified_by as identifiedBy', 'actor', 'session', 'surface'] as const),
  ...(['target_kind as targetKind', 'target_id as targetId', 'process_key as processKey'] as const),
  ...(['client_address as clientAddress', 'trace_id as traceId', 'command_id as commandId'] as const),
  ...(['result', 'status', 'code', 'entry_count as count'] as const),
] as const;

const at = sql.ref('at');
const newest = { name: 'At', expression: at };

/** Filters and sorts of GET /Audit; each has an index. */
export const auditNames: ListNames = {
  filters: [
    { name: 'At', type: 'time', expression: at },
    { name: 'Act', type: 'text', expression: sql.ref('act') },
    { name: 'Actor', type: 'text', expression: sql.ref('actor'), hasNull: true },
    { name: 'TargetId', type: 'text', expression: sql.ref('target_id'), hasNull: true },
    { name: 'ProcessKey', type: 'text', expression: sql.ref('process_key'), hasNull: true },
    { name: 'ClientAddress', type: 'text', expression: sql.ref('client_address'), hasNull: true },
    { name: 'TraceId', type: 'text', expression: sql.ref('trace_id'), hasNull: true },
    { name: 'CommandId', type: 'guid', expression: sql.ref('command_id'), hasNull: true },
    { name: 'Result', type: 'text', expression: sql.ref('result') },
    { name: 'Code', type: 'text', expression: sql.ref('code'), hasNull: true },
  ],
  sorts: [newest],
  defaultSorts: [{ field: newest, isDescending: true }],
  tieBreak: [sql.ref('entry_id')],
  takesBusinessId: false,
};

/** Returns undefined without limits. An entry without a process key is outside of all limits. */
export function auditCondition(limits: KeyLimits): RawBuilder<SqlBool> | undefined {
  return keyCondition(sql.ref('process_key'), limits);
}

export function listAudit(db: ReadDatabase, query: ListQuery): Promise<ListPage<AuditItem>> {
  return readListPage(db.selectFrom('audit_entry').select(COLUMNS), query);
}

const PORTION = 1000;

/**
 * Reads the newest first, in batches of PORTION, each read when the previous one was consumed. Without entries that are written during the read, because they
 * are newer.
 */
export async function* auditPortions(
  db: ReadDatabase,
  conditions: readonly RawBuilder<SqlBool>[],
): AsyncGenerator<readonly AuditItem[]> {
  let matching = db.selectFrom('audit_entry').select(COLUMNS);
  for (const condition of conditions) matching = matching.where(condition);
  const ordered = matching.orderBy('at', 'desc').orderBy('entry_id', 'desc').limit(PORTION);
  let portion = await ordered.execute();
  for (;;) {
    const last = portion.at(-1);
    if (last === undefined) return;
    yield portion;
    if (portion.length < PORTION) return;
    portion = await ordered.where(sql<SqlBool>`(at, entry_id) < (${last.at}::timestamptz, ${last.entryId}::uuid)`).execute();
  }
}
