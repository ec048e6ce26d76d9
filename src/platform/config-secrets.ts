import type { ProcessRole } from './config.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { SETTINGS } from './config-table.ts';

/** Section `Secrets`: sources of the values of `{{secrets.NAME}}` for plugin hosts (docs/contributing/spec/secrets.md). All absent: no secrets. */
export interface SecretsConfig {
  /** those of the environment, by name; secret */
  readonly environment: ReadonlyMap<string, string> | undefined;
  /** directory with a file for each secret */
  readonly directory: string | undefined;
  readonly vault: VaultConfig | undefined;
  /** processes that may have a secret; one that is not named here is for all */
  readonly limits: readonly SecretLimit[];
  /** how long what Vault has answered is used */
  readonly cacheSeconds: number;
}

export interface VaultConfig {
  readonly address: string;
  readonly path: string;
  /** secret */
  readonly token: string;
  readonly namespace: string | undefined;
}

/** Both may end in `*`. */
export interface SecretLimit {
  readonly secret: string;
  /** pattern of process keys */
  readonly keys: string;
}

const ROLES_WITH_PLUGINS: ReadonlySet<ProcessRole> = new Set(['all', 'worker', 'plugin-host']);

/** Throws ConfigError when Vault is named without its path or token, in a process that would ask it. */
export function readSecrets(source: ConfigSource, role: ProcessRole): SecretsConfig {
  const prefix = source.read(SETTINGS.secretsEnvironmentPrefix);
  return {
    environment: prefix === undefined ? undefined : source.variablesAfter(prefix),
    directory: source.read(SETTINGS.secretsDirectory),
    vault: ROLES_WITH_PLUGINS.has(role) ? readVault(source) : undefined,
    limits: source.read(SETTINGS.secretsLimits),
    cacheSeconds: source.read(SETTINGS.secretsCacheSeconds),
  };
}

function readVault(source: ConfigSource): VaultConfig | undefined {
  const address = source.read(SETTINGS.vaultAddress);
  if (address === undefined) return undefined;
  const path = source.read(SETTINGS.vaultPath);
  const token = source.read(SETTINGS.vaultToken);
  if (path === undefined) throw new ConfigError(SETTINGS.vaultPath.key, 'is missing; it names the entries of Vault');
  if (token === undefined) throw new ConfigError(SETTINGS.vaultToken.key, 'is missing; Vault requires it');
  return { address, path, token, namespace: source.read(SETTINGS.vaultNamespace) };
}
