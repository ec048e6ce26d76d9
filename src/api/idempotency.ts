import { hash } from 'node:crypto';
import { isGuid, nameBasedId, newId } from '../platform/ids.ts';
import type { ApiRequest } from './exchange.ts';
import type { Signer } from './signatures.ts';

/** Value to convert, or text to append. */
type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * Equal for equal values: no white space, members sorted by name (docs/contributing/spec/http.md#same-content). No recursion: unknown members may be
 * nested deeper than the call stack allows.
 */
export function canonicalJson(value: unknown): string {
  const written: string[] = [];
  const pending: Pending[] = [{ value }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) written.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value) ?? 'null');
    else if (Array.isArray(next.value)) pushArray(next.value, pending);
    else pushObject(next.value as Readonly<Record<string, unknown>>, pending);
  }
  return written.join('');
}

function pushArray(items: readonly unknown[], pending: Pending[]): void {
  pending.push({ text: ']' });
  for (let index = items.length - 1; index >= 0; index--) {
    pending.push({ value: items[index] });
    if (index > 0) pending.push({ text: ',' });
  }
  pending.push({ text: '[' });
}

function pushObject(object: Readonly<Record<string, unknown>>, pending: Pending[]): void {
  const names = Object.keys(object).sort();
  pending.push({ text: '}' });
  for (let index = names.length - 1; index >= 0; index--) {
    const name = names[index] ?? '';
    pending.push({ value: object[name] }, { text: `${index > 0 ? ',' : ''}${JSON.stringify(name)}:` });
  }
  pending.push({ text: '{' });
}

/** Namespace of command ids from an Idempotency-Key. Stored format: never change it. */
const KEY_NAMESPACE = '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11';
/** Owner if authentication is off: all callers share the keys (docs/contributing/spec/http.md#key-owner). */
const SHARED_OWNER = '-';
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const ISSUED = /^retry\.([0-9a-f-]{36})\.([0-9a-f]{64})\.([\w-]{43})$/;
/** Contains a command id, as issued keys do. */
const NAMES_COMMAND = /^retry\.([0-9a-fA-F-]{36})\.[^.]/;

/**
 * `fingerprint`: hash of the content; absent without key. `mismatch`: issued for another request, or contains a command id but was not issued; send
 * no command (docs/contributing/spec/http.md#issued-keys).
 */
export type CommandIdentity =
  | { readonly kind: 'command'; readonly id: string; readonly fingerprint?: string }
  | { readonly kind: 'mismatch' };

/** Source of command id and fingerprint. `endpoint`: only its method; default: POST. */
export type IdentifiedRequest = Pick<ApiRequest, 'canonicalPath' | 'body' | 'idempotencyKey'> &
  Partial<Pick<ApiRequest, 'principal' | 'endpoint'>>;

/** Checks the form (docs/contributing/spec/http.md#key-form). */
export function isIdempotencyKey(value: string): boolean {
  return VISIBLE_ASCII.test(value);
}

/**
 * Random without key. With a key of a client, derived from owner and key. With a key of {@link issueKey}, the id in it; it is signed, because clients
 * can know ids of other commands.
 */
export function commandIdentity(request: IdentifiedRequest, signer: Signer, owner: string = ownerOf(request)): CommandIdentity {
  const key = request.idempotencyKey;
  if (key === undefined) return { kind: 'command', id: newId() };
  const fingerprint = fingerprintOf(request, owner);
  if (!isGuid(NAMES_COMMAND.exec(key)?.[1] ?? ''))
    return { kind: 'command', id: nameBasedId(KEY_NAMESPACE, `${key} ${owner}`), fingerprint };
  const [, id = '', issuedFor, signature = ''] = ISSUED.exec(key) ?? [];
  const isIssued = issuedFor === fingerprint && signer.isSigned('retry-key', signedText(id, fingerprint), signature);
  return isIssued ? { kind: 'command', id, fingerprint } : { kind: 'mismatch' };
}

/**
 * Creates a key for a command without one (docs/contributing/spec/http.md#command-timeout): command id, fingerprint and signature. Created only after
 * a timeout, to keep ordinary requests fast.
 */
export function issueKey(
  commandId: string,
  request: IdentifiedRequest,
  signer: Signer,
  owner: string = ownerOf(request),
): string {
  const fingerprint = fingerprintOf(request, owner);
  return `retry.${commandId}.${fingerprint}.${signer.sign('retry-key', signedText(commandId, fingerprint))}`;
}

function signedText(commandId: string, fingerprint: string): string {
  return `${commandId}.${fingerprint}`;
}

/** Owner of a key: with authentication, the user of the token (docs/contributing/spec/http.md#key-owner). */
function ownerOf({ principal }: IdentifiedRequest): string {
  return principal?.keyOwner ?? SHARED_OWNER;
}

/** SHA-256 of key owner, method, path and parsed body, in hexadecimal (docs/contributing/spec/http.md#same-content). */
function fingerprintOf(request: IdentifiedRequest, owner: string): string {
  const [method = 'POST'] = request.endpoint?.split(' ', 1) ?? [];
  return hash('sha256', `${owner}\n${method} ${request.canonicalPath}\n${canonicalJson(request.body.members)}`, 'hex');
}
