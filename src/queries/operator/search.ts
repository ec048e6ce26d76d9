import { type RawBuilder, sql } from 'kysely';
import type { KeyLimits } from '../../platform/access-roles.ts';
import { indexedKeyCondition, keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

export interface Found {
  readonly workflows: readonly { readonly key: string; readonly version: number; readonly name: string | null }[];
  readonly instances: readonly {
    readonly instanceId: string;
    readonly key: string;
    readonly version: number;
    readonly businessId: string | null;
  }[];
}

const MOST = 10;
/** Shortest text that is searched inside business ids, because shorter ones match too many. */
const LEAST_IN_ANY_CASE = 3;
const ID_PREFIX = /^[0-9a-f-]{4,36}$/i;
const ID_DIGITS = 32;

/** Instances by a prefix of their id (at least 4 characters) or a part of their business id (prefixes first), and processes by a part of their key, or of the name of their latest version. */
export async function search(db: ReadDatabase, text: string, limits: KeyLimits): Promise<Found> {
  const ofDefinition = keyCondition(sql.ref('key'), limits) ?? sql`true`;
  const ofInstance = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const [workflows, byId, exactly] = await Promise.all([
    sql<Found['workflows'][number]>`
      select key, version, name from (
        select distinct on (key) key, version, name from q_definition where ${ofDefinition} order by key, version desc
      ) latest where strpos(lower(key), lower(${text})) > 0 or strpos(lower(name), lower(${text})) > 0
      order by nullif(strpos(lower(key), lower(${text})), 0) nulls last, key limit ${MOST}`.execute(db),
    byInstanceId(db, text, ofInstance),
    byBusinessId(db, [text], ofInstance),
  ]);
  const found = distinct([...byId, ...exactly]);
  const inOtherCase = found.length < MOST ? await byBusinessIdInAnyCase(db, text, ofInstance) : [];
  return { workflows: workflows.rows, instances: distinct([...found, ...inOtherCase]).slice(0, MOST) };
}

function distinct(instances: Found['instances']): Found['instances'] {
  return [...new Map([...instances].reverse().map((found) => [found.instanceId, found])).values()].reverse();
}

/** Prefixes of the business id, in the same case, as ranges of its index. */
async function byBusinessId(
  db: ReadDatabase,
  beginnings: readonly string[],
  within: RawBuilder<unknown>,
): Promise<Found['instances']> {
  const ranges = beginnings.map((text) => sql`(business_id >= ${text} and business_id < ${`${text}\u{10FFFF}`})`);
  const { rows } = await sql<Found['instances'][number]>`
    select instance_id as "instanceId", key, version, business_id as "businessId" from q_instance
    where business_id is not null and (${sql.join(ranges, sql` or `)}) and ${within}
    order by business_id, created_at desc limit ${MOST}`.execute(db);
  return rows;
}

/** First prefixes in lower case, upper case and with a capital first letter. If this gives too few results, parts with the slower trigram index. */
async function byBusinessIdInAnyCase(db: ReadDatabase, text: string, within: RawBuilder<unknown>): Promise<Found['instances']> {
  const lower = text.toLowerCase();
  const usual = new Set([lower, text.toUpperCase(), `${lower.slice(0, 1).toUpperCase()}${lower.slice(1)}`]);
  usual.delete(text);
  const found = usual.size === 0 ? [] : await byBusinessId(db, [...usual], within);
  if (found.length === MOST || lower.length < LEAST_IN_ANY_CASE) return found;
  const { rows } = await sql<Found['instances'][number]>`
    select instance_id as "instanceId", key, version, business_id as "businessId" from q_instance
    where lower((business_id collate "und-x-icu")) collate "C" like ${containing(lower)} and ${within} limit ${MOST}`.execute(db);
  return [...found, ...rows];
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** A prefix of the id as a range of the primary key. [] if the text is not such a prefix. */
async function byInstanceId(db: ReadDatabase, text: string, within: RawBuilder<unknown>): Promise<Found['instances']> {
  const digits = text.replaceAll('-', '');
  if (!ID_PREFIX.test(text) || digits.length > ID_DIGITS) return [];
  const { rows } = await sql<Found['instances'][number]>`
    select instance_id as "instanceId", key, version, business_id as "businessId" from q_instance
    where instance_id between ${digits.padEnd(ID_DIGITS, '0')}::uuid and ${digits.padEnd(ID_DIGITS, 'f')}::uuid and ${within}
    order by instance_id limit ${MOST}`.execute(db);
  return rows;
}
