import { useState } from 'react';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import type { JsonText } from '../../api/json-text.ts';
import { type EnteredText, initialText, valueOfField } from './field-value.ts';

/** `values`: of filled fields that are not read-only. */
export interface FormState {
  readonly textOf: (field: FormField) => EnteredText;
  readonly enter: (field: FormField, text: EnteredText) => void;
  readonly values: () => readonly (readonly [name: string, value: JsonText])[];
}

/** Fields may load after the dialog opens; each starts with its default. */
export function useForm(fields: readonly FormField[]): FormState {
  const [entered, setEntered] = useState<ReadonlyMap<string, EnteredText>>(new Map());
  const textOf = (field: FormField): EnteredText => entered.get(field.id) ?? initialText(field);
  return {
    textOf,
    enter: ({ id }, text) => setEntered(new Map([...entered, [id, text]])),
    values: () =>
      fields.flatMap((field): [string, JsonText][] => {
        const value = field.isReadOnly ? undefined : valueOfField(field, textOf(field));
        return value === undefined ? [] : [[field.id, value]];
      }),
  };
}
