/** Pseudo-random, reproducible when the command is processed again (docs/contributing/spec/journal.md#command-clock). */
export interface RandomSource {
  guid(): string;
  /** Draws from 0 (included) to 1 (excluded). */
  number(): number;
}

const RANGE = 2 ** 32;

/** Derives draws from a GUID in lower case: the first is it, the others differ in the first eight digits. */
export function randomSourceOf(guid: string): RandomSource {
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

/** Hashes neighboring integers over the 32-bit range. */
function scattered(seed: number): number {
  let value = Math.imul(seed ^ (seed >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
