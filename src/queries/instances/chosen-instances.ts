import { type SqlBool, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { type VariableTerm, variableCondition } from '../variable-terms.ts';

/** Instance for the Camunda 7 API. */
export interface ChosenInstance {
  readonly instanceId: string;
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly businessId: string | null;
  readonly parentId: string | null;
  readonly rootId: string | null;
  readonly isCompleted: boolean;
  readonly isCancelled: boolean;
  readonly isFailed: boolean;
  readonly isSuspended: boolean;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Conditions; an absent one matches all instances. */
export interface InstanceFilter {
  readonly instanceIds?: readonly string[] | undefined;
  readonly businessId?: string | undefined;
  /** LIKE pattern of SQL */
  readonly businessIdLike?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly definitionIds?: readonly string[] | undefined;
  readonly parentId?: string | undefined;
  readonly isRoot?: boolean | undefined;
  readonly hasEnded?: boolean | undefined;
  readonly isCompleted?: boolean | undefined;
  readonly isSuspended?: boolean | undefined;
  /** the instance is active at one of them */
  readonly activityIds?: readonly string[] | undefined;
  /** bounds of the start, both included */
  readonly startedBefore?: Date | undefined;
  readonly startedAfter?: Date | undefined;
  readonly messageName?: string | undefined;
  readonly variables?: readonly VariableTerm[] | undefined;
  readonly limits: KeyLimits;
}

function matching(db: ReadDatabase, filter: InstanceFilter) {
  let found = db
    .selectFrom('q_instance as q')
    .innerJoin('instance as i', 'i.id', 'q.instance_id')
    .leftJoin('q_definition as d', 'd.definition_id', 'q.definition_id');
  for (const condition of conditionsOf(filter)) found = found.where(condition);
  return found;
}

const HAS_ENDED = sql<SqlBool>`(q.is_completed or q.is_cancelled or q.is_failed)`;
const IS_SUSPENDED = sql<SqlBool>`(exists (select from suspension s where s.instance_id = q.instance_id)
  or exists (select from key_suspension k where k.key = q.key))`;

function conditionsOf(filter: InstanceFilter) {
  const { instanceIds, businessId, businessIdLike, keys, definitionIds, parentId, activityIds, startedBefore, startedAfter } =
    filter;
  const isTrue = (wanted: boolean | undefined, condition: ReturnType<typeof sql<SqlBool>>) =>
    wanted === undefined ? undefined : wanted ? condition : sql<SqlBool>`not ${condition}`;
  return [
    instanceIds && sql<SqlBool>`q.instance_id = any(${instanceIds}::uuid[])`,
    businessId === undefined ? undefined : sql<SqlBool>`q.business_id = ${businessId}`,
    businessIdLike === undefined ? undefined : sql<SqlBool>`q.business_id like ${businessIdLike}`,
    keys && sql<SqlBool>`q.key = any(${keys}::text[])`,
    definitionIds && sql<SqlBool>`q.definition_id = any(${definitionIds}::text[])`,
    parentId === undefined ? undefined : sql<SqlBool>`q.parent_id = ${parentId}::uuid`,
    isTrue(filter.isRoot, sql<SqlBool>`(q.parent_id is null)`),
    isTrue(filter.hasEnded, HAS_ENDED),
    isTrue(filter.isCompleted, sql<SqlBool>`q.is_completed`),
    isTrue(filter.isSuspended, IS_SUSPENDED),
    activityIds &&
      sql<SqlBool>`exists (select from q_instance_element e where e.instance_id = q.instance_id and e.element = any(${activityIds}::text[]))`,
    startedBefore && sql<SqlBool>`q.created_at <= ${startedBefore}`,
    startedAfter && sql<SqlBool>`q.created_at >= ${startedAfter}`,
    filter.messageName === undefined
      ? undefined
      : sql<SqlBool>`exists (select from subscription m where m.instance_id = q.instance_id and m.kind = 'message' and m.name = ${filter.messageName})`,
    ...(filter.variables ?? []).map((term) => variableCondition(term, sql.ref('q.instance_id'))),
    keyCondition(sql.ref('q.key'), filter.limits),
  ].filter((condition) => condition !== undefined);
}

/** Lists instances in order of their start. */
export function listChosenInstances(
  db: ReadDatabase,
  filter: InstanceFilter,
  { skipped, most, isDescending = false }: { readonly skipped: number; readonly most: number; readonly isDescending?: boolean },
): Promise<ChosenInstance[]> {
  return matching(db, filter)
    .select(['q.instance_id as instanceId', 'q.definition_id as definitionId', 'q.key', 'q.version', 'd.name'])
    .select(['q.business_id as businessId', 'q.parent_id as parentId', 'i.root_id as rootId'])
    .select(['q.is_completed as isCompleted', 'q.is_cancelled as isCancelled', 'q.is_failed as isFailed'])
    .select([IS_SUSPENDED.as('isSuspended'), 'q.created_at as createdAt', 'q.completed_at as completedAt'])
    .$castTo<ChosenInstance>()
    .orderBy('q.created_at', isDescending ? 'desc' : 'asc')
    .orderBy('q.instance_id')
    .limit(most)
    .offset(skipped)
    .execute();
}

export async function countChosenInstances(db: ReadDatabase, filter: InstanceFilter): Promise<number> {
  const { count } = await matching(db, filter).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}

export interface WaitingMessage {
  readonly instanceId: string;
  readonly subscription: number;
  readonly key: string;
}

/** Subscriptions of the matching instances, oldest first, from the transactional tables. */
export function listWaitingMessages(
  db: ReadDatabase,
  name: string,
  filter: InstanceFilter,
  most: number,
): Promise<WaitingMessage[]> {
  return matching(db, filter)
    .innerJoin('subscription as w', 'w.instance_id', 'q.instance_id')
    .select(['w.instance_id as instanceId', 'w.subscription', 'w.key'])
    .where('w.kind', '=', 'message')
    .where('w.name', '=', name)
    .orderBy('w.position')
    .limit(most)
    .execute();
}
