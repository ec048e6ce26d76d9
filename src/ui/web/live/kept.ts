import { useSyncExternalStore } from 'react';

/** What was chosen while the browser keeps nothing: it lasts as long as the page. */
const unkept = new Map<string, string>();
const readers = new Set<() => void>();

/** A text that this browser keeps, the same in all tabs. Where it may keep nothing, that is no reason to complain: the choice holds until the page is left. */
export function useKept(key: string, otherwise: string): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(listen, () => read(key) ?? otherwise);
  return [text, (next) => keep(key, next)];
}

function listen(onChange: () => void): () => void {
  readers.add(onChange);
  window.addEventListener('storage', onChange);
  return () => {
    readers.delete(onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** Stored as JSON, as it always was. */
function read(key: string): string | undefined {
  const text = unkept.get(key);
  if (text !== undefined) return text;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof stored === 'string' ? stored : undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, JSON.stringify(text));
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
  for (const onChange of [...readers]) onChange();
}
