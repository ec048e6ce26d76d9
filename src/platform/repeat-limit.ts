/** `isDue`: write the log line. `suppressed`: equal lines that were not written since the last written one; 0 if not due. */
export type RepeatLimit = (text: string) => { readonly isDue: boolean; readonly suppressed: number };

/** A line that is repeated within this time belongs to the same outage. */
const SAME_OUTAGE_MS = 15_000;
const REPEAT_MS = 60_000;
/** Error messages may contain numbers that differ each time. */
const MAX_TEXTS = 200;

interface KnownText {
  writtenAt: number;
  lastAt: number;
  suppressed: number;
}

/** The first of equal lines is due, and during an outage one per minute. `now`: monotonic time in ms. */
export function openRepeatLimit(now: () => number = () => performance.now()): RepeatLimit {
  const texts = new Map<string, KnownText>();
  return (text) => {
    const at = now();
    const known = texts.get(text);
    if (known !== undefined && at - known.lastAt < SAME_OUTAGE_MS && at - known.writtenAt < REPEAT_MS) {
      known.lastAt = at;
      known.suppressed += 1;
      return { isDue: false, suppressed: 0 };
    }
    texts.delete(text); // so that `set` moves it to the end: the limit removes the first one
    if (texts.size >= MAX_TEXTS) texts.delete(texts.keys().next().value ?? '');
    texts.set(text, { writtenAt: at, lastAt: at, suppressed: 0 });
    return { isDue: true, suppressed: known?.suppressed ?? 0 };
  };
}
