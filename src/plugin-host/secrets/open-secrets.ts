import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../../platform/access-roles.ts';
import type { SecretsConfig } from '../../platform/config/config-secrets.ts';

export interface SecretSource {
  /** name for messages to operators */
  readonly name: string;
  /** Rejects if the source cannot be read; the message contains no secret. */
  find(secret: string): Promise<string | undefined>;
}

/** Path of HashiCorp Vault, OpenBao or another service with the same API. The entries of the path are the secrets. */
export interface VaultSettings {
  /** `https://vault:8200` */
  readonly address: string;
  /** `secret/data/sluice`, or without `data` for version 1 of the engine */
  readonly path: string;
  readonly token: string;
  readonly namespace: string | undefined;
}

const TIMEOUT_MS = 5000;
/** Maximum age of a cached answer that lacks the requested name. */
const LACKING_NAME_MS = 1000;
/** Size of a response of Vault, in characters. */
const MAX_ANSWER = 1_048_576;

/**
 * Key/value engine, version 1 or 2. One answer has all entries of the path, and is cached for `cacheMs`; for a name that it lacks, at most for LACKING_NAME_MS. A
 * path that does not exist has no secrets.
 */
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
      return known ?? (await entries(Math.min(cacheMs, LACKING_NAME_MS))).get(secret);
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

/** Version 2 of the engine nests the entries one level deeper, next to their metadata. */
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

/** Values are those at the start of the process. */
export function secretsFromEnvironment(variables: ReadonlyMap<string, string>): SecretSource {
  return { name: 'the environment', find: async (secret) => variables.get(secret) };
}

/** Size of a file with a secret. */
const MAX_BYTES = 65_536;

/** Reads secrets by file name, as Kubernetes and Docker mount them. Removes a line break at the end. */
export function secretsFromDirectory(directory: string): SecretSource {
  return {
    name: `the directory ${directory}`,
    async find(secret) {
      // some file systems ignore the case of names, which would bypass the limits
      if (!(await readdir(directory)).includes(secret)) return undefined;
      const text = await readSmall(join(directory, secret));
      return text?.replace(/\r?\n$/, '');
    },
  };
}

async function readSmall(path: string): Promise<string | undefined> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > MAX_BYTES) throw new Error(`a file of secrets is larger than ${MAX_BYTES} bytes`);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || (error as NodeJS.ErrnoException).code === 'EISDIR')
      return undefined;
    throw error;
  }
}

export interface Secrets {
  /** Returns undefined also if this process may not use the secret. Rejects if a source cannot be read. */
  find(secret: string, processKey: string): Promise<string | undefined>;
}

/** Opens the sources, searched in this order: environment, directory, Vault. */
export function openSecrets(config: SecretsConfig): Secrets {
  const { environment, directory, vault, limits, cacheSeconds } = config;
  const sources: readonly SecretSource[] = [
    ...(environment === undefined ? [] : [secretsFromEnvironment(environment)]),
    ...(directory === undefined ? [] : [secretsFromDirectory(directory)]),
    ...(vault === undefined ? [] : [secretsFromVault(vault, cacheSeconds * 1000)]),
  ];
  return {
    async find(secret, processKey) {
      if (!mayHave(limits, secret, processKey)) return undefined;
      for (const source of sources) {
        const value = await source.find(secret).catch((error: Error) => {
          throw new Error(`${source.name}: ${reasonOf(error)}`);
        });
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}

/** A secret without a limit is for all processes. */
function mayHave(limits: SecretsConfig['limits'], secret: string, processKey: string): boolean {
  const named = limits.filter((limit) => isWithin([limit.secret], secret));
  return named.length === 0 || named.some(({ keys }) => isWithin([keys], processKey));
}

/** Prefers the error code of the operating system, because its message contains paths. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
