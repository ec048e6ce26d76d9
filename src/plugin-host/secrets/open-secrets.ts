import type { SecretsConfig } from '../../platform/config/config-secrets.ts';
import { isWithin } from '../../platform/key-patterns.ts';
import { secretsFromDirectory } from './from-directory.ts';
import { secretsFromEnvironment } from './from-environment.ts';
import { secretsFromVault } from './from-vault.ts';
import type { SecretSource } from './secret-source.ts';

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

/** What names no process is for all of them. */
function mayHave(limits: SecretsConfig['limits'], secret: string, processKey: string): boolean {
  const named = limits.filter((limit) => isWithin([limit.secret], secret));
  return named.length === 0 || named.some(({ keys }) => isWithin([keys], processKey));
}

/** A code of the system where there is one: its message holds paths. */
function reasonOf(error: NodeJS.ErrnoException): string {
  return error.code ?? error.message;
}
