import type { ProcessRole } from './config.ts';
import { readAuthentication } from './config-security.ts';
import { ConfigError, type ConfigSource } from './config-source.ts';
import { SETTINGS } from './config-table.ts';

/** How people sign in to the operator pages (docs/contributing/spec/sign-in.md). */
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
