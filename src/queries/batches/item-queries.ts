import { type SqlBool, sql } from 'kysely';
import { compilingDatabase } from '../../db/compiling.ts';
import type { IndexedVariable } from '../../platform/indexed-variables.ts';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { accepted, type ParsedText } from '../../requests/parsed-text.ts';
import { foundCondition, parseFind } from '../find/find-instances.ts';
import { incidentCondition, incidentNames } from '../incidents.ts';
import { limited } from '../key-limits.ts';
import { type ListQuery, parseListQuery } from '../lists/list-query.ts';

/** A select with the columns `subject_id`, `instance_id`, `process_key` and `rank`, and its values. */
export interface CompiledItems {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads `Filters` of a batch by the grammar of the list of its subjects (docs/contributing/spec/batches.md#items). */
export function parseItemFilters(
  subject: 'instance' | 'incident',
  filters: string,
  indexed: readonly IndexedVariable[],
): ParsedText<ListQuery> {
  const parameters = new Map([['filters', filters]]);
  return subject === 'instance' ? parseFind(parameters, indexed) : parseListQuery(parameters, incidentNames);
}

/** Query for all items that a list would show with these limits, oldest first. */
export function itemQuery(
  subject: 'instance' | 'incident',
  filters: string,
  limits: KeyLimits,
  indexed: readonly IndexedVariable[],
): ParsedText<CompiledItems> {
  const read = parseItemFilters(subject, filters, indexed);
  if (!read.ok) return read;
  return accepted(compileItems(subject, read.value, limits));
}

/** Table and columns of the items of each subject, and its condition for key limits. */
const SUBJECTS = {
  instance: { table: 'q_instance', id: 'instance_id', key: 'key', since: 'created_at', within: foundCondition },
  incident: { table: 'incident', id: 'incident_id', key: 'process_key', since: 'first_at', within: incidentCondition },
} as const;

function compileItems(subject: 'instance' | 'incident', query: ListQuery, limits: KeyLimits): CompiledItems {
  const { table, id, key, since, within } = SUBJECTS[subject];
  const conditions = [sql<SqlBool>`true`, ...limited(query, within(limits)).conditions];
  const items = sql`select ${sql.ref(id)} as subject_id, instance_id, ${sql.ref(key)} as process_key, ${sql.ref(since)} as rank
    from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
  const { sql: text, parameters: values } = items.compile(compilingDatabase);
  return { text, values };
}
