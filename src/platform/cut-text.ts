/** `most`: UTF-16 code units. Never splits a surrogate pair, because half of it cannot be stored. `engine/values/cut-text.ts` is the same. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
