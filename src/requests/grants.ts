import { ALL_KEYS, type Grant, RIGHTS_OF_ROLE, type Right } from '../platform/access-roles.ts';
import type { AuthorizationConfig, ClaimPath } from '../platform/config/config-security.ts';

/** Token claims whose text is a list with blanks in between (RFC 6749, 3.3). */
const LISTS_IN_TEXT: ReadonlySet<string> = new Set(['scope', 'scp']);

/**
 * Values of the claims that some rule names (docs/contributing/spec/roles.md#token-claims). Without others, the configuration bounds the size of a session.
 */
export function grantValuesOf(claims: Readonly<Record<string, unknown>>, config: AuthorizationConfig): readonly string[] {
  const known = new Set(config.rules.map(({ value }) => value));
  const found = config.claims.flatMap((path) => valuesAt(claims, path));
  return [...new Set(found)].filter((value) => known.has(value));
}

export function grantsOf(values: readonly string[], { rules, defaultGrant }: AuthorizationConfig): readonly Grant[] {
  const grants = rules.filter(({ value }) => values.includes(value)).map(({ role, pattern }) => ({ role, pattern }));
  return defaultGrant === undefined ? grants : [...grants, defaultGrant];
}

/** Empty: the grants do not include the permission. A pattern for all keys is the only one. */
export function patternsFor(grants: readonly Grant[], right: Right): readonly string[] {
  return patternsForAny(grants, [right]);
}

export function patternsForAny(grants: readonly Grant[], rights: readonly Right[]): readonly string[] {
  const patterns = grants
    .filter(({ role }) => rights.some((right) => RIGHTS_OF_ROLE[role].includes(right)))
    .map(({ pattern }) => pattern);
  return patterns.includes(ALL_KEYS) ? [ALL_KEYS] : [...new Set(patterns)].sort();
}

/** Own members only: a token may name its claims like members that every object has. */
function valuesAt(claims: unknown, path: ClaimPath): readonly string[] {
  let value = claims;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return [];
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof value === 'string') return LISTS_IN_TEXT.has(path.at(-1) ?? '') ? value.split(' ') : [value];
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}
