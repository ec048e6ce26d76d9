import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Delay after the last key press. */
const WAIT_MS = 300;

/** Reports the text 300 ms after the last change (docs/contributing/spec/pages.md#workflows). Follows changes of `value`. */
export function useDebouncedText(value: string, onChange: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const report = useDebouncedCallback(onChange, WAIT_MS);
  useEffect(() => setText(value), [value]);
  return [
    text,
    (changed) => {
      setText(changed);
      report(changed);
    },
  ];
}
