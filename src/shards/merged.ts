interface Source<T> {
  readonly items: AsyncIterator<T>;
  next: IteratorResult<T, unknown>;
}

/**
 * Items of sorted sources in one order; of equal items, that of an earlier source is first. Reads one item ahead of each source, and ends the sources when
 * the reader stops.
 */
export async function* merged<T>(
  sources: readonly AsyncIterable<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T, void, undefined> {
  const iterators = sources.map((source) => source[Symbol.asyncIterator]());
  try {
    const open: Source<T>[] = await Promise.all(iterators.map(async (items) => ({ items, next: await items.next() })));
    for (;;) {
      const least = firstOf(open, compare);
      if (least === undefined) return;
      yield least.next.value as T;
      least.next = await least.items.next();
    }
  } finally {
    await Promise.allSettled(iterators.map((items) => items.return?.()));
  }
}

function firstOf<T>(open: readonly Source<T>[], compare: (a: T, b: T) => number): Source<T> | undefined {
  let least: Source<T> | undefined;
  for (const source of open) {
    if (source.next.done === true) continue;
    if (least === undefined || compare(source.next.value, least.next.value as T) < 0) least = source;
  }
  return least;
}
