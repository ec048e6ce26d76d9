import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { columnText } from '../../db/column-text.ts';
import { ownValueAt } from '../../db/indexed-value.ts';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { readRootVariables } from '../instances/instance-state.ts';
import { indexedKeyCondition, instanceCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';
import { readInTime } from '../time-limit.ts';

/** Time for all statements of a search while a user types. Unit: ms. */
const MOST_MS = 250;
/** Less time is not worth a statement. */
const LEAST_MS = 20;
/** Characters of stored states that are searched, and that this process parses. */
const MOST_SEARCHED = 20_000_000;
const MOST_PARSED = 2_000_000;
/** Newest instances of the first statement, which answers even if a second one takes too long. */
const FIRST_PART = 1000;
const MOST_CANDIDATES = 50;
const MOST_FOUND = 10;
const MOST_DEPTH = 6;

/** Processes and paths within the permissions of a user, and the number of instances to read. `key` undefined: all processes. */
export interface VariableScope {
  readonly key: string | undefined;
  readonly limits: KeyLimits;
  /** indexed paths that the user may see */
  readonly indexed: readonly string[];
  /** newest instances that are read without an index; 0: only the index is searched */
  readonly most: number;
}

/** A value inside a list has a path with brackets, which no filter accepts. */
export interface VariableMatch {
  readonly path: string;
  readonly instanceId: string;
  readonly key: string;
  readonly version: number;
  readonly businessId: string | null;
}

/** `isWhole` false: only the newest `read` instances were searched. */
interface Extent {
  readonly read: number;
  readonly isWhole: boolean;
}

/** Newest instances with a text or number as the value of a variable, at any depth. */
export async function findVariableValue(
  db: ReadDatabase,
  text: string,
  scope: VariableScope,
): Promise<Extent & { readonly matches: readonly VariableMatch[] }> {
  const number = numberOf(text);
  const texts = [JSON.stringify(text), ...(number === undefined ? [] : [`:${text}`])];
  const [indexed, { ids, ...extent }] = await Promise.all([
    indexedMatches(db, text, number, scope),
    candidates(db, (source) => sql`(${sql.join(texts.map(heldIn(source)), sql` or `)})`, scope),
  ]);
  const stored: { path: string; id: string }[] = [];
  for await (const { instanceId, values } of readRootVariables(db, ids)) {
    for (const path of pathsTo(values, (value) => value === text || (number !== undefined && value === number)))
      stored.push({ path, id: instanceId });
  }
  const order = new Map(ids.map((id, at) => [id, at]));
  stored.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const found = [...new Map([...indexed, ...stored].map((one) => [`${one.id} ${one.path}`, one])).values()];
  return { ...extent, matches: await described(db, found.slice(0, MOST_FOUND)) };
}

/** `isKnown` false: no instance that was read has a variable at this path. Undefined: too many instances would have to be parsed. */
export async function knowsVariable(
  db: ReadDatabase,
  path: string,
  scope: VariableScope,
): Promise<Extent & { readonly isKnown: boolean | undefined }> {
  if (scope.indexed.includes(path) && (await hasIndexedValue(db, path, scope))) return { isKnown: true, read: 0, isWhole: true };
  const names = path.split('.');
  const inAll = (source: RawBuilder<unknown>) =>
    sql`(${sql.join(
      names.map((name) => heldIn(source)(`${JSON.stringify(name)}:`)),
      sql` and `,
    )})`;
  const { ids, ...extent } = await candidates(db, inAll, scope);
  for await (const { values } of readRootVariables(db, ids)) {
    if (ownValueAt(values, names) !== undefined) return { ...extent, isKnown: true };
  }
  const isUndecided = ids.length === MOST_CANDIDATES || scope.most === 0;
  return { ...extent, isKnown: isUndecided ? undefined : false };
}

function heldIn(source: RawBuilder<unknown>) {
  return (text: string) => sql`strpos(${source}, ${columnText(text)}) > 0`;
}

/** Undefined if JSON writes the number in another way. */
function numberOf(text: string): number | undefined {
  return text !== '' && String(Number(text)) === text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

async function indexedMatches(
  db: ReadDatabase,
  text: string,
  number: number | undefined,
  { key, limits, indexed }: VariableScope,
) {
  if (indexed.length === 0) return [];
  const within = instanceCondition(sql.ref('v.instance_id'), limits) ?? sql<SqlBool>`true`;
  const ofKey =
    key === undefined ? sql`true` : sql`exists (select from q_instance i where i.instance_id = v.instance_id and i.key = ${key})`;
  const holds = sql`(v.text_value = ${text}::text${number === undefined ? sql`` : sql` or v.number_value = ${number}::float8`})`;
  const { rows } = await sql<{ path: string; id: string }>`select v.path, v.instance_id as id from q_instance_variable v
    where v.path = any(${indexed}::text[]) and ${holds} and ${within} and ${ofKey} order by v.begun_at desc limit ${MOST_FOUND}`.execute(
    db,
  );
  return rows;
}

async function hasIndexedValue(db: ReadDatabase, path: string, { limits }: VariableScope): Promise<boolean> {
  const within = instanceCondition(sql.ref('v.instance_id'), limits) ?? sql<SqlBool>`true`;
  const { rows } = await sql`select from q_instance_variable v where v.path = ${path} and ${within} limit 1`.execute(db);
  return rows.length > 0;
}

type Holds = (source: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Newest instances whose stored state or later events contain texts: in two parts, while there is time. */
async function candidates(
  db: ReadDatabase,
  holds: Holds,
  scope: VariableScope,
): Promise<Extent & { readonly ids: readonly string[] }> {
  const deadline = performance.now() + MOST_MS;
  const ids: string[] = [];
  let read = 0;
  let isWhole = false;
  for (const [from, to] of [[0, Math.min(FIRST_PART, scope.most)] as const, [FIRST_PART, scope.most] as const]) {
    const left = Math.floor(deadline - performance.now());
    if (from >= to || isWhole || ids.length >= MOST_FOUND || left < LEAST_MS) continue;
    const part = await readInTime(db, left, async (transaction) => {
      const { rows } = await candidatesIn(from, to, holds, scope).execute(transaction);
      return rows[0];
    });
    if (part === undefined) break;
    ids.push(...part.ids);
    read += part.searched;
    if (part.searched < part.read) break;
    isWhole = part.read < to - from;
  }
  return { ids: ids.slice(0, MOST_CANDIDATES), read, isWhole };
}

interface CandidateRow {
  /** instances, and those of them within {@link MOST_SEARCHED} */
  readonly read: number;
  readonly searched: number;
  readonly ids: readonly string[];
}

/** @param from number of newer instances that are skipped */
function candidatesIn(from: number, to: number, holds: Holds, { key, limits }: VariableScope) {
  const within = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const ofKey = key === undefined ? sql`true` : sql`q_instance.key = ${key}`;
  const ofEvents = sql`(q.live_seq <> q.last_seq and exists (select from journal j
    where j.subject_id = q.instance_id and j.seq > q.live_seq and j.seq <= q.last_seq and ${holds(sql`j.events::text`)}))`;
  return sql<CandidateRow>`with newest as materialized (
      select instance_id, created_at, live_size, journal_size from q_instance where ${ofKey} and ${within}
      order by created_at desc, instance_id limit ${to - from} offset ${from}
    ), sized as materialized (
      select instance_id, created_at, sum(live_size) over (order by created_at desc, instance_id) <= ${MOST_SEARCHED}
        and live_size + journal_size <= ${MOST_PARSED} as is_searched from newest
    ), matching as (
      select q.instance_id, sized.created_at from sized join q_instance q on q.instance_id = sized.instance_id
      where sized.is_searched and (${holds(sql`q.live::text`)} or ${ofEvents})
      order by sized.created_at desc, q.instance_id limit ${MOST_CANDIDATES}
    )
    select (select count(*)::int from sized) as read, (select count(*)::int from sized where is_searched) as searched,
      coalesce((select array_agg(instance_id order by created_at desc, instance_id) from matching), '{}') as ids`;
}

/** Paths such as `customer.name` and `items[0].sku`. Omits names that no path can have. */
function pathsTo(from: unknown, holds: (value: unknown) => boolean, path = '', depth = 0): readonly string[] {
  if (typeof from !== 'object' || from === null) return path !== '' && holds(from) ? [path] : [];
  if (depth === MOST_DEPTH) return [];
  if (Array.isArray(from)) return from.flatMap((value, at) => pathsTo(value, holds, `${path}[${at}]`, depth + 1));
  return Object.entries(from).flatMap(([name, value]) =>
    name === '' || /[.[\]]/.test(name) ? [] : pathsTo(value, holds, path === '' ? name : `${path}.${name}`, depth + 1),
  );
}

async function described(
  db: ReadDatabase,
  found: readonly { readonly path: string; readonly id: string }[],
): Promise<readonly VariableMatch[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<
    Omit<VariableMatch, 'path'>
  >`select instance_id as "instanceId", key, version, business_id as "businessId"
    from q_instance where instance_id = any(${found.map(({ id }) => id)}::uuid[])`.execute(db);
  const byId = new Map(rows.map((row) => [row.instanceId, row]));
  return found.flatMap(({ path, id }) => {
    const instance = byId.get(id);
    return instance === undefined ? [] : [{ path, ...instance }];
  });
}
