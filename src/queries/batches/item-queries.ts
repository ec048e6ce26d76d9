import { sql } from 'kysely';
import { compilingDatabase } from '../../db/compiling.ts';
import type { IndexedVariable } from '../../platform/indexed-variables.ts';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { accepted, type ParsedText } from '../../requests/parsed-text.ts';
import { foundCondition, parseFind } from '../find/find-instances.ts';
import { incidentCondition, incidentNames } from '../incidents.ts';
import { limited } from '../key-limits.ts';
import { type ListQuery, parseListQuery } from '../list-query.ts';

/** A select with the columns `subject_id`, `instance_id`, `process_key` and `rank`, and its values. */
export interface CompiledItems {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Reads `Filters` of a batch by the grammar of the list of its subjects (docs/spec/batches.md#items). */
export function parseItemFilters(
  subject: 'instance' | 'incident',
  filters: string,
  indexed: readonly IndexedVariable[],
): ParsedText<ListQuery> {
  const parameters = new Map([['filters', filters]]);
  return subject === 'instance' ? parseFind(parameters, indexed) : parseListQuery(parameters, incidentNames);
}

/** What finds all that the list would show whoever has these limits, oldest first. */
export function itemQuery(
  subject: 'instance' | 'incident',
  filters: string,
  limits: KeyLimits,
  indexed: readonly IndexedVariable[],
): ParsedText<CompiledItems> {
  const read = parseItemFilters(subject, filters, indexed);
  if (!read.ok) return read;
  return accepted(subject === 'instance' ? instances(read.value, limits) : incidents(read.value, limits));
}

function instances(query: ListQuery, limits: KeyLimits): CompiledItems {
  let found = compilingDatabase.selectFrom('q_instance');
  for (const condition of limited(query, foundCondition(limits)).conditions) found = found.where(condition);
  const columns = [
    sql.ref('instance_id').as('subject_id'),
    sql.ref('instance_id').as('instance_id'),
    sql.ref('key').as('process_key'),
    sql.ref('created_at').as('rank'),
  ];
  const { sql: text, parameters: values } = found.select(columns).compile();
  return { text, values };
}

function incidents(query: ListQuery, limits: KeyLimits): CompiledItems {
  let found = compilingDatabase.selectFrom('incident');
  for (const condition of limited(query, incidentCondition(limits)).conditions) found = found.where(condition);
  const columns = [
    sql.ref('incident_id').as('subject_id'),
    sql.ref('instance_id').as('instance_id'),
    sql.ref('process_key').as('process_key'),
    sql.ref('first_at').as('rank'),
  ];
  const { sql: text, parameters: values } = found.select(columns).compile();
  return { text, values };
}
