/** Loaders of page code, by address. */
const loads = new Map<string, () => Promise<unknown>>();

export function rememberPageCode(path: string, load: () => Promise<unknown>): void {
  loads.set(path, load);
}

/** Ignores errors: the page shows them when it is opened. */
export function prefetchPage(path: string): void {
  void loads
    .get(path)?.()
    .catch(() => {});
}
