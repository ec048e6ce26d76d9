import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { pageTexts } from '../../texts/dialogs.ts';
import { JsonField } from '../json-field/json-field.tsx';
import { changesOf, type VariableRow } from '../variable-rows.ts';

const newRow = (id: number): VariableRow => ({ id, name: '', text: '', before: null, isRemoved: false });

/** Variables to set before a retry. `isOn` false: none. */
export function useChangedVariables() {
  const [isOn, setOn] = useState(false);
  const [rows, setRows] = useState<readonly VariableRow[]>([newRow(0)]);
  const { variables, fault } = changesOf(rows.filter(({ text }) => text.trim() !== ''));
  const isHalfFilled = rows.some(({ name, text }) => (name.trim() === '') !== (text.trim() === ''));
  return {
    isOn,
    setOn,
    rows,
    setRows,
    variables: isOn ? variables : undefined,
    fault: isOn ? fault : undefined,
    isReady: !isOn || (variables !== undefined && fault === undefined && !isHalfFilled),
  };
}

/** Option with a field for each variable; the values are the same for all instances. */
export function ChangeFirst({ changed }: { readonly changed: ReturnType<typeof useChangedVariables> }) {
  const { isOn, setOn, rows, setRows } = changed;
  const words = pageTexts.batch.changeFirst;
  const change = (id: number, part: Partial<VariableRow>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  return (
    <>
      <Checkbox label={words.label} checked={isOn} onChange={(event) => setOn(event.currentTarget.checked)} />
      {isOn && (
        <Stack gap="xs">
          <Text size="sm">{words.note}</Text>
          {rows.map((row, index) => (
            <div key={row.id} className="variable-row">
              <TextInput
                aria-label={words.name(index + 1)}
                placeholder={words.namePlaceholder}
                autoFocus={index === 0}
                value={row.name}
                onChange={(event) => change(row.id, { name: event.currentTarget.value })}
              />
              <JsonField
                aria-label={words.value(index + 1)}
                placeholder={words.valuePlaceholder}
                autosize
                minRows={1}
                maxRows={8}
                value={row.text}
                onChange={(event) => change(row.id, { text: event.currentTarget.value })}
              />
            </div>
          ))}
          <Group>
            <Button size="xs" variant="default" onClick={() => setRows([...rows, newRow(rows.length)])}>
              {words.add}
            </Button>
          </Group>
        </Stack>
      )}
    </>
  );
}
