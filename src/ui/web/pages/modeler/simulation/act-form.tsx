import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { JsonText } from '../../../api/json-text.ts';
import { readVariables } from '../../../components/json-text.ts';
import { VariablesField } from '../../../components/variables-field.tsx';
import { modelerTexts } from '../../../texts/modeler.ts';

const texts = modelerTexts.simulation;

/** Variables or error code of an action. */
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
  const [text, setText] = useState(() => (Object.keys(suggested).length === 0 ? '' : JSON.stringify(suggested, null, 2)));
  const [code, setCode] = useState('');
  const { variables, error } = readVariables(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error !== undefined || isBusy) return;
    onDone(asksFor === 'code' ? { code: code.trim() } : { variables });
  };
  return (
    <form className="simulation-form" onSubmit={submit} aria-label={texts.of(act, what)}>
      {asksFor === 'variables' && <VariablesField label={texts.result} value={text} onChange={setText} />}
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
