import type { ListQuery } from '../lists/list-query.ts';
import { type ListPage, offsetOf } from '../lists/paging.ts';

/** Maximum items to cache for an answer in one read; a page further from the end needs a second read. */
const MOST_KEPT = 1000;

/**
 * Builds one page of items from an event history, in its order or from its end.
 * @param read passes every matching item in order; may be called twice with the same result
 */
export async function pageThrough<Item>(
  query: ListQuery,
  read: (add: (item: Item) => void) => Promise<void>,
): Promise<ListPage<Item>> {
  const { page, pageSize } = query.paging;
  const isDescending = query.sorts[0]?.isDescending === true;
  const offset = offsetOf(query.paging);
  let window = new Window<Item>(offset, pageSize, isDescending);
  const fill = () => read((item) => window.add(item));
  await fill();
  const totalCount = window.count;
  if (window.hasDropped) {
    const first = Math.max(0, totalCount - offset - pageSize);
    window = new Window<Item>(first, Math.max(0, totalCount - offset - first), false);
    if (window.size > 0) await fill();
  }
  const items = isDescending && !window.isDescending ? window.items().toReversed() : window.items();
  return { items, totalCount, page, pageSize };
}

/** Keeps the items that may be on the page: from the front only its rows, from the back also earlier candidates. */
class Window<Item> {
  count = 0;
  /** the page begins too far from the end: items are only counted */
  readonly hasDropped: boolean;
  readonly size: number;
  readonly isDescending: boolean;
  private readonly offset: number;
  private readonly kept: Item[] = [];

  constructor(offset: number, size: number, isDescending: boolean) {
    this.offset = offset;
    this.size = size;
    this.isDescending = isDescending;
    this.hasDropped = isDescending && offset + size > MOST_KEPT;
  }

  add(item: Item): void {
    this.count += 1;
    if (this.hasDropped) return;
    if (this.isDescending) this.kept.push(item);
    else if (this.count > this.offset && this.kept.length < this.size) this.kept.push(item);
    if (this.isDescending && this.kept.length >= 2 * (this.offset + this.size)) this.kept.splice(0, this.offset + this.size);
  }

  items(): readonly Item[] {
    if (!this.isDescending) return this.kept;
    return this.kept.reverse().slice(this.offset, this.offset + this.size);
  }
}
