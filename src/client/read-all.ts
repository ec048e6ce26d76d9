/** Parameters of all lists. */
export interface PagesQuery {
  /** first page; default 1 */
  readonly page?: number | undefined;
  /** rows of one request; default 100, which is the most */
  readonly pageSize?: number | undefined;
}

interface Page {
  readonly items?: readonly unknown[];
  /** the same for the list of user tasks */
  readonly data?: readonly unknown[];
  readonly pageSize: number;
}

/** The rows of all pages; requests each page when the previous one is consumed. */
export async function* readAll(read: (query: PagesQuery) => Promise<Page>, query: PagesQuery = {}): AsyncGenerator<unknown> {
  for (let page = query.page ?? 1; ; page += 1) {
    const { data = [], items = data, pageSize } = await read({ ...query, page, pageSize: query.pageSize ?? 100 });
    yield* items;
    if (items.length < pageSize) return;
  }
}
