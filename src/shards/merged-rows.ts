import type { OrderedRow } from '../queries/search.ts';

/**
 * The first `count` rows of sorted lists. Each list keeps its order; of equal rows, that of an earlier list is first. Null is last in both directions; texts
 * are compared by code point.
 * @param descending by position of the value; absent: ascending
 */
export function mergedRows<Row>(
  lists: readonly (readonly OrderedRow<Row>[])[],
  descending: readonly boolean[],
  count: number,
): Row[] {
  const next = lists.map(() => 0);
  const found: Row[] = [];
  while (found.length < count) {
    let least = -1;
    let leastRow: OrderedRow<Row> | undefined;
    for (const [at, list] of lists.entries()) {
      const ordered = list[next[at] ?? 0];
      if (ordered === undefined || (leastRow !== undefined && compareKeys(ordered.keys, leastRow.keys, descending) >= 0))
        continue;
      least = at;
      leastRow = ordered;
    }
    if (leastRow === undefined) break;
    found.push(leastRow.row);
    next[least] = (next[least] ?? 0) + 1;
  }
  return found;
}

function compareKeys(a: readonly unknown[], b: readonly unknown[], descending: readonly boolean[]): number {
  for (const [at, value] of a.entries()) {
    const difference = compareValues(value, b[at], descending[at] === true ? -1 : 1);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareValues(a: unknown, b: unknown, sign: number): number {
  const [isAbsent, isOtherAbsent] = [a ?? null, b ?? null].map((value) => value === null);
  if (isAbsent === true || isOtherAbsent === true) return Number(isAbsent) - Number(isOtherAbsent);
  if (typeof a === 'string' || typeof b === 'string')
    return sign * Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  return sign * (Number(a) - Number(b));
}
