import { useEffect, useRef } from 'react';
import { takesText } from '../../../components/takes-text.ts';

/** Effects by key name of the browser (`j`, `?`, `ArrowDown`). */
export type TaskKeys = Readonly<Record<string, () => void>>;

/** Handles keys on the whole page, except in fields and dialogs. */
export function useTaskKeys(keys: TaskKeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (event.defaultPrevented || event.repeat || altKey || ctrlKey || metaKey) return;
      if (takesText(target)) return;
      if (document.querySelector('[role="dialog"]') !== null || !Object.hasOwn(current.current, key)) return;
      event.preventDefault();
      current.current[key]?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
