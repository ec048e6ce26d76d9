import { type KeyLimits, splitPatterns } from '../platform/key-patterns.ts';
import type { ItemQuery } from './batches.ts';

const KEY_OF_INCIDENT =
  'select incident.instance_id, incident.process_key as key from incident where incident.incident_id = given.id';
const KEY_OF_INSTANCE = `select instance.id as instance_id, version.key from instance join definition_version as version on version.definition_id = instance.definition_id
    where instance.id = given.id`;

/**
 * Items by their ids, without duplicates, in the given order. An id that is unknown or outside the limits becomes an item
 * without a key, so that its result is the same as for an unknown one.
 */
export function queryOfIds(subject: 'instance' | 'incident', ids: readonly string[], limits: KeyLimits): ItemQuery {
  const { keys, beginnings } = splitPatterns(limits ?? []);
  const isSeen = limits === undefined ? 'true' : '(owner.key = any($2::text[]) or owner.key ^@ any($3::text[]))';
  return {
    text: `select given.id as subject_id, owner.instance_id, owner.key as process_key, given.rank
      from (select id, min(rank) as rank from unnest($1::uuid[]) with ordinality as listed (id, rank) group by id) as given
      left join lateral (${subject === 'incident' ? KEY_OF_INCIDENT : KEY_OF_INSTANCE}) as owner on ${isSeen}`,
    values: limits === undefined ? [ids] : [ids, keys, beginnings],
  };
}
