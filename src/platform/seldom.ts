/** Whether a line is to be written, and how many like it were not since the last one. */
export type Seldom = (text: string) => { readonly isDue: boolean; readonly suppressed: number };

/** A line that is said again within this time belongs to the same outage. Unit: ms. */
const SAME_OUTAGE_MS = 15_000;
/** How often an outage that lasts is said again. Unit: ms. */
const REPEAT_MS = 60_000;
/** Texts that are remembered; messages of servers may hold numbers that never come again. */
const MAX_TEXTS = 200;

interface Told {
  writtenAt: number;
  lastAt: number;
  suppressed: number;
}

/** Says what goes on and on once at its beginning, then once a minute. `now`: monotonic, in ms. */
export function openSeldom(now: () => number = () => performance.now()): Seldom {
  const told = new Map<string, Told>();
  return (text) => {
    const at = now();
    const known = told.get(text);
    if (known !== undefined && at - known.lastAt < SAME_OUTAGE_MS && at - known.writtenAt < REPEAT_MS) {
      known.lastAt = at;
      known.suppressed += 1;
      return { isDue: false, suppressed: 0 };
    }
    told.delete(text); // to the end: what was said longest ago is forgotten first
    if (told.size >= MAX_TEXTS) told.delete(told.keys().next().value ?? '');
    told.set(text, { writtenAt: at, lastAt: at, suppressed: 0 });
    return { isDue: true, suppressed: known?.suppressed ?? 0 };
  };
}
