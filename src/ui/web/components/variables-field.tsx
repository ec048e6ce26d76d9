import { pageTexts } from '../texts/user-tasks.ts';
import { JsonField } from './json-field/json-field.tsx';
import { readVariables } from './json-text.ts';
import './variables-field.css';

/** JSON object; a fault is shown below. `isFolded`: other fields have all expected variables. */
export function VariablesField(props: {
  readonly label: string;
  readonly value: string;
  readonly isFolded?: boolean;
  readonly onChange: (text: string) => void;
}) {
  const { label, value, isFolded = false, onChange } = props;
  const field = (
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
  if (!isFolded) return field;
  return (
    <details className="further-variables">
      <summary>{pageTexts.further}</summary>
      {field}
    </details>
  );
}
