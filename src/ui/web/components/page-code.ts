/** Functions that load the code of a page, by address. */
const loads = new Map<string, () => Promise<unknown>>();

/** Registers the function that loads the code of a page. */
export function rememberPageCode(path: string, load: () => Promise<unknown>): void {
  loads.set(path, load);
}

/** Loads the code of a page that will probably be opened. Ignores errors: the page shows them when it is opened. */
export function prefetchPage(path: string): void {
  void loads
    .get(path)?.()
    .catch(() => {});
}
