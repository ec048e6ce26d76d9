import type { SecretSource } from './secret-source.ts';

/** A path of HashiCorp Vault, OpenBao or another service with the same API. Its entries are the secrets. */
export interface VaultSettings {
  /** for example `https://vault:8200` */
  readonly address: string;
  /** for example `secret/data/sluice`, or without `data` for version 1 of the engine */
  readonly path: string;
  readonly token: string;
  readonly namespace: string | undefined;
}

const TIMEOUT_MS = 5000;
/** Maximum age of a cached answer that lacks the requested name. Unit: ms. */
const ANEW_MS = 1000;
/** Unit: characters. */
const MAX_ANSWER = 1_048_576;

/** Secrets of a key/value engine, version 1 or 2. All entries of the path come with one answer, which serves for as long as the cache does. */
export function secretsFromVault({ address, path, token, namespace }: VaultSettings, cacheMs: number): SecretSource {
  const url = new URL(`v1/${path.replace(/^\/+/, '')}`, address.endsWith('/') ? address : `${address}/`);
  const headers = { 'X-Vault-Token': token, ...(namespace === undefined ? {} : { 'X-Vault-Namespace': namespace }) };
  let read: Promise<ReadonlyMap<string, string>> | undefined;
  let readAt = 0;
  const entries = (maxAgeMs: number) => {
    if (read !== undefined && Date.now() - readAt < maxAgeMs) return read;
    readAt = Date.now();
    const asked = ask(url, headers);
    // a failure is not kept
    asked.catch(() => {
      if (read === asked) read = undefined;
    });
    read = asked;
    return asked;
  };
  return {
    name: `Vault (${url.origin})`,
    async find(secret) {
      const known = (await entries(cacheMs)).get(secret);
      // it may have been added since
      return known ?? (await entries(Math.min(cacheMs, ANEW_MS))).get(secret);
    },
  };
}

async function ask(url: URL, headers: Record<string, string>): Promise<ReadonlyMap<string, string>> {
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: Error) => {
      const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
      throw new Error(`Vault does not answer${code === undefined ? '' : ` (${code})`}`);
    },
  );
  if (answer.status === 404) return new Map();
  if (!answer.ok) throw new Error(`Vault answers ${answer.status}`);
  const text = await answer.text();
  if (text.length > MAX_ANSWER) throw new Error('the answer of Vault is too large');
  return entriesOf(text);
}

/** Version 2 nests the entries one level deeper, next to their metadata. */
function entriesOf(text: string): ReadonlyMap<string, string> {
  let entries: unknown;
  try {
    const { data } = JSON.parse(text) as { data?: { data?: unknown; metadata?: unknown } };
    entries = data?.metadata !== undefined && typeof data.data === 'object' ? data.data : data;
  } catch {
    throw new Error('the answer of Vault is not JSON');
  }
  if (typeof entries !== 'object' || entries === null) throw new Error('the answer of Vault has no data');
  return new Map(Object.entries(entries).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
