import { sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { type CalledIncident, type RootInstance, readCalledIncidents, readRoots } from '../instances/called-incidents.ts';
import { isInstanceWithin, keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readEvents } from '../stored-events.ts';
import { INSTANCE_COLUMNS, type InstanceListRow } from './instances.ts';

/** Instance with its caller and its called instances. */
interface InstanceHeaderRow extends InstanceListRow {
  /** rows of its event history */
  readonly lastSeq: number;
  /** `activityId`: call activity; null if not projected yet or outside of the key limits */
  readonly parent: ({ readonly activityId: string | null } & NamedInstance) | null;
  readonly children: readonly Child[];
  /** topmost caller; undefined: no instance called it */
  readonly root: RootInstance | undefined;
  /** latest one in an instance that it calls; undefined: none */
  readonly calledIncident: CalledIncident | undefined;
}

/** Caller or called instance. Members are null if it is not projected yet, or outside of the key limits. */
interface NamedInstance {
  readonly instanceId: string;
  readonly key: string | null;
  /** name of the process */
  readonly processName: string | null;
  readonly businessId: string | null;
}

interface Child extends NamedInstance {
  readonly activityId: string;
}

const MOST_CHILDREN = 200;
const NAMELESS = { key: null, processName: null, businessId: null };

interface CallOf {
  readonly instanceId: string;
  readonly activityId: string;
}

/** See docs/contributing/spec/pages.md#instance. Undefined if the instance is not projected, or outside of the limits. */
export async function readInstanceHeader(
  db: ReadDatabase,
  instanceId: string,
  limits: KeyLimits,
): Promise<InstanceHeaderRow | undefined> {
  if (!(await isInstanceWithin(db, instanceId, limits))) return undefined;
  const [found, children, parent, roots, called] = await Promise.all([
    sql<InstanceListRow & { lastSeq: number }>`
      select ${INSTANCE_COLUMNS}, last_seq as "lastSeq" from q_instance where instance_id = ${instanceId}::uuid`.execute(db),
    sql<CallOf>`
      select e ->> 'childInstanceId' as "instanceId", e ->> 'element' as "activityId" from ${entriesOf(instanceId)}
      where e ->> 'childInstanceId' is not null limit ${MOST_CHILDREN}`.execute(db),
    readParent(db, instanceId),
    readRoots(db, [instanceId], limits),
    readCalledIncidents(db, [instanceId], limits),
  ]);
  const [row] = found.rows;
  if (row === undefined) return undefined;
  // the user may see the id of the caller, which the instance contains, but not the model of one outside of the limits
  const isParentWithin = parent === null || (await isInstanceWithin(db, parent.instanceId, limits));
  const calls = children.rows;
  const names = await readNames(
    db,
    [...calls.map((call) => call.instanceId), ...(parent === null ? [] : [parent.instanceId])],
    limits,
  );
  const named = <T extends { readonly instanceId: string }>(one: T) => ({ ...NAMELESS, ...one, ...names.get(one.instanceId) });
  return {
    ...row,
    parent: parent && named(isParentWithin ? parent : { ...parent, activityId: null }),
    children: calls.map(named),
    root: roots.get(instanceId),
    calledIncident: called.get(instanceId),
  };
}

export async function isKnownInstance(db: ReadDatabase, instanceId: string, limits: KeyLimits): Promise<boolean> {
  const found = db.selectFrom('q_instance').select('instance_id').where('instance_id', '=', instanceId);
  const condition = keyCondition(sql.ref('key'), limits);
  return (await (condition === undefined ? found : found.where(condition)).executeTakeFirst()) !== undefined;
}

async function readNames(
  db: ReadDatabase,
  ids: readonly string[],
  limits: KeyLimits,
): Promise<ReadonlyMap<string, NamedInstance>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedInstance>`
    select q.instance_id as "instanceId", q.key, d.name as "processName", q.business_id as "businessId" from q_instance q
      left join q_definition d on d.definition_id = q.definition_id
    where q.instance_id = any(${ids}::uuid[]) and ${keyCondition(sql.ref('q.key'), limits) ?? sql`true`}`.execute(db);
  return new Map(rows.map((row) => [row.instanceId, row]));
}

interface CallingActivity {
  readonly instanceId: string;
  readonly activityId: string | null;
}

/** Reads the calling activity from the first event of the instance. */
async function readParent(db: ReadDatabase, instanceId: string): Promise<CallingActivity | null> {
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
