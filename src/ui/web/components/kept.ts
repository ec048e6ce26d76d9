import { useSyncExternalStore } from 'react';
import { readKept, unkept } from './kept-texts.ts';

const readers = new Set<() => void>();

/** All tabs of this browser share the text. Without storage, it is lost when the tab is reloaded or closed. */
export function useKept(key: string, otherwise: string): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(listen, () => readKept(key) ?? otherwise);
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

function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, JSON.stringify(text));
    unkept.delete(key);
  } catch {
    unkept.set(key, text);
  }
  for (const onChange of [...readers]) onChange();
}
