import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SecretsConfig } from '../../platform/config/config-secrets.ts';
import { isWithin } from '../../platform/key-patterns.ts';
import { secretsFromVault } from './from-vault.ts';
import type { SecretSource } from './secret-source.ts';

/** Variables of the environment as they were at start-up, by the names of their secrets. */
export function secretsFromEnvironment(variables: ReadonlyMap<string, string>): SecretSource {
  return { name: 'the environment', find: async (secret) => variables.get(secret) };
}

/** Longest secret of a file. Unit: bytes. */
const MAX_BYTES = 65_536;

/** Files of a directory, each named after its secret, as Kubernetes and Docker mount them. A line break at the end is not part of it. */
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

/** The secrets of one host. */
export interface Secrets {
  /** The secret for a process; undefined: no place has it, or this process may not have it. Throws when a place cannot be asked. */
  find(secret: string, processKey: string): Promise<string | undefined>;
}

/** Opens the configured sources of secrets; without any there are no secrets. */
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

/** True if a process may use a secret. A secret without a limit is for all processes. */
function mayHave(limits: SecretsConfig['limits'], secret: string, processKey: string): boolean {
  const named = limits.filter((limit) => isWithin([limit.secret], secret));
  return named.length === 0 || named.some(({ keys }) => isWithin([keys], processKey));
}

/** A code of the system where there is one: its message holds paths. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
