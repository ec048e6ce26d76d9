import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FormField, FormModel } from '../../../../../engine/model/model-texts.ts';
import { type JsonText, withMembers } from '../../../api/json-text.ts';
import { faultOf } from '../../../components/forms/field-fault.ts';
import { initialText, valueOfField } from '../../../components/forms/field-value.ts';
import { FormInput } from '../../../components/forms/form-field.tsx';
import { OutputInput } from '../../../components/forms/output-field.tsx';
import {
  faultOfOutput,
  type OutputField,
  outputText,
  suggestedField,
  valueOfOutput,
} from '../../../components/forms/output-type.ts';
import { readVariables } from '../../../components/json-text.ts';
import { VariablesField } from '../../../components/variables-field.tsx';
import { wordsOfName } from '../../../components/words-of-name.ts';
import { modelerTexts } from '../../../texts/modeler.ts';

const texts = modelerTexts.simulation;

/** Variables or error code of an action. Fields of the form and suggested variables are fields; JSON can give others, and takes precedence. */
export function ActForm(props: {
  /** button text, and the element */
  readonly act: string;
  readonly what: string;
  readonly asksFor: 'variables' | 'code' | 'nothing';
  readonly suggested: Readonly<Record<string, unknown>>;
  readonly form?: FormModel | undefined;
  readonly isBusy: boolean;
  readonly onDone: (given: { readonly variables?: JsonText | undefined; readonly code?: string }) => void;
  readonly onCancel?: (() => void) | undefined;
}) {
  const { act, what, asksFor, suggested, form, isBusy, onDone, onCancel } = props;
  const [text, setText] = useState('');
  const [entered, setEntered] = useState<ReadonlyMap<string, string>>(new Map());
  const [code, setCode] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const { variables: others, error } = readVariables(text);
  const questions = asksFor === 'variables' ? questionsOf(suggested, form?.fields ?? []) : [];
  const textOf = ({ id, initial }: Question) => entered.get(id) ?? initial;
  const named = () => new Set(others === undefined ? [] : Object.keys(JSON.parse(others.text) as object));
  const faultIn = (one: Question) => faultOfQuestion(one, textOf(one));
  const variablesNow = () => {
    const inJson = named();
    const own = questions.flatMap((one): [string, JsonText][] => {
      const value = inJson.has(one.id) ? undefined : answerOf(one, textOf(one));
      return value === undefined ? [] : [[one.id, value]];
    });
    return own.length === 0 ? others : withMembers(others, new Map(own));
  };
  const empty = questions.filter((one) => 'output' in one && textOf(one) === '').map(({ id }) => wordsOfName(id));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error !== undefined || isBusy) return;
    setSubmitted(true);
    const inJson = named();
    if (questions.some((one) => !inJson.has(one.id) && faultIn(one) !== undefined)) return;
    onDone(asksFor === 'code' ? { code: code.trim() } : { variables: variablesNow() });
  };
  return (
    <form className="simulation-form" noValidate onSubmit={submit} aria-label={texts.of(act, what)}>
      {questions.map((one) => (
        <QuestionInput
          key={one.id}
          question={one}
          text={textOf(one)}
          fault={isSubmitted ? faultIn(one) : undefined}
          onText={(next) => setEntered(new Map([...entered, [one.id, next]]))}
        />
      ))}
      {empty.length > 0 && (
        <Text size="xs" mt={4} role="note" className="simulation-empty">
          {texts.empty(empty.join(', '))}
        </Text>
      )}
      {asksFor === 'variables' && questions.length === 0 && (
        <VariablesField label={texts.result} value={text} onChange={setText} />
      )}
      {questions.length > 0 && (
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

/** Field of the form, or suggested variable. */
type Question = { readonly id: string; readonly initial: string } & (
  | { readonly field: FormField }
  | { readonly output: OutputField }
);

function QuestionInput(props: {
  readonly question: Question;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
}) {
  const { question, ...input } = props;
  if ('field' in question) return <FormInput field={question.field} isFocused={false} {...input} />;
  return <OutputInput field={question.output} isFocused={false} {...input} />;
}

function faultOfQuestion(question: Question, text: string): string | undefined {
  return 'field' in question ? faultOf(question.field, text) : faultOfOutput(question.output, text);
}

/** Fields of the form as the task form shows them, then the other suggestions. */
function questionsOf(suggested: Readonly<Record<string, unknown>>, fields: readonly FormField[]): readonly Question[] {
  const ids = new Set(fields.map(({ id }) => id));
  return [
    ...fields.map((field) => ({ id: field.id, field, initial: initialText(withSuggestion(field, suggested[field.id])) })),
    ...Object.entries(suggested)
      .filter(([id]) => !ids.has(id))
      .map(suggestionOf),
  ];
}

function suggestionOf([id, value]: readonly [string, unknown]): Question {
  const output = suggestedField(id, value);
  return { id, output, initial: outputText(output, value) };
}

function withSuggestion(field: FormField, value: unknown): FormField {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? { ...field, defaultValue: value } : field;
}

/** Read-only fields are not sent, as in the task form. */
function answerOf(question: Question, text: string): JsonText | undefined {
  if ('output' in question) return valueOfOutput(question.output, text);
  return question.field.isReadOnly === true ? undefined : valueOfField(question.field, text);
}
