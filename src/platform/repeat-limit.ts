/** Decides whether to write a log line, and counts equal lines that were suppressed since the last one. */
export type RepeatLimit = (text: string) => { readonly isDue: boolean; readonly suppressed: number };

/** A line that comes again within this time belongs to the same outage. */
const SAME_OUTAGE_MS = 15_000;
/** Interval of the log line of a continuing outage. */
const REPEAT_MS = 60_000;
/** Texts that are remembered; messages of servers may hold numbers that never come again. */
const MAX_TEXTS = 200;

interface KnownText {
  writtenAt: number;
  lastAt: number;
  suppressed: number;
}

/** A repeated line is due at its beginning, then once a minute. `now`: monotonic, in ms. */
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
    texts.delete(text); // to the end: the oldest is forgotten first
    if (texts.size >= MAX_TEXTS) texts.delete(texts.keys().next().value ?? '');
    texts.set(text, { writtenAt: at, lastAt: at, suppressed: 0 });
    return { isDue: true, suppressed: known?.suppressed ?? 0 };
  };
}
