import type { Grant } from '../access-roles.ts';
import type { ClaimPath, GrantRule } from './authorization-texts.ts';
import { readAuthentication } from './config-security.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
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

/** How people sign in to the operator pages (docs/contributing/spec/http/access.md#sign-in-to-the-web-ui). */
export interface SignInConfig {
  /** address of the issuer */
  readonly authority: string;
  readonly clientId: string;
  /** secret */
  readonly clientSecret: string;
  /** false: issuer and cookie may go over plain http */
  readonly requiresHttps: boolean;
  readonly cookieExpireMinutes: number;
  readonly sessionHours: number;
  readonly userIdClaim: string;
  readonly groupsClaim: string;
}

/**
 * The sign-in of the operator pages, undefined when it is off: it needs Authority and ClientId. Processes without these pages may share
 * their settings with one that has them. Throws ConfigError when the secret is missing.
 */
export function readSignIn(source: ConfigSource, role: ProcessRole): SignInConfig | undefined {
  const clientId = source.read(SETTINGS.clientId);
  const cookieExpireMinutes = source.read(SETTINGS.cookieExpireMinutes);
  const sessionHours = source.read(SETTINGS.sessionHours);
  const authentication = readAuthentication(source);
  if ((role !== 'all' && role !== 'ui') || clientId === undefined || authentication === undefined) return undefined;
  const clientSecret = source.read(SETTINGS.clientSecret);
  if (clientSecret === undefined) {
    throw new ConfigError(SETTINGS.clientSecret.key, 'is missing; the operator pages sign people in as a confidential client');
  }
  const { authority, requiresHttps, userIdClaim, groupsClaim } = authentication;
  return { authority, clientId, clientSecret, requiresHttps, cookieExpireMinutes, sessionHours, userIdClaim, groupsClaim };
}
