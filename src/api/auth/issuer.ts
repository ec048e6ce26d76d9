import { KeyObject } from 'node:crypto';
import type { CryptoKey } from 'jose';
import type { Logger } from '../../platform/log.ts';
import { errorMessage, redactText } from '../../platform/redact.ts';
import { discover, fetchKeys, type IssuerMetadata, type IssuerPlace, type KeySet } from './discovery.ts';
import type { TokenHeader } from './token-header.ts';

/** The public keys that a token of the issuer may have been signed with. */
export interface IssuerKeys {
  readonly issuer: string;
  /** none: no key of the issuer fits; several: the token names no key and more than one fits */
  readonly keys: readonly KeyObject[];
}

/** An issuer with its cached document. Keys are fetched again when a token names an unknown one. */
export interface Issuer {
  /** Fetches the document and the keys without waiting, so that an unreachable issuer does not delay a start. */
  begin(): void;
  /** Undefined: the issuer cannot be reached, so the token cannot be checked. */
  keysFor(header: TokenHeader): Promise<IssuerKeys | undefined>;
}

/** Replaced by tests. */
export interface IssuerOptions {
  /** ms, monotonic */
  readonly now?: () => number;
}

/** Shortest interval between fetches of the document or the keys (docs/contributing/spec/http/access.md#issuer-discovery). Unit: ms. */
const DISCOVERY_PAUSE_MS = 10_000;
const KEYS_PAUSE_MS = 30_000;
/** Revoked keys are dropped after this time, if the issuer is reachable. */
const KEYS_FRESH_MS = 600_000;

/** Opens an issuer. It is not contacted before `begin` or the first token. */
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

/** Lets work through at most once in a time; callers that come while it runs share it, later ones do not wait. */
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

/** A key that cannot be read counts as absent: the others of the set still work. */
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
