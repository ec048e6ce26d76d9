import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * Conditions on the people of q_user_task. Their names have no greatest length, an index entry has one: the indexes hold the first 256
 * characters (migration 0008). Whoever has fewer characters than that is found by them alone; for anybody else the whole text is compared too.
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
