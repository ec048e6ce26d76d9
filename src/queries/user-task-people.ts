import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * Conditions on the people of q_user_task. Index entries have a maximum size, names do not: the indexes contain the first 256 characters (migration
 * 0008). Longer names are also compared as whole texts.
 */

const INDEXED_CHARACTERS = 256;

/** Condition: the assignee is exactly this user. */
export function isAssignedTo(user: string): RawBuilder<SqlBool> {
  const begins = sql<SqlBool>`left(assignee, 256) = left(${user}::text, 256)`;
  return isWhole(user) ? begins : sql<SqlBool>`(${begins} and assignee = ${user}::text)`;
}

/** Condition: one of the candidate groups is exactly one of these. */
export function hasCandidateGroup(groups: readonly string[]): RawBuilder<SqlBool> {
  const begins = sql<SqlBool>`beginnings(candidate_groups) && beginnings(${groups}::text[])`;
  return groups.every(isWhole) ? begins : sql<SqlBool>`(${begins} and candidate_groups && ${groups}::text[])`;
}

/** Returns whether the index contains the whole text. */
export function isWhole(text: string): boolean {
  return text.length < INDEXED_CHARACTERS;
}
