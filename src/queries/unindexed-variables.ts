import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnText, UNREADABLE_JSON } from '../db/column-text.ts';
import { type IndexedValue, indexedValueAt, MAX_TEXT } from '../db/indexed-value.ts';
import { accepted, type ParsedText, refused } from '../requests/request-texts.ts';
import { countInstances, isQuicklyCounted } from './instances/instance-count.ts';
import { mayHaveChanged, readRootVariables } from './instances/instance-state.ts';
import type { FilterOperator } from './lists/filter-operators.ts';
import { conditionOf } from './lists/filter-sql.ts';
import type { FilterField, FilterTerm } from './lists/list-filters.ts';
import type { ListQuery, UnindexedVariables } from './lists/list-query.ts';
import type { ReadDatabase } from './read-database.ts';
import { readInTime } from './time-limit.ts';
import { pathOf, variableRowHolds } from './variable-terms.ts';

/** Characters of stored states. 1 million take 7 to 17 ms (docs/contributing/measurements.md#search-without-an-index). */
const MOST_SIZE = 80_000_000;
/** The same for states that this process has to parse. */
const MOST_PARSED = 8_000_000;
/** Size of the state of one instance whose values are shown. */
const MOST_SHOWN = 1_000_000;
/** Statement timeout. Unit: ms. */
const MOST_MS = 5000;

/** List with a filter by variable. */
export interface VariableSubject {
  readonly table: 'q_instance' | 'incident';
  /** column with the instance of a row */
  readonly instanceId: string;
}

interface Comparison {
  readonly path: string;
  readonly operator: FilterOperator;
  readonly value: IndexedValue;
}

/**
 * Replaces conditions on unindexed variables by the ids of instances. Reads the variables of all instances that match the other conditions; refuses the
 * query if these are too many. Takes no locks.
 */
export async function withVariablesRead(
  db: ReadDatabase,
  query: ListQuery,
  subject: VariableSubject,
): Promise<ParsedText<ListQuery>> {
  const { unindexed } = query;
  if (unindexed === undefined) return accepted(query);
  const rest = withoutUnindexed(query, unindexed);
  const { ids, size } = await readCandidates(db, rest, subject, unindexed.most);
  if (ids.length > unindexed.most) {
    const count = await countedIn(db, rest, subject);
    return tooMany(
      unindexed,
      `${count ?? `more than ${unindexed.most}`} instances`,
      `${unindexed.most} (Projection:MaxVariableReads)`,
    );
  }
  if (size > MOST_SIZE) return tooMany(unindexed, `${ids.length} instances with ${size} characters`, MOST_SIZE);
  const comparisons = comparisonsIn(query, unindexed);
  const { rows } = await matchesIn(comparisons, storedValues(pathsOf(comparisons), ids)).execute(db);
  const parsed = rows.filter(({ comparison }) => comparison === PARSED).map(({ id }) => id);
  const sizeOfParsed = await sizeOf(db, parsed);
  if (sizeOfParsed > MOST_PARSED)
    return tooMany(
      unindexed,
      `${parsed.length} instances with changes after their stored state of ${sizeOfParsed} characters`,
      MOST_PARSED,
    );
  const found = [...rows, ...(await parsedMatches(db, comparisons, parsed))];
  return accepted(
    withIds(query, unindexed, subject, (wanted) => {
      const at = comparisons.findIndex((one) => isSame(one, wanted));
      return found.filter(({ comparison }) => comparison === at).map(({ id }) => id);
    }),
  );
}

/** {@link withVariablesRead} with a limit on the time of a statement. */
export async function withVariablesReadInTime(
  db: ReadDatabase,
  query: ListQuery,
  subject: VariableSubject,
): Promise<ParsedText<ListQuery>> {
  const { unindexed } = query;
  if (unindexed === undefined) return accepted(query);
  const read = await readInTime(db, MOST_MS, (transaction) => withVariablesRead(transaction, query, subject));
  return read ?? refusedFor(unindexed, `the search took longer than ${MOST_MS / 1000} seconds.`);
}

function tooMany(unindexed: UnindexedVariables, read: string, limit: number | string) {
  return refusedFor(unindexed, `the search would read the variables of ${read}; the limit is ${limit}.`);
}

function refusedFor({ faults, allowed }: UnindexedVariables, why: string) {
  const [fault] = faults.values();
  return refused(`${fault} Without an index, ${why} Filter also by process, status or time, or index the variable. ${allowed}`);
}

function isUnindexed({ faults }: UnindexedVariables, field: FilterField): boolean {
  return field.type === 'variable' && faults.has(pathOf(field));
}

function namesUnindexed(unindexed: UnindexedVariables, { alternatives }: FilterTerm): boolean {
  return alternatives.some(({ field }) => isUnindexed(unindexed, field));
}

