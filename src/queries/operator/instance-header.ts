import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { isInstanceWithin, keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';
import { INSTANCE_COLUMNS, type InstanceListRow } from './instances.ts';

/** Instance with its caller and its called instances. */
interface InstanceHeaderRow extends InstanceListRow {
  /** rows of its event history */
  readonly lastSeq: number;
  /** `activityId`: call activity; null if not projected yet or outside of the key limits */
  readonly parent: { readonly instanceId: string; readonly activityId: string | null } | null;
  readonly children: readonly Child[];
}

interface Child {
  readonly instanceId: string;
  readonly activityId: string;
}

const MOST_CHILDREN = 200;

/** See docs/contributing/spec/pages.md#instance. Undefined if the instance is not projected, or outside of the limits. */
export async function readInstanceHeader(
  db: ReadDatabase,
  instanceId: string,
  limits: KeyLimits,
): Promise<InstanceHeaderRow | undefined> {
  if (!(await isInstanceWithin(db, instanceId, limits))) return undefined;
  const [found, children, parent] = await Promise.all([
    sql<InstanceListRow & { lastSeq: number }>`
      select ${INSTANCE_COLUMNS}, last_seq as "lastSeq" from q_instance where instance_id = ${instanceId}::uuid`.execute(db),
    sql<Child>`
      select e ->> 'childInstanceId' as "instanceId", e ->> 'element' as "activityId" from ${entriesOf(instanceId)}
      where e ->> 'childInstanceId' is not null limit ${MOST_CHILDREN}`.execute(db),
    readParent(db, instanceId),
  ]);
  const [row] = found.rows;
  if (row === undefined) return undefined;
  // the user may see the id of the caller, which the instance contains, but not the model of one outside of the limits
  const isParentWithin = parent === null || (await isInstanceWithin(db, parent.instanceId, limits));
  return { ...row, parent: isParentWithin ? parent : { ...parent, activityId: null }, children: children.rows };
}

export async function isKnownInstance(db: ReadDatabase, instanceId: string, limits: KeyLimits): Promise<boolean> {
  const found = db.selectFrom('q_instance').select('instance_id').where('instance_id', '=', instanceId);
  const condition = keyCondition(sql.ref('key'), limits);
  return (await (condition === undefined ? found : found.where(condition)).executeTakeFirst()) !== undefined;
}

/** Reads the calling activity from the first event of the instance. */
async function readParent(db: ReadDatabase, instanceId: string): Promise<InstanceHeaderRow['parent']> {
  const first = await db
    .selectFrom('journal')
    .select(['seq', 'v', 'events'])
    .where('subject_id', '=', instanceId)
    .where('seq', '=', 1)
    .executeTakeFirst();
  const events = first === undefined ? [] : readEvents(instanceId, first);
  const caller = events.find((event) => event.type === 'InstanceStarted')?.caller;
  if (caller === undefined) return null;
  const { rows } = await sql<{ element: string }>`
    select e ->> 'element' as element from ${entriesOf(caller.instanceId)} where (e ->> 'entry')::int = ${caller.entry} limit 1`.execute(
    db,
  );
  return { instanceId: caller.instanceId, activityId: rows[0]?.element ?? null };
}

/** SQL table of projected activity instances, active ones first. Column `e`: JSON. */
function entriesOf(instanceId: string) {
  return sql`(
    select e from q_instance, json_array_elements(live -> 'entries') e where instance_id = ${instanceId}::uuid
    union all
    select e from q_instance_step, json_array_elements(completed) e where instance_id = ${instanceId}::uuid
  ) as entry (e)`;
}
