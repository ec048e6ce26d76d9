/** Permissions that a token can give (docs/contributing/spec/roles.md). */
export const ACCESS_ROLES = ['viewer', 'worker', 'operator', 'author', 'admin'] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];

/** Permissions of endpoints, views and pages. Each is the minimum for one kind of work. */
export const RIGHTS = ['see', 'see-tasks', 'work', 'operate', 'author', 'administer'] as const;
export type Right = (typeof RIGHTS)[number];

/** Permissions of each access role; a role contains another only if it is listed here (docs/contributing/spec/roles.md#access-roles). */
export const RIGHTS_OF_ROLE: Readonly<Record<AccessRole, readonly Right[]>> = {
  viewer: ['see', 'see-tasks'],
  worker: ['see-tasks', 'work'],
  operator: ['see', 'see-tasks', 'work', 'operate'],
  author: ['see', 'see-tasks', 'author'],
  admin: RIGHTS,
};

/** An access role for the process keys of a pattern: a key, a prefix followed by `*`, or `*`. */
export interface Grant {
  readonly role: AccessRole;
  readonly pattern: string;
}

/** The pattern of all keys, and of objects without a key. */
export const ALL_KEYS = '*';

/** The access roles with a right, in the order of the table. */
export function rolesWith(right: Right): readonly AccessRole[] {
  return ACCESS_ROLES.filter((role) => RIGHTS_OF_ROLE[role].includes(right));
}

/**
 * Text for a missing permission. It is the same whether the target exists or not (docs/contributing/spec/roles.md#no-oracle).
 * @param scope further condition of the permission: `for all process keys`
 */
export function rightIsMissing(right: Right, scope?: string): string {
  const roles = rolesWith(right);
  const last = roles.at(-1) ?? '';
  return `This needs the role ${roles.length === 1 ? last : `${roles.slice(0, -1).join(', ')} or ${last}`}${scope === undefined ? '' : ` ${scope}`}.`;
}

/** Key patterns that limit a user; undefined: all process keys, and data without one (docs/contributing/spec/roles.md#key-patterns). */
export type KeyLimits = readonly string[] | undefined;

/** The limits from patterns; a pattern for all keys is not a limit. */
export function limitsOf(patterns: readonly string[]): KeyLimits {
  return patterns.includes(ALL_KEYS) ? undefined : patterns;
}

/** Returns whether a process key is within limits. Data without a key (null) is within no limits. */
export function isWithin(limits: KeyLimits, key: string | null): boolean {
  if (limits === undefined) return true;
  return key !== null && limits.some((pattern) => fits(pattern, key));
}

/** Splits patterns for SQL: whole keys and prefixes. */
export function splitPatterns(patterns: readonly string[]): { readonly keys: string[]; readonly beginnings: string[] } {
  return {
    keys: patterns.filter((pattern) => !pattern.endsWith('*')),
    beginnings: patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1)),
  };
}

function fits(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}