/** `conditions` begins with those of the filters. */
function withoutUnindexed({ unindexed: _, ...query }: ListQuery, unindexed: UnindexedVariables): ListQuery {
  const isKept = query.filters.map((term) => !namesUnindexed(unindexed, term));
  return {
    ...query,
    filters: query.filters.filter((_, at) => isKept[at]),
    conditions: query.conditions.filter((_, at) => isKept[at] !== false),
  };
}

/** At most one more than `most`. */
async function readCandidates(
  db: ReadDatabase,
  { businessId, conditions }: ListQuery,
  { table, instanceId }: VariableSubject,
  most: number,
): Promise<{ readonly ids: readonly string[]; readonly size: number }> {
  const where = [sql`true`, ...(businessId === undefined ? [] : [sql`business_id = ${businessId}`]), ...conditions];
  const { rows } = await sql<{ ids: readonly string[]; size: number }>`
    with candidate as materialized (
      select ${table === 'incident' ? sql`distinct ` : sql``}${sql.ref(instanceId)} as id from ${sql.table(table)}
      where ${sql.join(where, sql` and `)} limit ${most + 1}
    )
    select coalesce(array_agg(candidate.id), '{}') as ids, coalesce(sum(q.live_size), 0)::float8 as size
    from candidate left join q_instance q on q.instance_id = candidate.id`.execute(db);
  return rows[0] ?? { ids: [], size: 0 };
}

/** Undefined if counting takes long. */
async function countedIn(db: ReadDatabase, rest: ListQuery, { table }: VariableSubject): Promise<number | undefined> {
  if (table === 'incident' || rest.isLimited === true || !isQuicklyCounted(rest)) return undefined;
  return countInstances(db, { key: undefined, version: undefined }, rest);
}

function comparisonsIn({ filters }: ListQuery, unindexed: UnindexedVariables): readonly Comparison[] {
  const all = filters.flatMap(({ operator, alternatives }) =>
    alternatives
      .filter(({ field }) => isUnindexed(unindexed, field))
      .flatMap(({ field, values }) =>
        values.flatMap((value) => (value?.type === 'variable' ? [{ path: pathOf(field), operator, value: value.value }] : [])),
      ),
  );
  return all.filter((one, at) => all.findIndex((other) => isSame(one, other)) === at);
}

function isSame(a: Comparison, b: Comparison): boolean {
  return a.path === b.path && a.operator === b.operator && a.value === b.value;
}

const pathsOf = (comparisons: readonly Comparison[]) => [...new Set(comparisons.map(({ path }) => path))];

/** Pseudo comparison: the stored state of the instance is not enough. */
const PARSED = -1;

interface MatchRow {
  readonly comparison: number;
  readonly id: string;
}

/** @param values common table expressions `v`, which has the columns of q_instance_variable, and `parsed` */
function matchesIn(comparisons: readonly Comparison[], values: RawBuilder<unknown>) {
  const each = comparisons.map(
    ({ path, operator, value }, at) => sql`(${sql.lit(at)}, ${variableRowHolds(path, operator, { value })})`,
  );
  return sql<MatchRow>`with ${values}
    select m.comparison, v.instance_id as id from v cross join lateral (values ${sql.join(each)}) m (comparison, holds) where m.holds
    union all select ${sql.lit(PARSED)}, instance_id from parsed`;
}

/** An escape that the database cannot read would fail the statement. Such states are rare, and any escape is found faster than these. */
function storedValues(paths: readonly string[], ids: readonly string[]): RawBuilder<unknown> {
  const names = [...new Set(paths.map((path) => path.split('.')[0] as string))];
  const values = paths.map((path) => sql`(${path}::text, case when not is_parsed then ${jsonAt(path.split('.'))} end)`);
  return sql`state as materialized (
      select q.instance_id, q.live, coalesce(${mayHaveChanged(names)}, false)
        or case when strpos(q.live::text, '\\u') > 0 then q.live::text ~ ${UNREADABLE_JSON} else false end as is_parsed
      from q_instance q where q.instance_id = any(${ids}::uuid[])
    ), parsed as (select instance_id from state where is_parsed),
    v as materialized (
      select instance_id, path, case when type = 'number' then content::float8 end as number_value,
        case when type = 'string' and ${HAS_LENGTH} then content end as text_value,
        case when type = 'boolean' then content::boolean end as boolean_value
      from state cross join lateral (values ${sql.join(values)} offset 0) as p (path, value)
        cross join lateral (select json_typeof(value) as type, value #>> '{}' as content offset 0) as t
      where type in ('number', 'boolean') or (type = 'string' and ${HAS_LENGTH})
    )`;
}

