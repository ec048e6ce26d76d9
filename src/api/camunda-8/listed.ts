import type { Answer } from '../../platform/answer.ts';
import { isInstanceWithin } from '../../queries/key-limits.ts';
import { isLike, type SearchField, type SearchTerm } from '../../queries/search.ts';
import { shown } from '../camunda-results.ts';
import { readingOf } from '../shards/each-shard.ts';
import type { Camunda8Call, Camunda8Services } from './endpoint.ts';
import { BodyFields } from './fields.ts';
import { notFound } from './results.ts';
import { itemsOf, pageAnswer, readSearch, type Searched } from './search.ts';

/** Filtered, sorted and paged in memory. The fields of its source are members of the rows. */
export interface Listed<Row> extends Searched<Row> {
  /** empty for an unknown instance, or if the query tables do not contain its current state in time */
  readonly rowsOf: (services: Camunda8Services, instanceId: string) => Promise<readonly Row[]>;
  /** for example `element instances` */
  readonly what: string;
}

/** Instance of the rows, if known without filter, and a condition for the rows. */
interface Given<Row> {
  readonly instanceId: string;
  readonly isMeant: (row: Row) => boolean;
}

/** POST …/search: needs the filter `processInstanceKey` with one key, else 400, unless the instance is given. Empty if the caller may not see the instance. */
export async function listedAnswer<Row extends object>(
  call: Camunda8Call,
  services: Camunda8Services,
  listed: Listed<Row>,
  given?: Given<Row>,
): Promise<Answer> {
  const fields = new BodyFields(call);
  const { terms, sorts, limit, offset } = await readSearch(fields, services, listed);
  const ofInstance = terms.find(({ field, operator }) => field === listed.source.fields.instanceId && operator === 'eq');
  if (ofInstance === undefined && given === undefined)
    fields.fail(`A search of ${listed.what} needs the filter processInstanceKey.`);
  const { refusal } = fields;
  if (refusal !== undefined) return refusal;
  const instanceId = given?.instanceId ?? String(ofInstance?.value);
  const rows = await visibleRows(call, services, listed, instanceId);
  const meant = given === undefined ? rows : rows.filter(given.isMeant);
  const found = meant.filter((row) => terms.every((term) => holds(term, memberOf(listed, row, term.field))));
  const order = sorts.map(
    ({ field, isDescending }) =>
      (a: Row, b: Row) =>
        compare(memberOf(listed, a, field), memberOf(listed, b, field), isDescending),
  );
  const sorted = [...found].sort((a, b) => order.reduce((difference, by) => difference || by(a, b), 0));
  return pageAnswer(await itemsOf(sorted.slice(offset, offset + limit), services, listed), sorted.length, offset);
}

/** GET of one row by key, or 404. `one`: for example `element instance`. */
export async function oneListedAnswer<Row extends object>(
  call: Camunda8Call,
  services: Camunda8Services,
  listed: Listed<Row>,
  { one, idOf }: { readonly one: string; readonly idOf: (row: Row) => string },
): Promise<Answer> {
  const [key = ''] = call.params;
  const { id, instanceId } = (await services.keys.ownerOf(key)) ?? {};
  const rows = instanceId === undefined ? [] : await visibleRows(call, services, listed, instanceId);
  const [item] = await itemsOf(
    rows.filter((row) => idOf(row) === id),
    services,
    listed,
  );
  return item === undefined ? notFound(one, key, call.path) : shown(item);
}

/** Rows of an instance, from its shard. [] if the caller may not see it. */
async function visibleRows<Row>(
  { limits }: Camunda8Call,
  services: Camunda8Services,
  { rowsOf }: Listed<Row>,
  instanceId: string,
): Promise<readonly Row[]> {
  return readingOf(services, instanceId, async (own) =>
    (await isInstanceWithin(own.db, instanceId, limits)) ? rowsOf(own, instanceId) : [],
  );
}

function memberOf<Row extends object>({ source }: Listed<Row>, row: Row, field: SearchField): unknown {
  const name = Object.keys(source.fields).find((each) => source.fields[each] === field);
  return name === undefined ? undefined : (row as Readonly<Record<string, unknown>>)[name];
}

/** Evaluates a condition as searchRows does in SQL. */
function holds({ operator, value }: SearchTerm, member: unknown): boolean {
  const isThere = member !== null && member !== undefined;
  switch (operator) {
    case 'exists':
      return isThere === value;
    case 'in':
      return (value as readonly unknown[]).some((each) => compare(each, member) === 0);
    case 'notIn':
      return isThere && !(value as readonly unknown[]).some((each) => compare(each, member) === 0);
    case 'like':
      return isThere && isLike(String(member), String(value));
    case 'neq':
      return compare(member, value) !== 0;
    case 'eq':
      return isThere && compare(member, value) === 0;
    case 'gt':
      return isThere && compare(member, value) > 0;
    case 'gte':
      return isThere && compare(member, value) >= 0;
    case 'lt':
      return isThere && compare(member, value) < 0;
    case 'lte':
      return isThere && compare(member, value) <= 0;
  }
}

/** Compares values of one type. Null and undefined are last, also in descending order. */
function compare(a: unknown, b: unknown, isDescending = false): number {
  const [left, right] = [comparable(a), comparable(b)];
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return left < right === isDescending ? 1 : -1;
}

function comparable(value: unknown): string | number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' ? value : String(value);
}
