const UNPAIRED_SURROGATE = /\p{Surrogate}/u;

/**
 * Whether a JSON value holds U+0000 or an unpaired surrogate in a text or in a member name, at any depth (docs/spec/http/errors.md#unstorable-text).
 * The depth of the value has been bounded before this is asked.
 */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || UNPAIRED_SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsUnstorableText);
  return Object.entries(value).some(([name, member]) => holdsUnstorableText(name) || holdsUnstorableText(member));
}
