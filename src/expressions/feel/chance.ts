/** Ids and numbers that look random and are the same whenever the command is decided again (docs/contributing/spec/journal.md#command-clock). */
export interface Chance {
  /** the next GUID */
  guid(): string;
  /** the next number, from 0 up to but not including 1 */
  number(): number;
}

const RANGE = 2 ** 32;

/** Draws that all follow from one GUID, given in lower case: the first is the GUID itself, the others differ in its first eight digits. */
export function chanceOf(guid: string): Chance {
  const first = Number.parseInt(guid.slice(0, 8), 16) || 0;
  let drawn = 0;
  const next = () => {
    drawn += 1;
    return (first + drawn - 1) % RANGE;
  };
  return {
    guid: () => next().toString(16).padStart(8, '0') + guid.slice(8),
    number: () => scattered(next()) / RANGE,
  };
}

/** Spreads neighbouring integers over the 32-bit range. */
function scattered(seed: number): number {
  let value = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
