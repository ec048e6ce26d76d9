import { Group } from '@mantine/core';
import { useState } from 'react';
import { cutText } from '../../../platform/cut-text.ts';
import { texts } from '../texts/texts.ts';
import { CopyButton } from './copy-button.tsx';

/** Longer lines are cut. */
const SHORT = 100;

/** One line of JSON to copy, cut if long. Long values and objects have a button that shows several lines. */
export function JsonValue({ value, name }: { readonly value: unknown; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  const line = JSON.stringify(value) ?? 'null';
  const isLong = line.length > SHORT || (typeof value === 'object' && value !== null && line.length > 40);
  return (
    <Group wrap="nowrap" gap="xs" align={isOpen ? 'flex-start' : 'center'} justify="space-between">
      <div>
        {isOpen ? (
          <pre className="json">{JSON.stringify(value, null, 2)}</pre>
        ) : (
          <span className="json-line">{line.length > SHORT ? `${cutText(line, SHORT)}…` : line}</span>
        )}
        {isLong && (
          <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? texts.shared.collapse : texts.shared.showAsJson}
          </button>
        )}
      </div>
      <CopyButton text={JSON.stringify(value, null, 2) ?? 'null'} label={texts.shared.copy(name)} />
    </Group>
  );
}
