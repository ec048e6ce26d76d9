import { KeyObject } from 'node:crypto';
import { type CryptoKey, createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose';
import type { Logger } from '../../platform/log.ts';
import { errorMessage, redactText } from '../../platform/redact.ts';
import type { TokenHeader } from './token.ts';

/** Limit of a document; usual ones have a few kilobytes. */
const MAX_BYTES = 262_144;

/** Rejects with a readable reason: not reachable, timeout, status other than 200, too large, or not JSON. */
export async function fetchJson(url: URL, timeoutMs: number): Promise<unknown> {
  const response = await ask(url, timeoutMs);
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url.origin}${url.pathname} answered ${response.status}`);
  }
  const text = await readText(response, url);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${url.origin}${url.pathname} is not JSON`);
  }
}

/** Follows no redirects, which could lead to a URL without https. Rejects with a readable reason. */
async function ask(url: URL, timeoutMs: number): Promise<Response> {
  const headers = { Accept: 'application/json' };
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = (cause as NodeJS.ErrnoException).code;
    const why = cause instanceof Error && cause.name === 'TimeoutError' ? `no answer within ${timeoutMs} ms` : code;
    throw new Error(`${url.origin} is not reachable (${why ?? 'the connection failed'})`, { cause });
  }
}

async function readText(response: Response, url: URL): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`${url.origin}${url.pathname} is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `requiresHttps`: for the URL of its keys. */
export interface IssuerPlace {
  readonly authority: string;
  readonly requiresHttps: boolean;
}

/** Discovery document (OpenID Connect Discovery 1.0, 3). */
export interface IssuerMetadata {
  /** required `iss` of tokens */
  readonly issuer: string;
  readonly jwksUri: URL;
}

/** Finds a key by the header of a token. */
export type KeySet = LocalJWKSet;

const TIMEOUT_MS = 5000;

/** Rejects with a readable reason. */
export async function discover({ authority, requiresHttps }: IssuerPlace): Promise<IssuerMetadata> {
  const url = new URL(`${authority.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const document = membersOf(await fetchJson(url, TIMEOUT_MS), 'the discovery document');
  const { issuer, jwks_uri: jwksUri } = document;
  if (typeof issuer !== 'string' || issuer === '') throw new Error('the discovery document names no issuer');
  if (typeof jwksUri !== 'string' || !URL.canParse(jwksUri)) throw new Error('the discovery document names no jwks_uri');
  const parsed = new URL(jwksUri);
  const isAllowed = parsed.protocol === 'https:' || (parsed.protocol === 'http:' && !requiresHttps);
  if (!isAllowed) throw new Error('the jwks_uri of the discovery document does not begin with https://');
  return { issuer, jwksUri: parsed };
}

/** Rejects with a readable reason. */
export async function fetchKeys(jwksUri: URL): Promise<KeySet> {
  const document = await fetchJson(jwksUri, TIMEOUT_MS);
  try {
    return createLocalJWKSet(document as JSONWebKeySet);
  } catch (cause) {
    throw new Error(`${jwksUri.origin}${jwksUri.pathname} is not a key set`, { cause });
  }
}

function membersOf(document: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof document === 'object' && document !== null && !Array.isArray(document)) return { ...document };
  throw new Error(`${name} is not a JSON object`);
}

/** Keys that may have signed a token. */
export interface IssuerKeys {
  readonly issuer: string;
  /** empty: none matches; several: the token has no key id */
  readonly keys: readonly KeyObject[];
}

/** Caches document and keys. Fetches the keys again for an unknown key id. */
export interface Issuer {
  /** Starts to fetch. Does not wait, so that an unreachable issuer does not delay a start. */
  begin(): void;
  /** Returns undefined if the token cannot be checked, because no keys were fetched yet, or none matches and the last fetch failed. Never rejects. */
  keysFor(header: TokenHeader): Promise<IssuerKeys | undefined>;
}

/** Options for tests. */
export interface IssuerOptions {
  /** monotonic, in ms */
  readonly now?: () => number;
}

/** Minimum time between two fetches (docs/contributing/spec/http/access.md#issuer-discovery). */
const DISCOVERY_PAUSE_MS = 10_000;
const KEYS_PAUSE_MS = 30_000;
/** Afterwards, keys are fetched again, to remove revoked ones. If that fails, the old keys remain in use. */
const KEYS_FRESH_MS = 600_000;

/** Sends no request before `begin` or the first token. */
export function openIssuer(place: IssuerPlace, log: Logger, { now = () => performance.now() }: IssuerOptions = {}): Issuer {
  let metadata: IssuerMetadata | undefined;
  let keys: KeySet | undefined;
  let keysAt = 0;
  let areKeysLate = false;

  async function fetchAllKeys(from: IssuerMetadata): Promise<void> {
    areKeysLate = true;
    keys = await fetchKeys(from.jwksUri);
    metadata = from;
    keysAt = now();
    areKeysLate = false;
  }
  /** Logs errors instead of rejecting. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.event('issuer-unusable', { Authority: redactText(place.authority), ErrorMessage: errorMessage(error) });
    }
  }
  const load = gate(DISCOVERY_PAUSE_MS, now, () => attempt(async () => fetchAllKeys(await discover(place))));
  const refresh = gate(KEYS_PAUSE_MS, now, () => attempt(async () => metadata && fetchAllKeys(metadata)));

  return {
    begin: () => void load(),
    async keysFor(header) {
      if (keys === undefined) await load();
      if (keys === undefined || metadata === undefined) return undefined;
      const { issuer } = metadata;
      if (now() - keysAt > KEYS_FRESH_MS) void refresh();
      const found = await matching(keys, header);
      if (found.length > 0) return { issuer, keys: found };
      await refresh();
      return areKeysLate ? undefined : { issuer, keys: await matching(keys, header) };
    },
  };
}

/** Runs `work` at most once per `pauseMs`. Calls share a run; others within the pause resolve immediately. */
function gate(pauseMs: number, now: () => number, work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let begunAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (running !== undefined) return running;
    if (now() - begunAt < pauseMs) return Promise.resolve();
    begunAt = now();
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Omits a key that cannot be read, so that others still work. */
async function matching(keys: KeySet, header: TokenHeader): Promise<readonly KeyObject[]> {
  try {
    return [KeyObject.from(await keys({ ...header }))];
  } catch (error) {
    const candidates = error as { readonly code?: string } & AsyncIterable<CryptoKey>;
    if (candidates.code !== 'ERR_JWKS_MULTIPLE_MATCHING_KEYS') return [];
    const found: KeyObject[] = [];
    for await (const key of candidates) found.push(KeyObject.from(key));
    return found;
  }
}
