/** Edit distance of a similar name. */
const MAX_TYPOS = 3;

/** The first known name with the smallest edit distance; undefined if it is above MAX_TYPOS. Ignores case. */
export function likelyName(written: string, known: readonly string[]): string | undefined {
  let likely: string | undefined;
  let least = MAX_TYPOS + 1;
  for (const name of known) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const typos = distance(written.toLowerCase(), name.toLowerCase());
    if (typos < least) [likely, least] = [name, typos];
  }
  return likely;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...b].entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
