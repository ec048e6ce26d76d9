import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import { zoneMark } from '../../texts/numbers.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import { wordsOfName } from '../words-of-name.ts';
import { FormInput } from './form-field.tsx';
import { type OutputField, timeInField } from './output-type.ts';

/** Choice of a value that is not listed. */
const OTHER = '\u0000';

export function OutputInput(props: {
  readonly field: OutputField;
  readonly text: string;
  readonly isFocused: boolean;
  readonly fault?: string | undefined;
  /** help below the label, instead of the usual one */
  readonly hint?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
}) {
  const { field, text, isFocused, fault, hint, onText, onLeave } = props;
  const { id, type, values = [], isOptional = false } = field;
  const label = wordsOfName(id);
  if (type === 'boolean' || type === 'number')
    return <FormInput {...props} field={{ ...typedField(id, type, label, !isOptional), ...(hint !== undefined && { hint }) }} />;
  const common = {
    label,
    name: id,
    required: !isOptional,
    value: text,
    error: fault,
    description: hint,
    onBlur: onLeave,
    ...(isFocused && { 'data-autofocus': true }),
  };
  if (type === 'structure' || field.hasLines === true) {
    return (
      <Textarea
        {...common}
        {...(type === 'structure' && { description: hint ?? pageTexts.structureHint })}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={type !== 'structure'}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  if (type === 'date') return <TextInput {...common} type="date" onChange={(event) => onText(event.currentTarget.value)} />;
  if (type === 'time') {
    return (
      <TextInput
        {...common}
        type="datetime-local"
        max="9999-12-31T23:59:59"
        label={zoneMark() === '' ? label : `${label} (UTC)`}
        value={timeInField(text)}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  if (values.length > 0) return <UsualValues common={common} values={values} text={text} onText={onText} />;
  return (
    <TextInput
      {...common}
      {...(type === 'json' && { description: hint ?? pageTexts.valueHint })}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

/** Values that the conditions of the model compare, and the present one. Others are possible, because a default flow may take them. */
function UsualValues(props: {
  readonly common: { readonly label: string; readonly name: string; readonly required: boolean };
  readonly values: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
}) {
  const { common, values, text, onText } = props;
  const [isOther, setOther] = useState(false);
  if (isOther) {
    return (
      <TextInput
        {...common}
        value={text}
        autoFocus
        description={pageTexts.usualValues(values.join(', '))}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    );
  }
  return (
    <NativeSelect
      {...common}
      value={text}
      data={[
        { value: '', label: '' },
        ...new Set([...values, ...(text === '' ? [] : [text])]),
        { value: OTHER, label: pageTexts.otherValue },
      ]}
      onChange={({ currentTarget: { value } }) => {
        if (value === OTHER) setOther(true);
        onText(value === OTHER ? '' : value);
      }}
    />
  );
}

function typedField(id: string, type: 'boolean' | 'number', label: string, isRequired: boolean): FormField {
  const required = isRequired ? { isRequired } : {};
  if (type === 'number') return { id, type, label, ...required };
  const values = [
    { id: 'true', label: pageTexts.yes },
    { id: 'false', label: pageTexts.no },
    ...(isRequired ? [] : [{ id: '', label: pageTexts.unanswered }]),
  ];
  return { id, type: 'enum', control: 'radio', label, ...required, values };
}
