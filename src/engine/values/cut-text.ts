/**
 * Cuts to UTF-16 code units, but never a character, because half a surrogate pair cannot be stored. `platform/cut-text.ts` is the same for parts that
 * cannot import the engine.
 */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
