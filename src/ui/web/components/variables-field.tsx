import { Textarea } from '@mantine/core';
import { readVariables } from './json-text.ts';

/** Several lines for a JSON object; a fault is shown below. */
export function VariablesField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <Textarea
      label={label}
      placeholder='{"amount": 120}'
      autosize
      minRows={4}
      maxRows={14}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={value}
      error={readVariables(value).error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
