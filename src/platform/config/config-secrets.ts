import type { SecretLimit } from './config-keys.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { SETTINGS } from './config-table.ts';

/** `{{secrets.NAME}}` in an input of a custom task: the plugin host replaces it (docs/contributing/spec/http/custom-tasks.md#secrets-of-custom-tasks). In a query string it is percent-encoded. */
const PLACEHOLDER =
  /\{\{\s*secrets\.([A-Za-z_][\w.-]{0,127})\s*\}\}|%7B%7B(?:%20)*secrets\.([A-Za-z_][\w.-]{0,127})(?:%20)*%7D%7D/gi;

/** The secrets that a text names, each once. */
export function secretsIn(text: string): readonly string[] {
  if (!text.includes('secrets.')) return [];
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, plain, encoded]) => (plain ?? encoded) as string))];
}

/** Replaces the placeholders by secrets, encoded like the placeholder. `secretOf` returns undefined for one that stays. */
export function withSecretsIn(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes('secrets.')) return text;
  return text.replace(PLACEHOLDER, (placeholder, plain: string | undefined, encoded: string | undefined) => {
    const secret = secretOf(plain ?? (encoded as string));
    if (secret === undefined) return placeholder;
    return plain === undefined ? encodeURIComponent(secret.toWellFormed()) : secret;
  });
}

/**
 * Names of the secrets of an input, by input name: those that the model itself contains. A placeholder in the value of a
 * variable is not replaced, because a customer may have written it.
 */
export type SecretsOfInputs = Readonly<Record<string, readonly string[]>>;

/** Section `Secrets`: sources of the values of `{{secrets.NAME}}` for plugin hosts (docs/contributing/spec/http/custom-tasks.md#secrets-of-custom-tasks). All absent: no secrets. */
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

interface VaultConfig {
  readonly address: string;
  readonly path: string;
  /** secret */
  readonly token: string;
  readonly namespace: string | undefined;
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
