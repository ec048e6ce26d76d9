import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormField } from '../../../../engine/model/model-texts.ts';
import type { JsonText } from '../../api/json-text.ts';
import { readVariablesQuery } from '../../api/views.ts';
import { pageTexts } from '../../texts/dialogs.ts';
import { OutputInput } from '../forms/output-field.tsx';
import './read-variables.css';
import { faultOfOutput, type OutputField, outputText, suggestedField, valueOfOutput } from '../forms/output-type.ts';

interface ReadVariable {
  readonly output: OutputField;
  /** '' if the model shows no value */
  readonly example: string;
}

/** Optional variables that the model reads and the start form does not have. */
export interface ReadVariableForm {
  readonly all: readonly ReadVariable[];
  readonly textOf: (id: string) => string;
  readonly enter: (id: string, text: string) => void;
  readonly hasFault: boolean;
  /** of filled fields */
  readonly values: readonly (readonly [name: string, value: JsonText])[];
}

/** They begin empty, because an example of the model is not a value of this instance. None if they cannot be read. */
export function useReadVariables(key: string, version: number, declared: readonly FormField[]): ReadVariableForm {
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map());
  const { data: { variables = {} } = {} } = useQuery(readVariablesQuery(key, version));
  const all = Object.entries(variables)
    .filter(([name]) => !declared.some(({ id }) => id === name))
    .map(([name, value]) => {
      const output = suggestedField(name, value);
      return { output, example: output.type === 'boolean' ? '' : outputText(output, value) };
    });
  const textOf = (id: string) => entered.get(id) ?? '';
  return {
    all,
    textOf,
    enter: (id, text) => setEntered(new Map([...entered, [id, text]])),
    hasFault: all.some(({ output }) => faultOfOutput(output, textOf(output.id)) !== undefined),
    values: all.flatMap(({ output }): [string, JsonText][] => {
      const value = valueOfOutput(output, textOf(output.id));
      return value === undefined ? [] : [[output.id, value]];
    }),
  };
}

/** One field each, marked as read by the model. */
export function ReadVariableFields({ read, showsFaults }: { readonly read: ReadVariableForm; readonly showsFaults: boolean }) {
  if (read.all.length === 0) return null;
  return (
    <fieldset className="read-variables">
      <legend>{pageTexts.start.read}</legend>
      <Text size="xs" c="dimmed">
        {pageTexts.start.readHint}
      </Text>
      {read.all.map(({ output, example }) => (
        <OutputInput
          key={output.id}
          field={output}
          text={read.textOf(output.id)}
          isFocused={false}
          hint={example === '' ? undefined : pageTexts.start.example(example)}
          fault={showsFaults ? faultOfOutput(output, read.textOf(output.id)) : undefined}
          onText={(text) => read.enter(output.id, text)}
        />
      ))}
    </fieldset>
  );
}
