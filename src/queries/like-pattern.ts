/** The pattern of a text where `*` and `?` match characters, unless a backslash is before them. */
export function likePattern(text: string): string {
  return text.replace(/\\[*?\\]|[%_\\*?]/g, (found) => {
    if (found.length === 2) return found === '\\\\' ? '\\\\' : found.charAt(1);
    if (found === '*') return '%';
    return found === '?' ? '_' : `\\${found}`;
  });
}
