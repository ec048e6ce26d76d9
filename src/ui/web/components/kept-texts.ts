/** Choices while the browser has no storage: they last as long as the page. */
export const unkept = new Map<string, string>();

/** The value stored under a key. The format is JSON and must stay JSON. */
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
