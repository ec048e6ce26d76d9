import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FilterOperator } from '../lists/filter-operators.ts';
import { containsInAnyCase } from '../lists/filter-sql.ts';
import type { FilterValue } from '../lists/filter-values.ts';
import type { FilterField } from '../lists/list-filters.ts';

/*
 * Index entries have a maximum size: the indexes contain the first 256 characters of names of people (migration 0008). Longer names are also compared as
 * whole texts.
 */

const INDEXED_CHARACTERS = 256;

export function isAssignedTo(user: string): RawBuilder<SqlBool> {
  const begins = sql<SqlBool>`left(assignee, 256) = left(${user}::text, 256)`;
  return isWhole(user) ? begins : sql<SqlBool>`(${begins} and assignee = ${user}::text)`;
}

/** Condition that one of the groups is a candidate. */
export function hasCandidateGroup(groups: readonly string[]): RawBuilder<SqlBool> {
  const begins = sql<SqlBool>`beginnings(candidate_groups) && beginnings(${groups}::text[])`;
  return groups.every(isWhole) ? begins : sql<SqlBool>`(${begins} and candidate_groups && ${groups}::text[])`;
}

/** True if the index contains the whole text, so that its comparison is exact. */
export function isWhole(text: string): boolean {
  return text.length < INDEXED_CHARACTERS;
}

/* Display names are stored with instances and versions. Instances of open tasks have not ended: they are few, with separate indexes. */

const instanceId = sql.ref('q_user_task.instance_id');

export function isOfKey(key: string): RawBuilder<SqlBool> {
  return owner(sql`owner.key = ${key}::text`);
}

export function isOfBusinessId(businessId: string): RawBuilder<SqlBool> {
  return owner(sql`owner.business_id = ${businessId}::text`);
}

/** The business id contains this text in any case. */
export function hasInBusinessId(text: string): RawBuilder<SqlBool> {
  return owner(containsInAnyCase(sql`owner.business_id`, text));
}

/**
 * Condition on the name in the version of the instance. Reads the names first (`offset 0`), because they select few instances, but the planner cannot know
 * that.
 */
export function isNamed(name: string): RawBuilder<SqlBool> {
  return named(sql`named.value = ${name}::text`);
}

/** The name or the activity id contains this text in any case. */
export function hasInName(text: string): RawBuilder<SqlBool> {
  const isNamedSo = named(sql`strpos(lower(named.value), lower(${text}::text)) > 0`);
  return sql<SqlBool>`(strpos(lower(q_user_task.activity_id), lower(${text}::text)) > 0 or ${isNamedSo})`;
}

/** Filters of GET /UserTasks other than the columns of tasks (docs/contributing/spec/http/user-tasks.md#names). */
export const namesOfTasks: readonly FilterField[] = [
  field('Name', (operator, value) => named(compared(sql`named.value`, operator, value))),
  field('ProcessDefinitionKey', (operator, value) => owner(compared(sql`owner.key`, operator, value))),
  field('BusinessId', (operator, value) => owner(compared(sql`owner.business_id`, operator, value))),
];

function field(name: string, condition: NonNullable<FilterField['condition']>): FilterField {
  return { name, type: 'word', expression: sql.ref('instance_id'), isLater: true, condition };
}

function compared(column: RawBuilder<unknown>, { isNegated }: FilterOperator, { value }: FilterValue): RawBuilder<unknown> {
  return isNegated ? sql`${column} <> ${value}::text` : sql`${column} = ${value}::text`;
}

function owner(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from q_instance as owner
    where owner.instance_id = ${instanceId} and not owner.is_completed and ${condition})`;
}

function named(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(q_user_task.activity_id, ${instanceId}) in (
    select named.key, owner.instance_id
    from q_definition as version cross join lateral json_each_text(version.task_names) as named
      join q_instance as owner on owner.key = version.key and owner.version = version.version
    where not owner.is_completed and ${condition} offset 0)`;
}
