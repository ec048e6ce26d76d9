import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FormField } from '../../../../../engine/model/model-texts.ts';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { actions, type NamedActor, useAction } from '../../../api/actions.ts';
import { type JsonText, withMembers } from '../../../api/json-text.ts';
import { formatTime } from '../../../components/format.ts';
import { FormInput, initialText, valueOfField } from '../../../components/forms/form-field.tsx';
import { readValue, readVariables } from '../../../components/json-text.ts';
import { VariablesField } from '../../../components/variables-field.tsx';
import { pageTexts } from '../../../texts/user-tasks.ts';
import { faultOf, faultOfOutput } from './field-fault.ts';
import { dropTaskDraft } from './task-drafts.ts';
import { useTaskDraft } from './use-task-draft.ts';
import type { TaskVariables } from './use-task-variables.ts';

/** A requested value: a field of the form, or an expected output without a field. */
interface Asked {
  readonly id: string;
  readonly field: FormField | undefined;
  readonly text: string;
  readonly fault: string | undefined;
}

/**
 * The form of a task: its fields, then the other expected outputs (docs/contributing/spec/pages.md#work-on-a-task). What is entered is kept in this browser until the
 * task is completed. `isOpen` false: nothing can be entered, because the task is not the user's.
 */
export function TaskForm(props: {
  readonly task: UserTaskView;
  readonly userId: string;
  readonly acting: NamedActor;
  readonly variables: TaskVariables | undefined;
  readonly isOpen: boolean;
  readonly onDone: () => void;
}) {
  const { task, userId, acting, variables, isOpen, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  const draft = useTaskDraft(userId, task.taskId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const [hasFurther] = useState(draft.further !== '');
  const { variables: further, error } = readVariables(draft.further);
  const asked = askedOf(task, draft.texts, variables);
  const complete = useAction(
    actions.complete,
    () => {
      dropTaskDraft(userId, task.taskId);
      onDone();
      return pageTexts.completed;
    },
    { showsRefusal: false },
  );
  useFocus(form, isOpen, attempts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOpen || complete.isPending) return;
    setAttempts(attempts + 1);
    if (error !== undefined || asked.some(({ fault }) => fault !== undefined)) return;
    complete.mutate({
      taskId: task.taskId,
      variables: withMembers(further, valuesOf(task, asked, draft.texts, variables)),
      ...acting,
    });
  };
  const faultShown = ({ id, fault }: Asked) => (attempts > 0 || left.has(id) ? fault : undefined);
  return (
    <form ref={form} className="work-form" noValidate onSubmit={submit} aria-label={pageTexts.formOf}>
      {draft.restoredAt !== null && <Restored at={draft.restoredAt} onDiscard={draft.discard} />}
      <fieldset disabled={!isOpen}>
        <Stack>
          {asked.map((one) => (
            <Question
              key={one.id}
              asked={one}
              fault={faultShown(one)}
              onText={(text) => draft.enter(one.id, text)}
              onLeave={() => setLeft(new Set([...left, one.id]))}
            />
          ))}
          {task.notShown !== undefined && (
            <Text size="sm" c="dimmed">
              {pageTexts.notShown(task.notShown.join(', '))}
            </Text>
          )}
          <details className="work-further" open={hasFurther}>
            <summary>{pageTexts.further}</summary>
            <VariablesField label={pageTexts.furtherLabel} value={draft.further} onChange={draft.enterFurther} />
          </details>
          {complete.error !== null && (
            <Alert color="red" variant="light" role="alert">
              {complete.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            {/* the field keeps the focus until the click, because a message on blur would move the button away from the pointer */}
            <Button type="submit" disabled={!isOpen} loading={complete.isPending} onMouseDown={(event) => event.preventDefault()}>
              {pageTexts.acts.complete}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
  );
}

function Question(props: {
  readonly asked: Asked;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}) {
  const { asked, fault, onText, onLeave } = props;
  const { id, field, text } = asked;
  if (field !== undefined)
    return <FormInput field={field} text={text} isFirst={false} fault={fault} onText={onText} onLeave={onLeave} />;
  return (
    <TextInput
      label={id}
      name={id}
      required
      placeholder={pageTexts.valueExample}
      value={text}
      error={fault}
      onBlur={onLeave}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

function Restored({ at, onDiscard }: { readonly at: number; readonly onDiscard: () => void }) {
  return (
    <Alert color="blue" variant="light" role="note" mb="md">
      <Group justify="space-between">
        <span>{pageTexts.restored(formatTime(new Date(at).toISOString()))}</span>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {pageTexts.discard}
        </Button>
      </Group>
    </Alert>
  );
}

/** Focuses the first field after a claim, and the first invalid field after a failed completion. */
function useFocus(form: { readonly current: HTMLFormElement | null }, isOpen: boolean, attempts: number): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen.current) focusFirstField(form.current);
    wasOpen.current = isOpen;
  }, [form, isOpen]);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
}

/** @returns false: nothing can be entered */
export function focusFirstField(form: Element | null): boolean {
  const open = 'fieldset:not([disabled]) :is(input, textarea, select):not([disabled])';
  const field = form?.querySelector<HTMLElement>(open) ?? form?.querySelector<HTMLElement>('fieldset:not([disabled]) button');
  field?.focus();
  return field != null;
}

function askedOf(
  task: UserTaskView,
  texts: Readonly<Record<string, string>>,
  variables: TaskVariables | undefined,
): readonly Asked[] {
  const { fields = [], expectedOutputs } = task;
  const known = new Map(variables);
  const entered = new Map(Object.entries(texts));
  const outputs = expectedOutputs.filter((name) => !fields.some(({ id }) => id === name));
  return [
    ...fields.map((field): Asked => {
      const text = entered.get(field.id) ?? shownFirst(field, known.get(field.id));
      const isMissing = expectedOutputs.includes(field.id) && field.isReadOnly !== true && text === '';
      return { id: field.id, field, text, fault: faultOf(field, text) ?? (isMissing ? faultOfOutput(text) : undefined) };
    }),
    ...outputs.map((id): Asked => {
      const text = entered.get(id) ?? '';
      return { id, field: undefined, text, fault: faultOfOutput(text) };
    }),
  ];
}

/** A field begins with the variable of its name, where that can be shown without loss, else with its default. */
function shownFirst(field: FormField, value: unknown): string {
  const isExact = typeof value === 'number' ? Number.isSafeInteger(value) || String(value).length <= 15 : true;
  const isPlain = typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
  return initialText(isPlain && isExact ? { ...field, defaultValue: value } : field);
}

/** Values of a completion. Unchanged values are not sent, unless the task requires them. */
function valuesOf(
  { expectedOutputs }: UserTaskView,
  asked: readonly Asked[],
  texts: Readonly<Record<string, string>>,
  variables: TaskVariables | undefined,
): ReadonlyMap<string, JsonText> {
  const isThere = new Set(variables?.map(([name]) => name));
  const values = asked.flatMap(({ id, field, text }): [string, JsonText][] => {
    if (field === undefined) return text === '' ? [] : [[id, readValue(text)]];
    const isUntouched = !Object.hasOwn(texts, id) && isThere.has(id) && !expectedOutputs.includes(id);
    const value = field.isReadOnly === true || isUntouched ? undefined : valueOfField(field, text);
    return value === undefined ? [] : [[id, value]];
  });
  return new Map(values);
}
