import { hash } from 'node:crypto';
import { isGuid, nameBasedId, newId } from '../platform/ids.ts';
import { canonicalJson } from './canonical-json.ts';
import type { WriteRequest } from './endpoint.ts';

/** Namespace of command ids that stand for an Idempotency-Key; part of the stored format, never change it. */
const KEY_NAMESPACE = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
/** Owner of all keys while authentication is off: they are shared by all callers (contract 1.9, rule 6). */
const SHARED_OWNER = '-';
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const ISSUED_PREFIX = 'retry.';

/** Which command a request stands for. `mismatch`: the key was issued for another request, so nothing is to be sent (row 10). */
export type CommandIdentity =
  | { readonly kind: 'command'; readonly id: string; readonly fingerprint?: string }
  | { readonly kind: 'mismatch' };

/** What of a request decides its identity. */
export type IdentifiedRequest = Pick<WriteRequest, 'canonicalPath' | 'body' | 'idempotencyKey'> &
  Partial<Pick<WriteRequest, 'caller'>>;

/** Whether a header value has the form of contract 1.9, rule 1. */
export function isIdempotencyKey(value: string): boolean {
  return VISIBLE_ASCII.test(value);
}

/**
 * The identity of the command of a request. Without a key it is new. With a key it is derived from owner and key, and the fingerprint of
 * the content travels along. A key that {@link issueKey} made names its command and carries the fingerprint itself.
 */
export function commandIdentity(request: IdentifiedRequest, owner: string = ownerOf(request)): CommandIdentity {
  const key = request.idempotencyKey;
  if (key === undefined) return { kind: 'command', id: newId() };
  const fingerprint = fingerprintOf(request, owner);
  const issued = readIssuedKey(key);
  if (issued === undefined) return { kind: 'command', id: nameBasedId(KEY_NAMESPACE, `${key} ${owner}`), fingerprint };
  return issued.fingerprint === fingerprint ? { kind: 'command', id: issued.commandId, fingerprint } : { kind: 'mismatch' };
}

/**
 * The key that joins a command which was sent without one (contract 1.10). It is made only when it is needed, so that ordinary requests
 * pay nothing for it: it names the command id, and the content it is good for.
 */
export function issueKey(commandId: string, request: IdentifiedRequest, owner: string = ownerOf(request)): string {
  return `${ISSUED_PREFIX}${commandId}.${fingerprintOf(request, owner)}`;
}

/** With authentication on, a key belongs to the token's subject (contract 1.9, rule 6). */
function ownerOf({ caller }: IdentifiedRequest): string {
  return caller?.keyOwner ?? SHARED_OWNER;
}

function readIssuedKey(key: string): { readonly commandId: string; readonly fingerprint: string } | undefined {
  if (!key.startsWith(ISSUED_PREFIX)) return undefined;
  const [commandId = '', fingerprint = ''] = key.slice(ISSUED_PREFIX.length).split('.');
  return isGuid(commandId) && fingerprint !== '' ? { commandId: commandId.toLowerCase(), fingerprint } : undefined;
}

/** Digest of verb, path and body as parsed JSON (contract 1.9, rule 4). Every request that carries a key is a POST. */
function fingerprintOf(request: IdentifiedRequest, owner: string): string {
  return hash('sha256', `${owner}\nPOST ${request.canonicalPath}\n${canonicalJson(request.body.members)}`, 'hex');
}
