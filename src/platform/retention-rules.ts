/** How long something is kept, for the process keys that fit a pattern. `keepMs` null: forever. */
export interface RetentionRule {
  /** a key, the beginning of one with `*` behind it, or `*` */
  readonly pattern: string;
  readonly keepMs: number | null;
}

/** Retention time of a process key, from the most specific rule. Undefined: no limit. */
export function keepMsOf(rules: readonly RetentionRule[], key: string): number | undefined {
  let found: RetentionRule | undefined;
  for (const rule of rules) {
    if (fits(rule.pattern, key) && (found === undefined || rank(rule.pattern) > rank(found.pattern))) found = rule;
  }
  return found?.keepMs ?? undefined;
}

function fits(pattern: string, key: string): boolean {
  return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
}

/** A whole key is more specific than every beginning, a long beginning more than a short one. */
function rank(pattern: string): number {
  return pattern.endsWith('*') ? pattern.length : Number.POSITIVE_INFINITY;
}
