import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type JsonText, withMembers } from '../../../api/json-text.ts';
import { readVariables } from '../../../components/json-text.ts';
import { VariablesField } from '../../../components/variables-field.tsx';
import { modelerTexts } from '../../../texts/modeler.ts';
import { OutputInput } from '../../user-tasks/output-field.tsx';
import { type OutputField, valueOfOutput } from '../../user-tasks/output-type.ts';

const texts = modelerTexts.simulation;

/** Variables or error code of an action. Suggested variables are fields; JSON can give others, and takes precedence. */
export function ActForm(props: {
  /** button text, and the element */
  readonly act: string;
  readonly what: string;
  readonly asksFor: 'variables' | 'code' | 'nothing';
  readonly suggested: Readonly<Record<string, unknown>>;
  readonly isBusy: boolean;
  readonly onDone: (given: { readonly variables?: JsonText | undefined; readonly code?: string }) => void;
  readonly onCancel?: (() => void) | undefined;
}) {
  const { act, what, asksFor, suggested, isBusy, onDone, onCancel } = props;
  const [text, setText] = useState('');
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map());
  const [code, setCode] = useState('');
  const { variables: others, error } = readVariables(text);
  const fields = asksFor === 'variables' ? Object.entries(suggested).map(fieldOf) : [];
  const textOf = ({ field, initial }: Suggestion) => entered.get(field.id) ?? initial;
  const variablesNow = () => {
    const named = new Set(others === undefined ? [] : Object.keys(JSON.parse(others.text) as object));
    const own = fields.flatMap((one): [string, JsonText][] => {
      const value = named.has(one.field.id) ? undefined : valueOfOutput(one.field, textOf(one));
      return value === undefined ? [] : [[one.field.id, value]];
    });
    return own.length === 0 ? others : withMembers(others, new Map(own));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error !== undefined || isBusy) return;
    onDone(asksFor === 'code' ? { code: code.trim() } : { variables: variablesNow() });
  };
  return (
    <form className="simulation-form" onSubmit={submit} aria-label={texts.of(act, what)}>
      {fields.map((one) => (
        <OutputInput
          key={one.field.id}
          field={one.field}
          text={textOf(one)}
          isFocused={false}
          onText={(next) => setEntered(new Map([...entered, [one.field.id, next]]))}
        />
      ))}
      {asksFor === 'variables' && fields.length === 0 && <VariablesField label={texts.result} value={text} onChange={setText} />}
      {fields.length > 0 && (
        <details>
          <summary>{texts.asJson}</summary>
          <VariablesField label={texts.result} value={text} onChange={setText} />
        </details>
      )}
      {asksFor === 'code' && (
        <TextInput
          label={texts.errorCode}
          placeholder="500"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-sm" loading={isBusy} disabled={error !== undefined} aria-label={texts.of(act, what)}>
          {act}
        </Button>
        {onCancel !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </Group>
    </form>
  );
}

interface Suggestion {
  readonly field: OutputField;
  readonly initial: string;
}

/** Without an example, the value may be JSON or text. */
function fieldOf([id, value]: readonly [string, unknown]): Suggestion {
  const isOptional = true;
  if (typeof value === 'boolean' || typeof value === 'number')
    return { field: { id, type: typeof value as 'boolean' | 'number', isOptional }, initial: String(value) };
  if (typeof value === 'string') return { field: { id, type: 'text', isOptional }, initial: value };
  if (value === null) return { field: { id, type: 'json', isOptional }, initial: '' };
  return { field: { id, type: 'structure', isOptional }, initial: JSON.stringify(value, null, 2) };
}
