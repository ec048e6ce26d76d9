import type { Grant } from './access-roles.ts';
import type { ClaimPath, GrantRule } from './authorization-texts.ts';
import { readAuthentication } from './config-security.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { SETTINGS } from './config-table.ts';

/** Section `Authorization` (docs/contributing/spec/roles.md#settings). */
export interface AuthorizationConfig {
  /** where the values are that rules are about */
  readonly claims: readonly ClaimPath[];
  readonly rules: readonly GrantRule[];
  /** grant of every user with a token; undefined: none */
  readonly defaultGrant: Grant | undefined;
}

/**
 * Reads the section; undefined when access roles are off. Throws ConfigError when it is invalid: a set key means that roles are
 * wanted, and without roles every user could do everything.
 */
export function readAuthorization(source: ConfigSource): AuthorizationConfig | undefined {
  const { key } = SETTINGS.authorizationRules;
  if (!source.hasSection('Authorization') && !source.isBlank(SETTINGS.authorizationRules)) return undefined;
  const rules = source.read(SETTINGS.authorizationRules);
  if (rules.length === 0) {
    throw new ConfigError(key, 'is missing; name who has which role, for example admin=sluice-admins');
  }
  if (readAuthentication(source) === undefined) {
    throw new ConfigError(
      key,
      `needs ${SETTINGS.authority.key}: without tokens no user has a role, and every user may do everything`,
    );
  }
  const claims = source.read(SETTINGS.authorizationClaims);
  return {
    claims: claims.length === 0 ? [['roles']] : claims,
    rules,
    defaultGrant: source.read(SETTINGS.authorizationDefaultRole),
  };
}
