import type { Answer } from '../../platform/answer.ts';
import { isGuid } from '../../platform/ids.ts';
import {
  type FoundRows,
  SEARCH_OPERATORS,
  type Search,
  type SearchField,
  type SearchOperator,
  type SearchSource,
  type SearchTerm,
  searchOrderedRows,
  searchRows,
} from '../../queries/search.ts';
import type { VariableTerm } from '../../queries/variable-terms.ts';
import { storableTime } from '../../requests/request-texts.ts';
import { mergedRows } from '../../shards/merged-rows.ts';
import { shown } from '../camunda-results.ts';
import { MOST_SKIPPED, readingCopy, readingEach } from '../shards/each-shard.ts';
import type { Camunda8Call, Camunda8Services } from './endpoint.ts';
import { BodyFields, DEFAULT_TENANT } from './fields.ts';
import type { KeyedId } from './keys.ts';
import { notFound } from './results.ts';
import { readVariableTerms } from './variable-filters.ts';

/** Rows of a page, as in Camunda 8. */
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
const MAX_SORTS = 20;

export interface Searched<Row> {
  readonly source: SearchSource<Row>;
  /** field of the source by name in Camunda 8; names that end with `Key` filter by numeric keys */
  readonly names: Readonly<Record<string, string>>;
  /** shown as keys */
  readonly ids: (row: Row) => readonly KeyedId[];
  readonly json: (row: Row, keyOf: (id: string) => string) => object;
  /** filter by variables of the process instance; absent: none */
  readonly variables?: string;
  /** refused values of the filter `state`, because the list has only open rows */
  readonly endedStates?: readonly string[];
  /** the first shard has all rows, the others have copies */
  readonly isCopied?: true;
}

/** Answers POST …/search. */
export async function searchAnswer<Row>(
  call: Camunda8Call,
  services: Camunda8Services,
  searched: Searched<Row>,
): Promise<Answer> {
  const fields = new BodyFields(call);
  const read = await readSearch(fields, services, searched);
  if (services.ofShards !== undefined && searched.isCopied !== true && read.offset > MOST_SKIPPED)
    fields.fail(`The page must begin at most at row ${MOST_SKIPPED} with several shards (SHARDS). Use filters.`);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const found = await foundIn(services, searched, { ...read, limits: call.limits });
  const items = await itemsOf(found.rows, services, searched);
  return pageAnswer(items, found.total, read.offset);
}

/** Rows of all shards, or of those with the ids of the search. */
async function foundIn<Row>(
  services: Camunda8Services,
  { source, isCopied }: Searched<Row>,
  search: Search,
): Promise<FoundRows<Row>> {
  if (services.ofShards === undefined) return searchRows(services.db, source, search);
  if (isCopied === true) return readingCopy(services, ({ db }) => searchRows(db, source, search));
  const { offset, limit, sorts } = search;
  const wanted = search.terms.find(({ field, operator }) => field.type === 'id' && operator === 'eq');
  const ids = wanted === undefined ? undefined : [String(wanted.value)];
  const end = offset + limit;
  const parts = await readingEach(services, ids, ({ db }) => searchOrderedRows(db, source, { ...search, offset: 0, limit: end }));
  const descending = sorts.map(({ isDescending }) => isDescending);
  const lists = parts.map(({ rows }) => rows);
  return { rows: mergedRows(lists, descending, end).slice(offset), total: parts.reduce((sum, { total }) => sum + total, 0) };
}

/** Cursors are positions in the list. */
export function pageAnswer(items: readonly object[], totalItems: number, offset: number): Answer {
  const [startCursor, endCursor] = items.length === 0 ? [null, null] : [cursorOf(offset), cursorOf(offset + items.length)];
  return shown({ items, page: { totalItems, hasMoreTotalItems: false, startCursor, endCursor } });
}

/** Ids become keys. */
export async function itemsOf<Row>(
  rows: readonly Row[],
  { keys }: Camunda8Services,
  { ids, json }: Pick<Searched<Row>, 'ids' | 'json'>,
): Promise<object[]> {
  const keyOf = await keys.of(rows.flatMap(ids));
  return rows.map((row) => json(row, keyOf));
}

/** GET of one row by key, or 404. `field`: of the source, with the id. */
export async function oneAnswer<Row>(
  call: Camunda8Call,
  services: Camunda8Services,
  searched: Searched<Row>,
  { field, what }: { readonly field: string; readonly what: string },
): Promise<Answer> {
  const [key = ''] = call.params;
  const id = await services.keys.idOf(key);
  const wanted = searched.source.fields[field];
  if (id === undefined || wanted === undefined || !fits(wanted, id)) return notFound(what, key, call.path);
  const terms = [{ field: wanted, operator: 'eq', value: id } as const];
  const search = { terms, sorts: [], limit: 1, offset: 0, limits: call.limits };
  const found = await foundIn(services, searched, search);
  const [item] = await itemsOf(found.rows, services, searched);
  return item === undefined ? notFound(what, key, call.path) : shown(item);
}

interface ReadSearch {
  readonly terms: readonly SearchTerm[];
  readonly variables: readonly VariableTerm[];
  readonly sorts: readonly { readonly field: SearchField; readonly isDescending: boolean }[];
  readonly limit: number;
  readonly offset: number;
}

