import { hash, randomUUID } from 'node:crypto';

/** Namespace of the subject ids of process keys; part of the stored format, never change it. */
const PROCESS_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c90';
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Time in which new GUIDs have the same first two characters, so that they are adjacent in an index. */
const SLOT_MS = 60_000;
/**
 * Prefixes: the ids of one minute use a 256th of an index. The other 24 of the first 32 bits are random, so that the locks of projectors, which use the first
 * 32 bits, differ.
 */
const SLOTS = 256;
let slotEndsAt = 0;
let prefix = '';

/**
 * Begin of the last ten digits of an id, before the two digits of the shard. Ids of the first shard do not have it. Part of the stored format, never change
 * it.
 */
const SHARD_MARK = '5ba4d000';
const SHARD_DIGITS = 2;
const UNMARKED = 36 - SHARD_MARK.length - SHARD_DIGITS;
export const MAX_SHARD = 16 ** SHARD_DIGITS - 1;

/**
 * GUID in lower case: random except its first two digits, which encode the minute (RFC 9562 version 8). Ids of one minute are adjacent in an index; 114
 * random bits are left (ADR 0117), or 74 in a shard after the first.
 */
export function newId(shard = 0): string {
  const now = Date.now();
  if (now >= slotEndsAt || now < slotEndsAt - SLOT_MS) {
    const slot = Math.floor(now / SLOT_MS);
    slotEndsAt = (slot + 1) * SLOT_MS;
    prefix = (slot % SLOTS).toString(16).padStart(2, '0');
  }
  const random = randomUUID();
  return inShard(`${prefix}${random.slice(2, 14)}8${random.slice(15)}`, shard);
}

/** 0, the first shard, if the id names none. `id`: a GUID in lower case. */
export function shardOf(id: string): number {
  return id.startsWith(SHARD_MARK, UNMARKED) ? Number.parseInt(id.slice(-SHARD_DIGITS), 16) || 0 : 0;
}

/** The mark replaces the last ten digits; the first shard leaves the id as it is. `id`: a GUID in lower case. */
export function inShard(id: string, shard: number): string {
  if (shard === 0) return id;
  return `${id.slice(0, UNMARKED)}${SHARD_MARK}${shard.toString(16).padStart(SHARD_DIGITS, '0')}`;
}

/** RFC 9562 version 5, in lower case: the same pair gives the same id everywhere, with the shard of the namespace (docs/contributing/spec/shards.md#ids). */
export function nameBasedId(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const digest = hash('sha1', Buffer.concat([space, Buffer.from(name, 'utf8')]), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return inShard(id, shardOf(namespace));
}

/**
 * Id of an activity instance, task, variable scope or other part of an instance. Derived from the ordinal, so that a command that is applied twice gives the
 * same ids (docs/contributing/adr/0004-derived-and-time-prefixed-ids.md).
 */
export function entityId(instanceId: string, ordinal: number): string {
  return nameBasedId(instanceId, String(ordinal));
}

/** Event history of a process key. That of an instance has the instance id. */
export function processSubjectId(key: string): string {
  return nameBasedId(PROCESS_NAMESPACE, key);
}

/** Accepts GUIDs in upper or lower case (docs/contributing/spec/http.md#guid). */
export function isGuid(text: string): boolean {
  return text.length === 36 && GUID.test(text);
}
