import { z } from 'zod';
import { ACCESS_ROLES, type AccessRole, ALL_KEYS, type Grant } from '../access-roles.ts';
import { ConfigError, type ConfigSource, type ProcessRole } from './config-source.ts';
import { keyOf, list, optional, secret, setting, type ValuesOf } from './setting.ts';
import {
  address,
  cidrRange,
  flag,
  ipAddress,
  isKeyPattern,
  oneOf,
  type ParsedSetting,
  parsedBy,
  text,
  wholeNumber,
} from './setting-types.ts';

/** Names of JSON members, outermost first. */
export type ClaimPath = readonly string[];

/** Grants a role to users with the value in one of the token claims. */
export interface GrantRule extends Grant {
  readonly value: string;
}

const ROLES = ACCESS_ROLES.join(', ');

const RULE_FORM =
  'must hold rules such as operator=sluice-operators or operator:order-*=order-operators, ' +
  `the role first; the roles are ${ROLES}. A comma in a value is written %2C, a percent sign %25`;

const GRANT_FORM = `must be a role, or a role with a key pattern such as viewer:order-*; the roles are ${ROLES}`;

const PATTERN_FORM = 'has a key pattern that is neither a process key, nor the beginning of one with * behind it, nor *';

const PATH_FORM =
  'must hold token claims: a name, members with dots between them such as realm_access.roles, ' +
  'or a JSON pointer such as /resource_access/my.client/roles';

/** `<role>=<value>` or `<role>:<key pattern>=<value>`. The value may contain more equals signs. */
export function parseGrantRule(text: string): ParsedSetting<GrantRule> {
  const mark = text.indexOf('=');
  const value = mark < 0 ? undefined : decoded(text.slice(mark + 1));
  if (value === undefined || value === '') return { ok: false, reason: RULE_FORM };
  const read = readGrant(text.slice(0, mark), RULE_FORM);
  return read.ok ? { ok: true, value: { ...read.value, value } } : read;
}

/** `<role>` or `<role>:<key pattern>`. */
export function parseGrant(text: string): ParsedSetting<Grant> {
  return readGrant(text, GRANT_FORM);
}

/** Formats a grant as in the configuration. */
export function grantAsText({ role, pattern, value }: Grant & Partial<GrantRule>): string {
  return `${role}${pattern === ALL_KEYS ? '' : `:${pattern}`}${value === undefined ? '' : `=${value}`}`;
}

/** Formats a path with dots, or with slashes if a name contains a dot or slash. */
export function pathAsText(path: ClaimPath): string {
  return path.length === 1 || path.some((name) => /[./]/.test(name)) ? path.join('/') : path.join('.');
}

/** A text with `://` is the name of one namespaced claim. */
export function parseClaimPath(text: string): ParsedSetting<ClaimPath> {
  const path = membersOf(text);
  const isPath = path.length > 0 && path.every((name) => name !== '');
  return isPath ? { ok: true, value: path } : { ok: false, reason: PATH_FORM };
}

function membersOf(text: string): ClaimPath {
  if (text.startsWith('/')) {
    // RFC 6901
    const names = text.slice(1).split('/');
    return names.every((name) => !/~(?![01])/.test(name))
      ? names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
      : [];
  }
  return text.includes('://') ? [text] : text.split('.');
}

function readGrant(text: string, form: string): ParsedSetting<Grant> {
  const mark = text.indexOf(':');
  const role = roleOf(mark < 0 ? text : text.slice(0, mark));
  if (role === undefined) return { ok: false, reason: form };
  const pattern = mark < 0 ? ALL_KEYS : decoded(text.slice(mark + 1).trim());
  if (pattern === undefined || !isKeyPattern(pattern)) return { ok: false, reason: PATTERN_FORM };
  return { ok: true, value: { role, pattern } };
}

function roleOf(text: string): AccessRole | undefined {
  const word = text.trim().toLowerCase();
  return ACCESS_ROLES.find((role) => role === word);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return undefined;
  }
}

/** Limits: one year. */
const [MOST_COOKIE_MINUTES, MOST_SESSION_HOURS] = [525_600, 8760];

