import { ConfigError, type ConfigSource } from './config-source.ts';
import { SETTINGS } from './config-table.ts';

/** Section `Authentication` as the API reads it (docs/contributing/spec/http/access.md#authentication). */
export interface AuthenticationConfig {
  /** address of the issuer, as given */
  readonly authority: string;
  readonly audience: string;
  readonly requiresHttps: boolean;
  readonly userIdClaim: string;
  readonly groupsClaim: string;
}

/** Peers whose forwarded headers are believed (docs/contributing/spec/http/access.md#known-proxies). */
export interface TrustedProxies {
  readonly addresses: readonly string[];
  /** CIDR ranges */
  readonly networks: readonly string[];
}

/** The policies (docs/contributing/spec/http/access.md#rate-limit-policies). */
export const RATE_LIMIT_NAMES = ['WorkflowMutation', 'TaskOperation', 'Read', 'Admin', 'Polling'] as const;
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number];

/** A fixed window: maximum number of requests of one client within a number of seconds. */
export interface RateLimit {
  readonly windowSeconds: number;
  readonly permitLimit: number;
}

/** Section `RateLimiting`; a policy that is not configured has no entry. */
export type RateLimitingConfig = Readonly<Partial<Record<RateLimitName, RateLimit>>>;

const RATE_LIMIT_SETTINGS = {
  WorkflowMutation: [SETTINGS.workflowMutationWindow, SETTINGS.workflowMutationPermitLimit],
  TaskOperation: [SETTINGS.taskOperationWindow, SETTINGS.taskOperationPermitLimit],
  Read: [SETTINGS.readWindow, SETTINGS.readPermitLimit],
  Admin: [SETTINGS.adminWindow, SETTINGS.adminPermitLimit],
  Polling: [SETTINGS.pollingWindow, SETTINGS.pollingPermitLimit],
} as const satisfies Readonly<Record<RateLimitName, object>>;

/** The section, or undefined when authentication is off. Throws ConfigError when it cannot be used. */
export function readAuthentication(source: ConfigSource): AuthenticationConfig | undefined {
  const authority = source.read(SETTINGS.authority);
  const section = {
    audience: source.read(SETTINGS.audience),
    requiresHttps: source.read(SETTINGS.requireHttpsMetadata),
    userIdClaim: source.read(SETTINGS.userIdClaim),
    groupsClaim: source.read(SETTINGS.groupsClaim),
  };
  if (authority === undefined) {
    if (!source.isBlank(SETTINGS.authority)) return undefined;
    throw new ConfigError(SETTINGS.authority.key, 'holds white space only; remove it to leave the API open, or name the issuer');
  }
  if (section.requiresHttps && new URL(authority).protocol !== 'https:') {
    const key = SETTINGS.requireHttpsMetadata.key;
    throw new ConfigError(
      SETTINGS.authority.key,
      `must begin with https:// unless ${key} is false, which is for a local issuer only`,
    );
  }
  return { authority, ...section };
}

/** Proxies are trusted with authentication on or off. Throws ConfigError when an entry cannot be read. */
export function readProxies(source: ConfigSource): TrustedProxies {
  return { addresses: source.read(SETTINGS.knownProxies), networks: source.read(SETTINGS.knownNetworks) };
}

/** The section, or undefined when it does not exist. Throws ConfigError when a value cannot be used. */
export function readRateLimiting(source: ConfigSource): RateLimitingConfig | undefined {
  const policies: Partial<Record<RateLimitName, RateLimit>> = {};
  for (const name of RATE_LIMIT_NAMES) {
    const [windowSetting, permitSetting] = RATE_LIMIT_SETTINGS[name];
    const policy = { windowSeconds: source.read(windowSetting), permitLimit: source.read(permitSetting) };
    const isConfigured = [windowSetting, permitSetting].some((setting) => source.originOf(setting) !== 'default');
    if (isConfigured) policies[name] = policy;
  }
  return source.hasSection('RateLimiting') ? policies : undefined;
}

/** Acts that can be recorded (docs/contributing/spec/audit.md#acts). */
export const AUDIT_KINDS = ['operator', 'client', 'worker'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Section `Audit`. */
export interface AuditConfig {
  /** acts that are recorded */
  readonly kinds: readonly AuditKind[];
}

/** The section, or undefined when nothing is recorded. */
export function readAudit(source: ConfigSource): AuditConfig | undefined {
  const kinds = source.read(SETTINGS.auditActs);
  if (!source.read(SETTINGS.auditEnabled)) return undefined;
  return { kinds: kinds.length === 0 ? ['operator'] : kinds };
}