/** Characters beyond the basic plane have two UTF-16 code units. */
const HAS_LENGTH = sql<SqlBool>`case when length(content) <= ${sql.lit(MAX_TEXT / 2)} then true when length(content) > ${sql.lit(MAX_TEXT)} then false
  else length(content) + length(regexp_replace(content, '[^\\U00010000-\\U0010FFFF]', '', 'g')) <= ${sql.lit(MAX_TEXT)} end`;

/** Variable in the column `live`, whose first scope is the root. One path is faster, but takes a number as the place in a list. */
function jsonAt(names: readonly string[]): RawBuilder<unknown> {
  if (names.some((name) => columnText(name) !== name)) return sql`null::json`;
  const root = ['variableScopes', '0', 'values'];
  if (!names.some((name) => /^\s*[-+]?\d/.test(name))) return sql`live #> ${[...root, ...names]}::text[]`;
  return names.reduce((from, name) => sql`${from} -> ${name}::text`, sql`(live #> ${root}::text[])`);
}

async function sizeOf(db: ReadDatabase, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } = await sql<{ size: number }>`select coalesce(sum(live_size + journal_size), 0)::float8 as size
    from q_instance where instance_id = any(${ids}::uuid[])`.execute(db);
  return rows[0]?.size ?? 0;
}

/** Of states to which later events are applied. */
async function parsedMatches(
  db: ReadDatabase,
  comparisons: readonly Comparison[],
  ids: readonly string[],
): Promise<readonly MatchRow[]> {
  const values = await parsedValues(db, pathsOf(comparisons), ids);
  if (values.length === 0) return [];
  const column = <T>(type: string) => values.map(({ value }) => (typeof value === type ? (value as T) : null));
  const given = sql`v as (select * from unnest(${values.map(({ id }) => id)}::uuid[], ${values.map(({ path }) => path)}::text[],
      ${column<number>('number')}::float8[], ${column<string>('string')}::text[], ${column<boolean>('boolean')}::bool[])
      as t (instance_id, path, number_value, text_value, boolean_value)),
    parsed as (select instance_id from v where false)`;
  return (await matchesIn(comparisons, given).execute(db)).rows;
}

interface FoundValue {
  readonly id: string;
  readonly path: string;
  readonly value: IndexedValue;
}

async function parsedValues(db: ReadDatabase, paths: readonly string[], ids: readonly string[]): Promise<readonly FoundValue[]> {
  const values: FoundValue[] = [];
  for await (const { instanceId: id, values: root } of readRootVariables(db, ids)) {
    for (const path of paths) {
      const value = indexedValueAt(root, path.split('.'));
      if (value !== undefined) values.push({ id, path, value });
    }
  }
  return values;
}

/** Searchable values at a path, by instance id. Omits states above {@link MOST_SHOWN}. */
export async function readVariableValues(
  db: ReadDatabase,
  path: string,
  instanceIds: readonly string[],
): Promise<ReadonlyMap<string, IndexedValue>> {
  const { rows: small } = await sql<{ id: string }>`select instance_id as id from q_instance
    where instance_id = any(${instanceIds}::uuid[]) and live_size + journal_size <= ${MOST_SHOWN}`.execute(db);
  const ids = small.map(({ id }) => id);
  const { rows } = await sql<{ id: string; text: string | null; number: number | null; boolean: boolean | null }>`
    with ${storedValues([path], ids)}
    select instance_id as id, text_value as text, number_value as number, boolean_value as boolean from v
    union all select instance_id, null, null, null from parsed`.execute(db);
  const values = new Map<string, IndexedValue>();
  const parsed: string[] = [];
  for (const { id, text, number, boolean } of rows) {
    const value = text ?? number ?? boolean;
    if (value === null) parsed.push(id);
    else values.set(id, value);
  }
  for (const { id, value } of await parsedValues(db, [path], parsed)) values.set(id, value);
  return values;
}

function withIds(
  { unindexed: _, ...query }: ListQuery,
  unindexed: UnindexedVariables,
  { instanceId }: VariableSubject,
  idsOf: (comparison: Comparison) => readonly string[],
): ListQuery {
  const readField = (field: FilterField): FilterField => ({
    ...field,
    isRead: true,
    condition: (operator, value) =>
      sql<SqlBool>`${sql.ref(instanceId)} = any(${idsOf({ path: pathOf(field), operator, value: value.value })}::uuid[])`,
  });
  const filters = query.filters.map((term) => ({
    ...term,
    alternatives: term.alternatives.map((one) =>
      isUnindexed(unindexed, one.field) ? { ...one, field: readField(one.field) } : one,
    ),
  }));
  const conditions = query.conditions.map((condition, at) => {
    const term = query.filters[at];
    return term !== undefined && namesUnindexed(unindexed, term) ? conditionOf(filters[at] as FilterTerm) : condition;
  });
  return { ...query, filters, conditions };
}
