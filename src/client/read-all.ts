/** What every list takes. */
export interface PagesQuery {
  /** where it begins; default 1 */
  readonly page?: number | undefined;
  /** rows of one request; default 100, which is the most */
  readonly pageSize?: number | undefined;
}

interface Page {
  readonly items?: readonly unknown[];
  /** what the list of user tasks calls them */
  readonly data?: readonly unknown[];
  readonly pageSize: number;
}

/** The rows of all pages, each page asked for when the one before it has been used up. */
export async function* readAll(read: (query: PagesQuery) => Promise<Page>, query: PagesQuery = {}): AsyncGenerator<unknown> {
  for (let page = query.page ?? 1; ; page += 1) {
    const { data = [], items = data, pageSize } = await read({ ...query, page, pageSize: query.pageSize ?? 100 });
    yield* items;
    if (items.length < pageSize) return;
  }
}
