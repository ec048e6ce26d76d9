import { ALL_KEYS } from './access-roles.ts';

/** Key patterns that limit a user; undefined: all process keys, and data without one (docs/contributing/spec/roles.md#key-patterns). */
export type KeyLimits = readonly string[] | undefined;

/** The limits from patterns; a pattern for all keys is not a limit. */
export function limitsOf(patterns: readonly string[]): KeyLimits {
  return patterns.includes(ALL_KEYS) ? undefined : patterns;
}

/** Whether a process key is within limits. What has none is outside of every limit. */
export function isWithin(limits: KeyLimits, key: string | null): boolean {
  if (limits === undefined) return true;
  return key !== null && limits.some((pattern) => fits(pattern, key));
}

/** Patterns as a database asks for them: whole keys, and beginnings of keys. */
export function splitPatterns(patterns: readonly string[]): { readonly keys: string[]; readonly beginnings: string[] } {
  return {
    keys: patterns.filter((pattern) => !pattern.endsWith('*')),
    beginnings: patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1)),
  };
}

function fits(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}
