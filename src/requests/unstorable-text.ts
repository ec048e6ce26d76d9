const UNPAIRED_SURROGATE = /\p{Surrogate}/u;

/**
 * Whether a JSON value holds U+0000 or an unpaired surrogate in a text or in a member name, at any depth (docs/contributing/spec/http/errors.md#unstorable-text).
 * Works without recursion: members whose depth nothing has bounded may be nested deeper than the call stack is.
 */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && isUnstorable(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some(isUnstorable)) return true;
    for (const member of Object.values(next)) pending.push(member);
  }
  return false;
}

function isUnstorable(text: string): boolean {
  return text.includes('\0') || UNPAIRED_SURROGATE.test(text);
}
