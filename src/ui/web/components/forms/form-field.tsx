import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/Radio.css';
import { Checkbox, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import { JsonText } from '../../api/json-text.ts';
import { readValue } from '../json-text.ts';

/** Text in a field. A checkbox has `true` or `false`. */
export type EnteredText = string;

/** Returns the initial text of a field: its default if it has the right type, otherwise `false` for checkboxes and '' for others. Thus expressions, which are not evaluated, are ignored. */
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

/** Returns the value of a field; undefined if it is empty. */
export function valueOfField({ type }: FormField, text: EnteredText): JsonText | undefined {
  if (text === '') return undefined;
  return type === 'boolean' || type === 'number' ? readValue(text) : new JsonText(JSON.stringify(text));
}

/** One field of a form, with an input of its type. `fault`: error text for the value. */
export function FormInput(props: {
  readonly field: FormField;
  readonly text: EnteredText;
  readonly isFirst: boolean;
  readonly fault?: string | undefined;
  readonly onText: (text: EnteredText) => void;
  readonly onLeave?: () => void;
}) {
  const { field, text, isFirst, fault, onText, onLeave } = props;
  const common = {
    label: field.label ?? field.id,
    description: field.hint,
    error: fault,
    disabled: field.isReadOnly === true,
    name: field.id,
    onBlur: onLeave,
    ...(isFirst && { 'data-autofocus': true }),
  };
  if (field.type === 'boolean') {
    return <Checkbox {...common} checked={text === 'true'} onChange={(event) => onText(String(event.currentTarget.checked))} />;
  }
  const required = field.isRequired === true;
  if (field.type === 'enum') return <Choice {...props} common={common} required={required} />;
  const typed = { ...common, required, value: text };
  if (field.control === 'textarea') {
    return <Textarea {...typed} autosize minRows={3} maxRows={12} onChange={(event) => onText(event.currentTarget.value)} />;
  }
  return (
    <TextInput
      {...typed}
      type={field.type}
      onChange={(event) => onText(event.currentTarget.value)}
      {...(field.type === 'number' && { step: 'any' })}
    />
  );
}

/** Field for one of several values. */
function Choice(props: {
  readonly field: FormField;
  readonly text: EnteredText;
  readonly onText: (text: EnteredText) => void;
  readonly common: { readonly label: string; readonly disabled: boolean; readonly name: string };
  readonly required: boolean;
}) {
  const { field, text, onText, common, required } = props;
  const choices = (field.values ?? []).map(({ id, label: shown }) => ({ value: id, label: shown }));
  if (field.control === 'radio') {
    const { disabled, ...group } = common;
    return (
      <Radio.Group {...group} required={required} value={text} onChange={onText}>
        <Stack gap={6} mt={4}>
          {choices.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={disabled} />
          ))}
        </Stack>
      </Radio.Group>
    );
  }
  return (
    <NativeSelect
      {...common}
      required={required}
      data={[{ value: '', label: '' }, ...choices]}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}
