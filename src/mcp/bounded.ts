/** Limits of one value: characters of a text, entries of a list or fields of an object. */
interface Bound {
  readonly text: number;
  readonly entries: number;
}

/** From generous to narrow: the first that fits is taken. */
const BOUNDS: readonly Bound[] = [
  { text: 30_000, entries: 1000 },
  { text: 8000, entries: 200 },
  { text: 2000, entries: 100 },
  { text: 500, entries: 50 },
  { text: 200, entries: 20 },
  { text: 80, entries: 5 },
];
const DEEPEST = 16;
/** Half of a pair that the cut has separated. */
const HALF_AT_END = /\p{Surrogate}$/u;

/** A value within bounds, and whether anything of it was left out. */
export interface Bounded {
  readonly value: unknown;
  readonly isCut: boolean;
}

/** Cuts a JSON value until its text has at most `most` characters. Placeholders mark omitted parts. */
export function bounded(value: unknown, most: number): Bounded {
  for (const bound of BOUNDS) {
    const cutter = new Cutter(bound);
    const copy = cutter.copyOf(value, 0);
    if (lengthOf(copy) <= most) return { value: copy, isCut: cutter.hasCut };
  }
  return { value: '(left out: too large)', isCut: true };
}

/** Cuts a text to the maximum number of characters. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(HALF_AT_END, '')}… (${text.length} characters in all)`;
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) ?? '').length;
}

class Cutter {
  readonly #bound: Bound;
  hasCut = false;

  constructor(bound: Bound) {
    this.#bound = bound;
  }

  copyOf(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= DEEPEST) {
      this.hasCut = true;
      return '(left out: too deep)';
    }
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value, depth);
  }

  #text(text: string): string {
    if (text.length > this.#bound.text) this.hasCut = true;
    return cutText(text, this.#bound.text);
  }

  #list(list: readonly unknown[], depth: number): unknown[] {
    const kept = list.slice(0, this.#bound.entries).map((entry) => this.copyOf(entry, depth + 1));
    const leftOut = list.length - kept.length;
    if (leftOut === 0) return kept;
    this.hasCut = true;
    return [...kept, `(${leftOut} more left out)`];
  }

  #object(object: object, depth: number): object {
    const members = Object.entries(object);
    const kept = members
      .slice(0, this.#bound.entries)
      .map(([name, member]): [string, unknown] => [this.#text(name), this.copyOf(member, depth + 1)]);
    if (kept.length === members.length) return Object.fromEntries(kept);
    this.hasCut = true;
    return Object.fromEntries([...kept, ['(left out)', `${members.length - kept.length} more members`]]);
  }
}
