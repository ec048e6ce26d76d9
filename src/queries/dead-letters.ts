import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { type RootInstance, readRoots } from './instances/called-incidents.ts';
import { keyCondition } from './key-limits.ts';
import type { ListNames, ListQuery } from './lists/list-query.ts';
import { type ListPage, offsetOf, pageOf } from './lists/paging.ts';
import type { ReadDatabase } from './read-database.ts';

/** See docs/contributing/spec/incidents.md#list-of-dead-letters. */
export interface DeadLetterItem {
  readonly letterId: string;
  readonly kind: string;
  readonly status: 'Parked' | 'Retrying' | 'CarriedOut' | 'Refused' | 'Dropped';
  readonly instanceId: string | null;
  readonly processKey: string | null;
  /** first line of the error */
  readonly message: string;
  readonly attempts: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  readonly retriedAt: Date | null;
  readonly retriedBy: string | null;
  readonly endedAt: Date | null;
  readonly endedBy: string | null;
  readonly reason: string | null;
  /** reason why a retry is impossible; null: it is possible */
  readonly obstacle: string | null;
  readonly isInstanceKnown: boolean;
  /** of the instance; null: none, or the instance is not known */
  readonly businessId: string | null;
}

/** `command`: JSON text. */
export interface DeadLetterDetails extends DeadLetterItem {
  readonly error: string;
  readonly command: string;
  readonly senderId: string | null;
}

const lastAt = sql.ref('last_at');
const status = sql`status collate "C"`;
const kind = sql`kind collate "C"`;
const sorts = {
  parkedAt: { name: 'ParkedAt', expression: lastAt },
  firstParkedAt: { name: 'FirstParkedAt', expression: sql.ref('first_at') },
  kind: { name: 'Kind', expression: kind, hasNull: true },
  attempts: { name: 'Attempts', expression: sql.ref('attempts') },
};

export const deadLetterNames: ListNames = {
  filters: [
    { name: 'Kind', type: 'text', expression: kind, hasNull: true },
    { name: 'Status', type: 'text', expression: status },
    { name: 'InstanceId', type: 'guid', expression: sql.ref('letter.instance_id'), hasNull: true },
    { name: 'ProcessKey', type: 'text', expression: sql`process_key collate "C"`, hasNull: true },
    { name: 'ParkedAt', type: 'time', expression: lastAt },
    { name: 'FirstParkedAt', type: 'time', expression: sql.ref('first_at') },
    { name: 'Attempts', type: 'integer', expression: sql.ref('attempts') },
  ],
  sorts: [sorts.parkedAt, sorts.firstParkedAt, sorts.kind, sorts.attempts],
  defaultSorts: [{ field: sorts.parkedAt, isDescending: true }],
  tieBreak: [sql.ref('letter_id')],
  takesBusinessId: false,
};

const COLUMNS = sql`letter_id as "letterId", kind, status, letter.instance_id as "instanceId", process_key as "processKey",
  split_part(error, chr(10), 1) as message, attempts, first_at as "firstAt", last_at as "lastAt", retried_at as "retriedAt",
  retried_by as "retriedBy", ended_at as "endedAt", ended_by as "endedBy", reason, obstacle,
  exists (select from q_instance as shown where shown.instance_id = letter.instance_id) as "isInstanceKnown",
  (select shown.business_id from q_instance as shown where shown.instance_id = letter.instance_id) as "businessId"`;

/** `root`: topmost caller of the instance; undefined: no instance called it. */
export type PlacedLetter = DeadLetterItem & { readonly root?: RootInstance | undefined };

/** Omits ended dead letters, unless a filter contains the status. `limits`: of the topmost callers. */
export async function listLetters(db: ReadDatabase, query: ListQuery, limits: KeyLimits): Promise<ListPage<PlacedLetter>> {
  const asksForStatus = query.filters.some(({ alternatives }) => alternatives.some(({ field }) => field.name === 'Status'));
  const present = asksForStatus ? [] : [sql<SqlBool>`ended_at is null`];
  const conditions = [sql<SqlBool>`true`, ...present, ...query.conditions];
  const matching = sql`from dead_letters() as letter where ${sql.join(conditions, sql` and `)}`;
  const { rows } = await sql<DeadLetterItem>`
    select ${COLUMNS} ${matching} order by ${query.order} limit ${query.paging.pageSize} offset ${offsetOf(query.paging)}`.execute(
    db,
  );
  const ids = [...new Set(rows.flatMap(({ instanceId }) => instanceId ?? []))];
  const roots = await readRoots(db, ids, limits);
  const placed = rows.map((row) => ({ ...row, root: roots.get(row.instanceId ?? '') }));
  return pageOf(query.paging, placed, async () => {
    const counted = await sql<{ total: string }>`select count(*) as total ${matching}`.execute(db);
    return Number(counted.rows[0]?.total ?? 0);
  });
}

/** Reads a letter, also an ended one. Undefined also outside of the limits. */
export async function readLetter(db: ReadDatabase, letterId: string, limits: KeyLimits): Promise<DeadLetterDetails | undefined> {
  const { rows } = await sql<DeadLetterDetails>`
    select ${COLUMNS}, error, command, sender_id as "senderId" from dead_letters() as letter where letter_id = ${letterId}::uuid and ${letterCondition(limits) ?? sql`true`}
    order by ended_at desc nulls first limit 1`.execute(db);
  return rows[0];
}

/** Returns undefined without limits. A dead letter without a process key is outside of all limits. */
export function letterCondition(limits: KeyLimits) {
  return keyCondition(sql.ref('process_key'), limits);
}
