/** Roles that a token can grant (docs/contributing/spec/roles.md). */
export const ACCESS_ROLES = ['viewer', 'worker', 'operator', 'author', 'admin'] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];

/** Permissions of endpoints, views and pages. Each is the minimum for one kind of work. */
export const RIGHTS = ['see', 'see-tasks', 'work', 'operate', 'author', 'administer'] as const;
export type Right = (typeof RIGHTS)[number];

/** A role contains another only if it is listed here (docs/contributing/spec/roles.md#access-roles). */
export const RIGHTS_OF_ROLE: Readonly<Record<AccessRole, readonly Right[]>> = {
  viewer: ['see', 'see-tasks'],
  worker: ['see-tasks', 'work'],
  operator: ['see', 'see-tasks', 'work', 'operate'],
  author: ['see', 'see-tasks', 'author'],
  admin: RIGHTS,
};

/** `pattern`: a process key, a prefix followed by `*`, or `*`. */
export interface Grant {
  readonly role: AccessRole;
  readonly pattern: string;
}

/** Pattern that matches all process keys, and data without a process key. */
export const ALL_KEYS = '*';

/** Roles in the order of ACCESS_ROLES. */
export function rolesWith(right: Right): readonly AccessRole[] {
  return ACCESS_ROLES.filter((role) => RIGHTS_OF_ROLE[role].includes(right));
}

/**
 * The error text is the same if the target does not exist (docs/contributing/spec/roles.md#no-oracle).
 * @param scope further condition of the permission: `for all process keys`
 */
export function rightIsMissing(right: Right, scope?: string): string {
  const roles = rolesWith(right);
  const last = roles.at(-1) ?? '';
  return `This needs the role ${roles.length === 1 ? last : `${roles.slice(0, -1).join(', ')} or ${last}`}${scope === undefined ? '' : ` ${scope}`}.`;
}

/** Key patterns; undefined: all process keys, and data without one (docs/contributing/spec/roles.md#key-patterns). */
export type KeyLimits = readonly string[] | undefined;

/** Undefined (no limit) if one of the patterns is `*`. */
export function limitsOf(patterns: readonly string[]): KeyLimits {
  return patterns.includes(ALL_KEYS) ? undefined : patterns;
}

/** Data without a key (null) is only within the limits undefined. */
export function isWithin(limits: KeyLimits, key: string | null): boolean {
  if (limits === undefined) return true;
  return key !== null && limits.some((pattern) => fits(pattern, key));
}

/** Splits patterns for SQL. `keys`: whole process keys. `beginnings`: prefixes without `*`. */
export function splitPatterns(patterns: readonly string[]): { readonly keys: string[]; readonly beginnings: string[] } {
  return {
    keys: patterns.filter((pattern) => !pattern.endsWith('*')),
    beginnings: patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1)),
  };
}

function fits(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}
