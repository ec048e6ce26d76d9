import { hash, randomUUID } from 'node:crypto';

/** Namespace of the subject ids of process keys; part of the stored format, never change it. */
const PROCESS_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c90';
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new random GUID, lower case. */
export function newId(): string {
  return randomUUID();
}

/** The GUID of a name in a namespace (RFC 9562 version 5), lower case: the same pair gives the same id everywhere. */
export function nameBasedId(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const digest = hash('sha1', Buffer.concat([space, Buffer.from(name, 'utf8')]), 'hex');
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * The id of the n-th entity an instance makes: derived, so that deciding twice gives the same bytes
 * (docs/adr/0004-ordinals-inside-guids-at-the-edge.md).
 */
export function entityId(instanceId: string, ordinal: number): string {
  return nameBasedId(instanceId, String(ordinal));
}

/** The journal subject of a process key: what an instance id is to an instance. */
export function processSubjectId(key: string): string {
  return nameBasedId(PROCESS_NAMESPACE, key);
}

/** Whether a text is a GUID in the one accepted form, either case (docs/spec/http.md#guid). */
export function isGuid(text: string): boolean {
  return text.length === 36 && GUID.test(text);
}