/** Faults are noted in `fields`. */
export async function readSearch<Row>(
  fields: BodyFields,
  services: Camunda8Services,
  searched: Searched<Row>,
): Promise<ReadSearch> {
  const sortFields = fields.objects('sort');
  if (sortFields.length > MAX_SORTS) fields.fail(`The field 'sort' must have at most ${MAX_SORTS} entries.`);
  const sorts = sortFields.flatMap((sort) => {
    const name = sort.requiredText('field');
    const order = (sort.text('order') ?? 'ASC').toUpperCase();
    if (order !== 'ASC' && order !== 'DESC') sort.fail(`The order '${order}' must be ASC or DESC.`);
    const field = fieldOf(searched, name);
    if (field === undefined) sort.fail(`The field '${name}' is not supported by Sluice for sorting.`);
    return field === undefined ? [] : [{ field, isDescending: order === 'DESC' }];
  });
  const terms: SearchTerm[] = [];
  const filter = fields.object('filter');
  const variables =
    filter === undefined || searched.variables === undefined
      ? []
      : readVariableTerms(filter, searched.variables, services.indexedVariables);
  for (const name of filter?.names ?? [])
    if (filter !== undefined && name !== searched.variables) terms.push(...(await termsOf(filter, name, services, searched)));
  return { terms, variables, sorts, ...readPage(fields) };
}

/** Starts at the cursor `after`, the cursor `before` or the position `from`. Ignores a malformed cursor. */
function readPage(fields: BodyFields): { readonly limit: number; readonly offset: number } {
  const page = fields.object('page');
  const limit = page?.whole('limit', 0, MAX_LIMIT) ?? DEFAULT_LIMIT;
  const from = page?.whole('from', 0, 2_147_483_647) ?? 0;
  const positionAt = (name: 'after' | 'before') => {
    const cursor = page?.text(name) ?? '';
    const position = positionOf(cursor);
    if (position === undefined && cursor !== '') page?.fail(`The cursor '${name}' is not one of an earlier answer.`);
    return position;
  };
  const [after, before] = [positionAt('after'), positionAt('before')];
  return { limit, offset: after ?? (before === undefined ? from : Math.max(0, before - limit)) };
}

function cursorOf(position: number): string {
  return Buffer.from(String(position)).toString('base64');
}

function positionOf(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64').toString('utf8');
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

function fieldOf<Row>({ source, names }: Searched<Row>, name: string): SearchField | undefined {
  const own = Object.hasOwn(names, name) ? names[name] : undefined;
  return own === undefined ? undefined : source.fields[own];
}

/** Conditions of one field: a value, or operators with values. [] with a fault in `filter`. */
async function termsOf<Row>(
  filter: BodyFields,
  name: string,
  services: Camunda8Services,
  searched: Searched<Row>,
): Promise<readonly SearchTerm[]> {
  const given = filter.any(name);
  if (name === 'tenantId') return given === DEFAULT_TENANT ? [] : failed(filter, name);
  const field = fieldOf(searched, name);
  if (field === undefined) return failed(filter, name);
  const isPlain = typeof given !== 'object' || given === null || Array.isArray(given);
  const pairs = isPlain ? [['$eq', given] as const] : Object.entries(given);
  const terms: SearchTerm[] = [];
  for (const [word, value] of pairs) {
    const operator = SEARCH_OPERATORS.find((one) => word === `$${one}`);
    const isAllowed = operator !== undefined && (field.type !== 'texts' || operator === 'eq' || operator === 'in');
    const read = isAllowed ? await readValue(value, operator, { field, isKey: name.endsWith('Key') }, services) : undefined;
    if (operator === undefined || read === undefined) return failed(filter, `${name}.${word}`);
    if (name === 'state' && (operator === 'eq' || operator === 'in')) refuseEnded(filter, [value].flat(), searched.endedStates);
    terms.push({ field, operator, value: read });
  }
  return terms;
}

function failed(filter: BodyFields, name: string): readonly SearchTerm[] {
  filter.fail(`The filter '${name}' is not supported by Sluice, or has a wrong value.`);
  return [];
}

function refuseEnded(filter: BodyFields, states: readonly unknown[], endedStates: readonly string[] = []): void {
  const ended = states.find((state) => endedStates.includes(String(state)));
  if (ended !== undefined) filter.fail(`The state '${ended}' is not supported by Sluice: this search has open rows only.`);
}

interface Wanted {
  readonly field: SearchField;
  readonly isKey: boolean;
}

/** Value for the database. Undefined: it does not suit the operator or the type of the field. */
async function readValue(value: unknown, operator: SearchOperator, wanted: Wanted, services: Camunda8Services): Promise<unknown> {
  if (operator === 'exists') return typeof value === 'boolean' ? value : undefined;
  if (operator === 'like') return typeof value === 'string' ? value : undefined;
  if (operator !== 'in' && operator !== 'notIn')
    return wanted.isKey ? (await idsOf([value], wanted, services))[0] : scalarOf(value, wanted);
  if (!Array.isArray(value)) return undefined;
  const values = wanted.isKey ? await idsOf(value, wanted, services) : value.map((each) => scalarOf(each, wanted));
  return values.includes(undefined) ? undefined : values;
}

/** Nil GUID: no row has it. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Ids of keys in order. NO_ID: no row of this type can have the key; undefined: neither text nor number. */
async function idsOf(values: readonly unknown[], { field }: Wanted, { keys }: Camunda8Services): Promise<readonly unknown[]> {
  const texts = values.map((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined));
  const owners = await keys.ownersOf(texts.filter((text) => text !== undefined));
  return texts.map((text) => {
    if (text === undefined) return undefined;
    const id = owners.get(text)?.id;
    return id !== undefined && fits(field, id) ? id : NO_ID;
  });
}

function scalarOf(value: unknown, { field }: Wanted): unknown {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'time':
      return typeof value === 'string' ? storableTime(value) : undefined;
    default:
      return typeof value === 'string' ? value : undefined;
  }
}

/** A key may belong to a resource of another type. */
function fits({ type }: SearchField, id: string): boolean {
  return type !== 'id' || isGuid(id);
}
