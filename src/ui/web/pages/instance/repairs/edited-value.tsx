import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeInField } from '../../../components/forms/output-type.ts';
import { JsonField } from '../../../components/json-field/json-field.tsx';
import {
  faultOfTyped,
  VALUE_TYPES,
  type ValueType,
  type VariableRow,
  withType,
  withTyped,
} from '../../../components/variable-rows.ts';
import { repairTexts } from '../../../texts/repairs.ts';

type Change = (part: Partial<VariableRow>) => void;

/** Type of a value that is not an object or list; JSON takes any value. */
export function TypeChoice({ row, onChange }: { readonly row: VariableRow; readonly onChange: Change }) {
  const words = repairTexts.edit;
  return (
    <NativeSelect
      size="xs"
      aria-label={words.typeOf(row.name)}
      disabled={row.isRemoved}
      value={row.typed?.type ?? 'json'}
      data={VALUE_TYPES.map((value) => ({ value, label: words.types[value] }))}
      onChange={(event) => onChange(withType(row, event.currentTarget.value as ValueType))}
    />
  );
}

/** Field of the type, or for JSON. `description`: what changes. */
export function ValueField(props: {
  readonly row: VariableRow;
  readonly isFocused: boolean;
  readonly description: ReactNode;
  readonly onChange: Change;
}) {
  const { row, isFocused, description, onChange } = props;
  const { name, before, typed, isRemoved } = row;
  const common = {
    'aria-label': before === null ? repairTexts.edit.newValue : name,
    disabled: isRemoved,
    inputWrapperOrder: ['input', 'error', 'description'] as ('input' | 'error' | 'description')[],
    ...(description !== undefined && { description }),
    ...(isFocused && { 'data-autofocus': true }),
  };
  if (typed === undefined) {
    return (
      <JsonField
        {...common}
        autosize
        minRows={1}
        maxRows={8}
        value={row.text}
        onChange={(event) => onChange({ text: event.currentTarget.value, isAgreed: false })}
      />
    );
  }
  const { type, text } = typed;
  const enter = (next: string) => onChange(withTyped(row, next));
  const error = row.text === before ? undefined : faultOfTyped(row);
  if (type === 'boolean') {
    const { yes, no } = repairTexts.edit;
    const data = [...(text === '' ? [''] : []), { value: 'true', label: yes }, { value: 'false', label: no }];
    return (
      <NativeSelect {...common} error={error} value={text} data={data} onChange={(event) => enter(event.currentTarget.value)} />
    );
  }
  if (type === 'text') {
    return (
      <Textarea
        {...common}
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        onChange={(event) => enter(event.currentTarget.value)}
      />
    );
  }
  const kinds = {
    number: { type: 'number', step: 'any' },
    date: { type: 'date' },
    time: { type: 'datetime-local', step: 1, max: '9999-12-31T23:59:59' },
  } as const;
  return (
    <TextInput
      {...common}
      {...kinds[type]}
      error={error}
      value={type === 'time' ? timeInField(text) : text}
      onChange={(event) => enter(event.currentTarget.value)}
    />
  );
}
