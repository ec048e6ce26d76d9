import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { FormField } from '../../../../engine/model-forms.ts';
import { JsonText } from '../../api/json-text.ts';
import { readValue } from '../json-text.ts';

/** What is entered in a field, as text; a checkbox holds `true` or `false`. */
export type EnteredText = string;

/** The text a field begins with: its default, if that is a value of its type. A default may be an expression, which nobody has evaluated. */
export function initialText(field: FormField): EnteredText {
  const { defaultValue, type } = field;
  const text = defaultValue === undefined ? '' : String(defaultValue);
  return isOfType(field, text) ? text : type === 'boolean' ? 'false' : '';
}

function isOfType({ type, values }: FormField, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  if (type === 'number') return text.trim() !== '' && Number.isFinite(Number(text));
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (type === 'enum') return (values ?? []).some(({ id }) => id === text);
  return !/^=|[$#]\{/.test(text);
}

/** The value of a field; undefined when it was left empty. */
export function valueOfField({ type }: FormField, text: EnteredText): JsonText | undefined {
  if (text === '') return undefined;
  return type === 'boolean' || type === 'number' ? readValue(text) : new JsonText(JSON.stringify(text));
}

/** One field of a form, with the input that its type asks for. */
export function FormInput(props: {
  readonly field: FormField;
  readonly text: EnteredText;
  readonly isFirst: boolean;
  readonly onText: (text: EnteredText) => void;
}) {
  const { field, text, isFirst, onText } = props;
  const label = field.label ?? field.id;
  const common = { label, disabled: field.isReadOnly === true, ...(isFirst && { 'data-autofocus': true }) };
  if (field.type === 'boolean') {
    return <Checkbox {...common} checked={text === 'true'} onChange={(event) => onText(String(event.currentTarget.checked))} />;
  }
  const isRequired = field.isRequired === true;
  if (field.type === 'enum') {
    const choices = (field.values ?? []).map(({ id, label: shown }) => ({ value: id, label: shown }));
    const data = [{ value: '', label: '' }, ...choices];
    return (
      <NativeSelect
        {...common}
        required={isRequired}
        data={data}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      required={isRequired}
      type={field.type}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      {...(field.type === 'number' && { step: 'any' })}
    />
  );
}