/** Tokens (docs/contributing/spec/http/access.md#authentication), sign-in (docs/contributing/spec/http/access.md#sign-in-to-the-web-ui) and known proxies. */
export const AUTHENTICATION = z.object({
  authority: optional(
    'Authentication:Authority',
    address('https', 'http').describe('`https://`; `http://` only with `RequireHttpsMetadata` false'),
  ).describe(
    'address of the OpenID Connect issuer. If it is set, the API requires bearer tokens. White space only stops the start',
  ),
  audience: setting('Authentication:Audience', text, 'service-api').describe('value that `aud` of a token must contain'),
  requiresHttps: setting('Authentication:RequireHttpsMetadata', flag, true).describe(
    '`false` only for a local issuer without https',
  ),
  userIdClaim: setting('Authentication:UserIdClaim', text, 'preferred_username').describe('token claim with the id of the user'),
  groupsClaim: setting('Authentication:GroupsClaim', text, 'groups').describe('token claim with the groups of the user'),
  clientId: optional('Authentication:ClientId', text).describe(
    'client of the web UI at the issuer; with `Authority` it turns the sign-in on',
  ),
  clientSecret: secret('Authentication:ClientSecret', text).describe(
    'password of that client; required if the sign-in is on; **secret**',
  ),
  cookieExpireMinutes: setting('Authentication:CookieExpireMinutes', wholeNumber(1, MOST_COOKIE_MINUTES), 60).describe(
    'a session ends this long after its last request',
  ),
  sessionHours: setting('Authentication:SessionHours', wholeNumber(1, MOST_SESSION_HOURS), 12).describe(
    'a session ends this long after the sign-in',
  ),
  knownProxies: list('Authentication:KnownProxies', ipAddress).describe(
    'proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted, with authentication on or off',
  ),
  knownNetworks: list('Authentication:KnownNetworks', cidrRange).describe('the same, as ranges'),
});

/** Access roles (docs/contributing/spec/roles.md#settings). */
export const AUTHORIZATION = z.object({
  rules: list('Authorization:Rules', parsedBy(parseGrantRule, '`<role>=<value>`, `<role>:<key pattern>=<value>`'), {
    show: (rules) => rules.map(grantAsText).join(', '),
  }).describe(
    'which token value grants which [access role](../how-to/secure-the-api.md#5-give-roles), for example `admin=sluice-admins,operator:order-*=order-desk`. If it is set, API and UI require roles. In a value write `%2C` for a comma, `%25` for a percent sign',
  ),
  claims: list('Authorization:Claims', parsedBy(parseClaimPath, 'token claims'), {
    show: (paths) => paths.map(pathAsText).join(', '),
  }).describe('token claims with the values, for example `realm_access.roles,scope`. Empty: the claim `roles`'),
  defaultGrant: optional('Authorization:DefaultRole', parsedBy(parseGrant, '`<role>`, `<role>:<key pattern>`'), {
    show: (grant) => (grant ? grantAsText(grant) : ''),
  }).describe('role of every authenticated caller, in addition to their own'),
});

/** Timers of Node are limited to 2^31 ms. */
const LONGEST_WINDOW_SECONDS = 2_147_483;

/** One policy: maximum requests of one client within a fixed window. */
function rateLimit(name: string, aboutWindow = 'as above', aboutPermits = 'as above') {
  return z.object({
    windowSeconds: setting(`RateLimiting:${name}:Window`, wholeNumber(1, LONGEST_WINDOW_SECONDS), 60).describe(aboutWindow),
    permitLimit: setting(`RateLimiting:${name}:PermitLimit`, wholeNumber(1, 2_147_483_647), 100).describe(aboutPermits),
  });
}

/** Rate limit policies by name (docs/contributing/spec/http/access.md#rate-limit-policies). */
export const RATE_LIMITING = z.object({
  WorkflowMutation: rateLimit('WorkflowMutation', 'seconds of one window', 'requests of one client in one window'),
  TaskOperation: rateLimit('TaskOperation'),
  Read: rateLimit('Read'),
  Admin: rateLimit('Admin'),
  Polling: rateLimit('Polling'),
});

