import { z } from 'zod';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { keyOf, list, optional, secret, setting, type ValuesOf } from './setting.ts';
import { address, path, secretLimit, text, wholeNumber } from './setting-types.ts';

/** Sources of `{{secrets.NAME}}` (docs/contributing/spec/http/custom-tasks.md#secrets-of-custom-tasks). All absent: no secrets. */
export const SECRETS = z.object({
  environmentPrefix: optional('Secrets:EnvironmentPrefix', text).describe(
    'prefix of the variables with [secrets of tasks](bundled-plugins.md#secrets), for example `SLUICE_SECRET_`',
  ),
  directory: optional('Secrets:Directory', text.describe('a directory')).describe(
    'a file for each secret, as Kubernetes and Docker mount them',
  ),
  limits: list('Secrets:Limits', secretLimit, {
    show: (limits) => limits.map(({ secret: name, keys }) => `${name}:${keys}`).join(', '),
  }).describe('processes that may use a secret; a secret without an entry is available to all'),
  cacheSeconds: setting('Secrets:CacheSeconds', wholeNumber(0, 86_400), 60).describe('how long answers of Vault are cached'),
  vault: z.object({
    address: optional('Secrets:Vault:Address', address('https', 'http')).describe('Vault, or a service with the same HTTP API'),
    path: optional('Secrets:Vault:Path', path).describe(
      'its entries are the secrets, for example `secret/data/sluice`; required with the address',
    ),
    token: secret('Secrets:Vault:Token', text).describe('token for Vault, required with the address; **secret**'),
    namespace: optional('Secrets:Vault:Namespace', text).describe('namespace of Vault'),
  }),
});

export interface SecretsConfig extends Pick<ValuesOf<typeof SECRETS>, 'directory' | 'limits' | 'cacheSeconds'> {
  /** secrets of the environment by name */
  readonly environment: ReadonlyMap<string, string> | undefined;
  readonly vault: VaultConfig | undefined;
}

interface VaultConfig {
  readonly address: string;
  readonly path: string;
  /** secret */
  readonly token: string;
  readonly namespace: string | undefined;
}

/**
 * `{{secrets.NAME}}` in an input, which the plugin host replaces (docs/contributing/spec/http/custom-tasks.md#secrets-of-custom-tasks). Also percent-encoded,
 * as in a query string.
 */
const PLACEHOLDER =
  /\{\{\s*secrets\.([A-Za-z_][\w.-]{0,127})\s*\}\}|%7B%7B(?:%20)*secrets\.([A-Za-z_][\w.-]{0,127})(?:%20)*%7D%7D/gi;

/** Names without duplicates. */
export function secretsIn(text: string): readonly string[] {
  if (!text.includes('secrets.')) return [];
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, plain, encoded]) => (plain ?? encoded) as string))];
}

/** Percent-encodes the secret if the placeholder is encoded. If `secretOf` returns undefined, the placeholder stays. */
export function withSecretsIn(text: string, secretOf: (name: string) => string | undefined): string {
  if (!text.includes('secrets.')) return text;
  return text.replace(PLACEHOLDER, (placeholder, plain: string | undefined, encoded: string | undefined) => {
    const secret = secretOf(plain ?? (encoded as string));
    if (secret === undefined) return placeholder;
    return plain === undefined ? encodeURIComponent(secret.toWellFormed()) : secret;
  });
}

/**
 * Names by input, only of secrets that are written in the model. A placeholder in the value of a variable is not replaced, because a user of the process may
 * have entered it.
 */
export type SecretsOfInputs = Readonly<Record<string, readonly string[]>>;

const ROLES_WITH_PLUGINS: ReadonlySet<ProcessRole> = new Set(['all', 'worker', 'plugin-host']);

/** Throws ConfigError if Vault is set without its path or token, in a process that runs plugins. */
export function readSecrets(source: ConfigSource, role: ProcessRole): SecretsConfig {
  const { environmentPrefix, directory, limits, cacheSeconds } = SECRETS.shape;
  const prefix = source.read(environmentPrefix);
  return {
    environment: prefix === undefined ? undefined : source.variablesAfter(prefix),
    directory: source.read(directory),
    vault: ROLES_WITH_PLUGINS.has(role) ? readVault(source) : undefined,
    limits: source.read(limits),
    cacheSeconds: source.read(cacheSeconds),
  };
}

function readVault(source: ConfigSource): VaultConfig | undefined {
  const { shape } = SECRETS.shape.vault;
  const address = source.read(shape.address);
  if (address === undefined) return undefined;
  const { path, token, namespace } = source.readSection(SECRETS.shape.vault);
  if (path === undefined) throw new ConfigError(keyOf(shape.path), 'is missing; it names the entries of Vault');
  if (token === undefined) throw new ConfigError(keyOf(shape.token), 'is missing; Vault requires it');
  return { address, path, token, namespace };
}
