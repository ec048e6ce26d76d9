import { type RawBuilder, sql } from 'kysely';
import type { KeyLimits } from '../../platform/key-patterns.ts';
import { indexedKeyCondition, keyCondition } from '../key-limits.ts';
import type { ReadDatabase } from '../read-database.ts';

/** What a search finds. */
export interface Found {
  readonly workflows: readonly { readonly key: string; readonly version: number }[];
  readonly instances: readonly {
    readonly instanceId: string;
    readonly key: string;
    readonly version: number;
    readonly businessId: string | null;
  }[];
}

const MOST = 10;
const ID_PREFIX = /^[0-9a-f-]{4,36}$/i;
/** A GUID without its hyphens. */
const ID_DIGITS = 32;

/** Instances by the beginning of their id (4 characters at least) or business id, workflows by a part of their key; of keys within limits. */
export async function search(db: ReadDatabase, text: string, limits: KeyLimits): Promise<Found> {
  const ofDefinition = keyCondition(sql.ref('key'), limits) ?? sql`true`;
  const ofInstance = indexedKeyCondition(sql.ref('q_instance.key'), limits) ?? sql`true`;
  const [workflows, byId, byBusinessId] = await Promise.all([
    sql<Found['workflows'][number]>`
      select key, max(version) as version from q_definition where strpos(lower(key), lower(${text})) > 0 and ${ofDefinition}
      group by key order by strpos(lower(key), lower(${text})), key limit ${MOST}`.execute(db),
    byInstanceId(db, text, ofInstance),
    sql<Found['instances'][number]>`
      select instance_id as "instanceId", key, version, business_id as "businessId" from q_instance
      where business_id is not null and business_id >= ${text} and business_id < ${`${text}\u{10FFFF}`} and ${ofInstance}
      order by business_id, created_at desc limit ${MOST}`.execute(db),
  ]);
  const seen = new Set(byId.map(({ instanceId }) => instanceId));
  const instances = [...byId, ...byBusinessId.rows.filter(({ instanceId }) => !seen.has(instanceId))];
  return { workflows: workflows.rows, instances: instances.slice(0, MOST) };
}

/** The beginning of an id is a range of ids, so the primary key finds it. */
async function byInstanceId(db: ReadDatabase, text: string, within: RawBuilder<unknown>): Promise<Found['instances']> {
  const digits = text.replaceAll('-', '');
  if (!ID_PREFIX.test(text) || digits.length > ID_DIGITS) return [];
  const { rows } = await sql<Found['instances'][number]>`
    select instance_id as "instanceId", key, version, business_id as "businessId" from q_instance
    where instance_id between ${digits.padEnd(ID_DIGITS, '0')}::uuid and ${digits.padEnd(ID_DIGITS, 'f')}::uuid and ${within}
    order by instance_id limit ${MOST}`.execute(db);
  return rows;
}
