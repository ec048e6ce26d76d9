/** Costs: missing letters are more frequent than wrong or additional ones. `CUT_OFF`: missing end of any length. */
const [MISSING, TURNED, SURPLUS, WRONG, CUT_OFF] = [0.5, 1, 1, 1.5, 1] as const;
/** A cost up to half the letters is similar, within these bounds. */
const [LEAST_LIMIT, MOST_LIMIT] = [2.5, 6] as const;

/** Ignores case; undefined if none is similar. The first of equal ones. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  const wanted = written.toLowerCase();
  let nearest: string | undefined;
  let least = Math.min(MOST_LIMIT, Math.max(LEAST_LIMIT, wanted.length / 2));
  for (const name of known) {
    const surplus = wanted.length - name.length;
    if (surplus * SURPLUS > least || (-surplus * MISSING > least && CUT_OFF > least)) continue;
    const cost = costOf(wanted, name.toLowerCase());
    if (cost < least || (cost === least && nearest === undefined)) {
      nearest = name;
      least = cost;
    }
  }
  return nearest;
}

/** Weighted edit distance; swapped neighbors are one edit. */
function costOf(written: string, known: string): number {
  let before: number[] = [];
  let row = Array.from({ length: known.length + 1 }, (_, column) => column * MISSING);
  for (let i = 1; i <= written.length; i++) {
    const next = [i * SURPLUS];
    for (let j = 1; j <= known.length; j++) {
      const isSame = written[i - 1] === known[j - 1];
      const replaced = at(row, j - 1) + (isSame ? 0 : WRONG);
      const isTurned = i > 1 && j > 1 && written[i - 1] === known[j - 2] && written[i - 2] === known[j - 1];
      const turned = isTurned ? at(before, j - 2) + TURNED : Number.POSITIVE_INFINITY;
      next.push(Math.min(replaced, turned, at(row, j) + SURPLUS, at(next, j - 1) + MISSING));
    }
    before = row;
    row = next;
  }
  const cost = at(row, known.length);
  return known.startsWith(written) ? Math.min(cost, CUT_OFF) : cost;
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
