/** How long a client may take nothing of what is there for it. Unit: ms. */
const MOST_STALLED_MS = 30_000;

/** The same parts; `onStall` is called when the next one is not asked for in time. */
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
