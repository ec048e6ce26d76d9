import { JsonField } from './json-field/json-field.tsx';
import { readVariables } from './json-text.ts';

/** JSON object; a fault is shown below. */
export function VariablesField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { label, value, onChange } = props;
  return (
    <JsonField
      label={label}
      placeholder='{"amount": 120}'
      autosize
      minRows={4}
      maxRows={14}
      value={value}
      error={readVariables(value).error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
