/** Longest time in which a client takes no data. Unit: ms. */
const MOST_STALLED_MS = 30_000;

/** The same parts; calls `onStall` when the next one is not taken in time. */
export async function* guardedParts(
  parts: AsyncIterable<string>,
  onStall: (stalledMs: number) => void,
  mostStalledMs = MOST_STALLED_MS,
): AsyncGenerator<string> {
  for await (const part of parts) {
    const cut = setTimeout(() => onStall(mostStalledMs), mostStalledMs);
    try {
      yield part;
    } finally {
      clearTimeout(cut);
    }
  }
}
