import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Delay after the last key press. */
const WAIT_MS = 300;

/** A text that is reported 300 ms after the last key (docs/contributing/spec/pages.md#workflows), and follows when its value changes from outside. */
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
