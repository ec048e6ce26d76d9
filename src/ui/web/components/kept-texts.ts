/** Stored texts if the browser has no storage. They are lost when the tab is reloaded or closed. */
export const unkept = new Map<string, string>();

/** Returns the value stored under a key. The stored format is JSON and must not change. */
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
