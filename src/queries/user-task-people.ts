import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * Conditions on the people of q_user_task. Index entries have a maximum size, names do not: the indexes hold the first 256
 * characters (migration 0008). For longer names the whole text is compared too.
 */

const INDEXED_CHARACTERS = 256;

/** The assignee is exactly this user. */
export function isAssignedTo(user: string): RawBuilder<SqlBool> {
  const begins = sql<SqlBool>`left(assignee, 256) = left(${user}::text, 256)`;
  return isWhole(user) ? begins : sql<SqlBool>`(${begins} and assignee = ${user}::text)`;
}

/** One of the candidate groups is one of these, exactly. */
export function hasCandidateGroup(groups: readonly string[]): RawBuilder<SqlBool> {
  const begins = sql<SqlBool>`beginnings(candidate_groups) && beginnings(${groups}::text[])`;
  return groups.every(isWhole) ? begins : sql<SqlBool>`(${begins} and candidate_groups && ${groups}::text[])`;
}

/** A stored text of which the index holds a beginning only has as many characters there as fit. */
export function isWhole(text: string): boolean {
  return text.length < INDEXED_CHARACTERS;
}
