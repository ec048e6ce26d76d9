/** Used if the browser has no storage. Lost when the tab is reloaded or closed. */
export const unkept = new Map<string, string>();

/** Stored as JSON; the format must not change. */
export function readKept(key: string): string | undefined {
  const text = unkept.get(key);
  if (text !== undefined) return text;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}
