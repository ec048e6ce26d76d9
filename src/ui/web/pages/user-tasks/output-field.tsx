import { Textarea, TextInput } from '@mantine/core';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import { FormInput } from '../../components/forms/form-field.tsx';
import { wordsOfName } from '../../components/words-of-name.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { OutputField } from './output-type.ts';

export function OutputInput(props: {
  readonly field: OutputField;
  readonly text: string;
  readonly isFocused: boolean;
  readonly fault?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
}) {
  const { field, text, isFocused, fault, onText, onLeave } = props;
  const { id, type, values = [], isOptional = false } = field;
  const label = wordsOfName(id);
  if (type === 'boolean' || type === 'number') return <FormInput {...props} field={typedField(id, type, label, !isOptional)} />;
  const common = {
    label,
    name: id,
    required: !isOptional,
    value: text,
    error: fault,
    onBlur: onLeave,
    ...(isFocused && { 'data-autofocus': true }),
  };
  if (type === 'structure' || field.hasLines === true) {
    return (
      <Textarea
        {...common}
        {...(type === 'structure' && { description: pageTexts.structureHint })}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={type !== 'structure'}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  return (
    <>
      <TextInput
        {...common}
        {...(type === 'json' && { placeholder: pageTexts.valueExample })}
        {...(values.length > 0 && { list: `values-of-${id}`, description: pageTexts.usualValues(values.join(', ')) })}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {values.length > 0 && (
        <datalist id={`values-of-${id}`}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>
  );
}

function typedField(id: string, type: 'boolean' | 'number', label: string, isRequired: boolean): FormField {
  const required = isRequired ? { isRequired } : {};
  if (type === 'number') return { id, type, label, ...required };
  const values = [
    { id: 'true', label: pageTexts.yes },
    { id: 'false', label: pageTexts.no },
  ];
  return { id, type: 'enum', control: 'radio', label, ...required, values };
}
