interface List {
  readonly length: number;
}
type Method = (this: List, ...parameters: unknown[]) => unknown;

const ONE = () => 1;
const LENGTH = (list: List) => list.length;
const RESULT = (_: List, result: unknown) => (result as List).length;
const iteratorOf = (list: Iterable<unknown>) => Object.getPrototypeOf(list[Symbol.iterator]()) as object;

/** Functions with which engine code reads collections, and the number of reads of each call. */
const MOST_POLLS: readonly (readonly [object, readonly string[], (self: List, result: unknown) => number])[] = [
  [Map.prototype, ['get', 'has', 'set', 'delete'], ONE],
  [Set.prototype, ['has', 'add', 'delete'], ONE],
  ...[new Map(), new Set(), []].map((list) => [iteratorOf(list), ['next'], ONE] as const),
  [Array.prototype, ['filter', 'map', 'flatMap', 'some', 'every', 'find', 'findIndex', 'indexOf', 'includes'], LENGTH],
  [Array.prototype, ['splice', 'sort', 'reverse', 'flat', 'reduce'], LENGTH],
  [Array.prototype, ['slice'], RESULT],
];

/**
 * How many things code looks at in collections while it runs: a measure of work that is the same on every machine and under every load.
 * Code that runs at the same time is counted too, so the call must be synchronous.
 */
export function countedWork(work: () => void): number {
  let count = 0;
  const originals: (() => void)[] = [];
  for (const [prototype, names, weigh] of MOST_POLLS) {
    for (const name of names) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      const original = descriptor.value as Method;
      const counting: Method = function (...parameters) {
        const result = original.apply(this, parameters);
        count += weigh(this, result);
        return result;
      };
      Object.defineProperty(prototype, name, { ...descriptor, value: counting });
      originals.push(() => Object.defineProperty(prototype, name, descriptor));
    }
  }
  try {
    work();
  } finally {
    for (const restore of originals) restore();
  }
  return count;
}
