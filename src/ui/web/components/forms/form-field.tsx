import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import { lazyPart } from '../lazy-part.tsx';
import type { EnteredText } from './field-value.ts';
import { RadioLabels } from './radio-labels.tsx';

const FormCheckbox = lazyPart(async () => (await import('./form-checkbox.tsx')).FormCheckbox);
const FormRadios = lazyPart(async () => (await import('./form-radios.tsx')).FormRadios, RadioLabels);

/** `fault`: error text for the value. */
export function FormInput(props: {
  readonly field: FormField;
  readonly text: EnteredText;
  readonly isFocused: boolean;
  readonly fault?: string | undefined;
  readonly onText: (text: EnteredText) => void;
  readonly onLeave?: () => void;
}) {
  const { field, text, isFocused, fault, onText, onLeave } = props;
  const common = {
    label: field.label ?? field.id,
    description: field.hint,
    error: fault,
    disabled: field.isReadOnly === true,
    name: field.id,
    onBlur: onLeave,
    ...(isFocused && { 'data-autofocus': true }),
  };
  if (field.type === 'boolean') {
    return (
      <FormCheckbox {...common} checked={text === 'true'} onChange={(event) => onText(String(event.currentTarget.checked))} />
    );
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
    return <FormRadios {...group} required={required} choices={choices} isDisabled={disabled} value={text} onChange={onText} />;
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
