/** How long something is kept, for the process keys that fit a pattern. `keepMs` null: forever. */
export interface RetentionRule {
  /** a key, the beginning of one with `*` behind it, or `*` */
  readonly pattern: string;
  readonly keepMs: number | null;
}

/** Section `Retention` (docs/contributing/spec/retention.md). */
export interface RetentionConfig {
  /** finished instances; empty: they are kept */
  readonly instances: readonly RetentionRule[];
  /** versions without instances that are not the latest of their key; empty: they are kept */
  readonly definitions: readonly RetentionRule[];
  /** replies by which repeats are recognised */
  readonly repliesMs: number;
  /** dead letters that have ended */
  readonly deadLettersMs: number;
  /** entries of the audit; undefined: forever */
  readonly auditMs: number | undefined;
  /** what calls of decisions have decided; undefined: it is not kept at all */
  readonly evaluationsMs: number | undefined;
  /** batches that have ended; undefined: forever */
  readonly batchesMs: number | undefined;
  /** folder of the archive; undefined: nothing is archived */
  readonly archive: string | undefined;
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
