import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { modelerTexts } from '../../texts/modeler.ts';
import type { DrawingTools } from './drawing-tools.ts';
import { type DrawnField, FIELD_TYPES, type FieldType, type FormFields } from './form-fields.ts';
import { useDrawingState } from './use-drawing-state.ts';

const NAME = /^[A-Za-z_]\w*$/;

/** Form fields of the selected user task or start event. */
export function FormFieldsView({ tools, forms }: { readonly tools: DrawingTools; readonly forms: FormFields }) {
  const { selected } = useDrawingState(tools);
  const fields = forms.of(selected);
  if (fields === undefined) return null;
  const { formFields: words } = modelerTexts;
  const isFree = (name: string, at: number) => fields.every((field, index) => index === at || field.name !== name);
  const add = () => {
    const numbers = Array.from({ length: fields.length + 1 }, (_, index) => `field${index + 1}`);
    const name = numbers.find((one) => isFree(one, -1)) ?? 'field';
    forms.set(selected, [...fields, { name, label: '', type: 'text', isRequired: false, choices: [] }]);
  };
  // reads again: a blur and a click can occur before the next rendering
  const setField = (at: number, change: Partial<DrawnField>) => {
    const now = forms.of(selected) ?? fields;
    forms.set(
      selected,
      now.map((field, index) => (index === at ? { ...field, ...change } : field)),
    );
  };
  return (
    <section className="engine-view" aria-label={words.title}>
      <Text component="h2" className="engine-view-title">
        {words.title}
      </Text>
      {fields.map((field, at) => (
        <Field
          // biome-ignore lint/suspicious/noArrayIndexKey: the name can change, and the focus must stay
          key={`${selected} ${at}`}
          number={at + 1}
          field={field}
          isFree={(name) => isFree(name, at)}
          onChange={(change) => setField(at, change)}
          onRemove={() => forms.set(selected, fields.toSpliced(at, 1))}
        />
      ))}
      <Button size="xs" variant="default" onClick={add}>
        {words.add}
      </Button>
    </section>
  );
}

/** Writes the model on blur, so that a change is one step of undo. */
function Field(props: {
  readonly number: number;
  readonly field: DrawnField;
  readonly isFree: (name: string) => boolean;
  readonly onChange: (change: Partial<DrawnField>) => void;
  readonly onRemove: () => void;
}) {
  const { number, field, isFree, onChange, onRemove } = props;
  const { formFields: words } = modelerTexts;
  const [name, setName] = useState(field.name);
  useEffect(() => setName(field.name), [field.name]);
  const fault = !NAME.test(name) ? words.noName : isFree(name) ? undefined : words.taken;
  return (
    <fieldset className="form-field" aria-label={words.field(number)}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          label={words.name}
          error={fault}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={() => fault === undefined && name !== field.name && onChange({ name })}
        />
        <NativeSelect
          size="xs"
          label={words.type}
          data={FIELD_TYPES.map((value) => ({ value, label: words.types[value] }))}
          value={field.type}
          onChange={({ currentTarget: { value } }) => onChange({ type: value as FieldType, choices: [] })}
        />
      </Group>
      <LeftText label={words.label} text={field.label} onLeave={(label) => onChange({ label })} />
      {field.type === 'enum' && (
        <LeftText
          label={words.choices}
          text={field.choices.join(', ')}
          onLeave={(text) => onChange({ choices: choicesOf(text) })}
        />
      )}
      <Group justify="space-between" mt={6}>
        <Checkbox
          size="xs"
          label={words.required}
          checked={field.isRequired}
          onChange={({ currentTarget: { checked } }) => onChange({ isRequired: checked })}
        />
        <Button size="compact-xs" variant="subtle" aria-label={words.removeOf(field.name)} onClick={onRemove}>
          {words.remove}
        </Button>
      </Group>
    </fieldset>
  );
}

function LeftText(props: { readonly label: string; readonly text: string; readonly onLeave: (text: string) => void }) {
  const { label, text, onLeave } = props;
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <TextInput
      size="xs"
      mt={6}
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => typed !== text && onLeave(typed)}
    />
  );
}

function choicesOf(text: string): readonly string[] {
  return [...new Set(text.split(',').map((choice) => choice.trim()))].filter((choice) => choice !== '');
}
