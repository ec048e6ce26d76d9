/** Wildcards: `*` and `?`. A backslash before one makes it a plain character. */
export function likePattern(text: string): string {
  return text.replace(/\\[*?\\]|[%_\\*?]/g, (found) => {
    if (found.length === 2) return found === '\\\\' ? '\\\\' : found.charAt(1);
    if (found === '*') return '%';
    return found === '?' ? '_' : `\\${found}`;
  });
}