/** Actions that the audit log can record (docs/contributing/spec/audit.md#acts). */
export const AUDIT_KINDS = ['operator', 'client', 'worker'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AUDIT = z.object({
  isEnabled: setting('Audit:Enabled', flag, false).describe(
    'whether operator actions, accepted and refused, are [recorded](../how-to/diagnose-with-sql.md#audit)',
  ),
  acts: list('Audit:Acts', oneOf(...AUDIT_KINDS)).describe(
    'which actions are recorded: of operators; starts, messages and signals; work on tasks. Empty: of operators',
  ),
});

type Authentication = ValuesOf<typeof AUTHENTICATION>;
export interface AuthenticationConfig extends Pick<Authentication, 'audience' | 'requiresHttps' | 'userIdClaim' | 'groupsClaim'> {
  /** OpenID Connect issuer, as configured */
  readonly authority: string;
}

/** Proxies whose forwarded headers are trusted (docs/contributing/spec/http/access.md#known-proxies). */
export interface TrustedProxies {
  readonly addresses: readonly string[];
  /** CIDR ranges */
  readonly networks: readonly string[];
}

export interface SignInConfig
  extends Omit<AuthenticationConfig, 'audience'>,
    Pick<Authentication, 'cookieExpireMinutes' | 'sessionHours'> {
  readonly clientId: string;
  /** secret */
  readonly clientSecret: string;
}

export type AuthorizationConfig = ValuesOf<typeof AUTHORIZATION>;

export type RateLimitName = keyof typeof RATE_LIMITING.shape;
export const RATE_LIMIT_NAMES = Object.keys(RATE_LIMITING.shape) as readonly RateLimitName[];
export type RateLimit = ValuesOf<typeof RATE_LIMITING>[RateLimitName];
/** A policy without settings has no entry and no limit. */
export type RateLimitingConfig = Readonly<Partial<Record<RateLimitName, RateLimit>>>;

export interface AuditConfig {
  readonly kinds: readonly AuditKind[];
}

/**
 * Undefined: authentication is off. Throws ConfigError if a value is invalid, the authority is white space only, or it is not https and
 * `RequireHttpsMetadata` is true.
 */
export function readAuthentication(source: ConfigSource): AuthenticationConfig | undefined {
  const settings = AUTHENTICATION.shape;
  const authority = source.read(settings.authority);
  const section = {
    audience: source.read(settings.audience),
    requiresHttps: source.read(settings.requiresHttps),
    userIdClaim: source.read(settings.userIdClaim),
    groupsClaim: source.read(settings.groupsClaim),
  };
  const key = keyOf(settings.authority);
  if (authority === undefined) {
    if (!source.isBlank(settings.authority)) return undefined;
    throw new ConfigError(key, 'holds white space only; remove it to leave the API open, or name the issuer');
  }
  if (section.requiresHttps && new URL(authority).protocol !== 'https:') {
    const needed = keyOf(settings.requiresHttps);
    throw new ConfigError(key, `must begin with https:// unless ${needed} is false, which is for a local issuer only`);
  }
  return { authority, ...section };
}

/** Independent of authentication. Throws ConfigError if an entry is invalid. */
export function readProxies(source: ConfigSource): TrustedProxies {
  const { knownProxies, knownNetworks } = AUTHENTICATION.shape;
  return { addresses: source.read(knownProxies), networks: source.read(knownNetworks) };
}

/**
 * Undefined if no key of the section is set: access roles are off. Otherwise throws ConfigError without rules or authentication, because without roles every
 * user could do everything.
 */
export function readAuthorization(source: ConfigSource): AuthorizationConfig | undefined {
  const { rules } = AUTHORIZATION.shape;
  if (!source.hasSection('Authorization') && !source.isBlank(rules)) return undefined;
  if (source.read(rules).length === 0) {
    throw new ConfigError(keyOf(rules), 'is missing; name who has which role, for example admin=sluice-admins');
  }
  if (readAuthentication(source) === undefined) {
    const needed = keyOf(AUTHENTICATION.shape.authority);
    throw new ConfigError(keyOf(rules), `needs ${needed}: without tokens no user has a role, and every user may do everything`);
  }
  const section = source.readSection(AUTHORIZATION);
  return section.claims.length === 0 ? { ...section, claims: [['roles']] } : section;
}

/**
 * Returns undefined without Authority or ClientId, or if this process does not serve the web UI: it may share its settings with a process that does. Throws
 * ConfigError if the client secret is missing.
 */
export function readSignIn(source: ConfigSource, role: ProcessRole): SignInConfig | undefined {
  const settings = AUTHENTICATION.shape;
  const clientId = source.read(settings.clientId);
  const cookieExpireMinutes = source.read(settings.cookieExpireMinutes);
  const sessionHours = source.read(settings.sessionHours);
  const authentication = readAuthentication(source);
  if ((role !== 'all' && role !== 'ui') || clientId === undefined || authentication === undefined) return undefined;
  const clientSecret = source.read(settings.clientSecret);
  if (clientSecret === undefined) {
    const key = keyOf(settings.clientSecret);
    throw new ConfigError(key, 'is missing. The web UI signs users in as a confidential client');
  }
  const { audience: _ofTokens, ...issuer } = authentication;
  return { ...issuer, clientId, clientSecret, cookieExpireMinutes, sessionHours };
}

/** Undefined: no limits. Throws ConfigError if a value is invalid. */
export function readRateLimiting(source: ConfigSource): RateLimitingConfig | undefined {
  const policies = source.readSection(RATE_LIMITING);
  const configured = Object.entries(RATE_LIMITING.shape).flatMap(([name, { shape }]) => {
    const isConfigured = Object.values(shape).some((setting) => source.originOf(setting) !== 'default');
    return isConfigured ? [[name, policies[name as RateLimitName]]] : [];
  });
  return source.hasSection('RateLimiting') ? Object.fromEntries(configured) : undefined;
}

/** Returns undefined if the audit log is off. */
export function readAudit(source: ConfigSource): AuditConfig | undefined {
  const { isEnabled, acts } = source.readSection(AUDIT);
  if (!isEnabled) return undefined;
  return { kinds: acts.length === 0 ? ['operator'] : acts };
}
