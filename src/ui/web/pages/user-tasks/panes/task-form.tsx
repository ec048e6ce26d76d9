import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { actions, type NamedActor, useAction } from '../../../api/actions.ts';
import { hasCode } from '../../../api/client.ts';
import { withMembers } from '../../../api/json-text.ts';
import { ErrorMessage } from '../../../components/error-message.tsx';
import { formatTime } from '../../../components/format.ts';
import { readVariables } from '../../../components/json-text.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { pageTexts } from '../../../texts/user-tasks.ts';
import type { ActAs } from '../acting.ts';
import { askedOf, partsOf, valuesOf } from '../asked.ts';
import { Questions } from '../questions.tsx';
import { asksAgain } from '../use-claim.ts';
import type { ModelOfTask } from '../use-task-model.ts';
import type { TaskVariables } from './summary.ts';
import { dropTaskDraft } from './task-drafts.ts';
import { refusalOf } from './title-of-task.ts';
import { useTaskDraft } from './use-task-draft.ts';

const VariablesField = lazyPart(async () => (await import('../../../components/variables-field.tsx')).VariablesField);

/**
 * Fields, then other expected outputs (docs/contributing/spec/pages.md#work-on-a-task). The browser stores the input until the completion, which also
 * claims an unclaimed task. `isOpen` false: read-only, because another user has claimed the task, or without permission.
 */
export function TaskForm(props: {
  readonly task: UserTaskView;
  readonly userId: string;
  readonly actAs: ActAs;
  /** undefined: loading, or the user may not see them */
  readonly variables: TaskVariables | undefined;
  /** undefined: still loading */
  readonly model: ModelOfTask | undefined;
  readonly isOpen: boolean;
  readonly onDone: () => void;
}) {
  const { task, userId, actAs, variables, model, isOpen, onDone } = props;
  const form = useRef<HTMLFormElement>(null);
  const draft = useTaskDraft(userId, task.taskId);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const [hasFurther] = useState(draft.further !== '');
  const [isFurtherShown, showFurther] = useState(hasFurther);
  const load = () => showFurther(true);
  const { variables: further, error } = readVariables(draft.further);
  const texts = new Map(Object.entries(draft.texts));
  const asked = askedOf(task, texts, variables, model);
  const isMine = task.claimedBy !== null && task.claimedBy === userId;
  const complete = useAction(
    isMine ? actions.complete : actions.claimAndComplete,
    (_, { userId: actor = userId }) => {
      dropTaskDraft(actor, task.taskId);
      onDone();
      return pageTexts.completed;
    },
    { showsRefusal: false, handles: (failure) => asksAgain(failure, task, run, actAs) },
  );
  const run = (actor: NamedActor) => {
    const values = withMembers(further, valuesOf(task, asked, texts, variables));
    complete.mutate({ taskId: task.taskId, variables: values, ...actor });
  };
  useFocus(form, isOpen && isMine, attempts);
  // outdated after the user has taken the task over
  const isPast = isMine && hasCode(complete.error, 'task-claimed-by-other');
  const refusal = isPast ? undefined : refusalOf(task, complete.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOpen || complete.isPending || model === undefined) return;
    setAttempts(attempts + 1);
    if (error !== undefined || asked.flatMap(partsOf).some(({ fault }) => fault !== undefined)) return;
    actAs(run, { task });
  };
  return (
    <form ref={form} className="work-form" noValidate onSubmit={submit} aria-label={pageTexts.formOf}>
      {draft.restoredAt !== null && <Restored at={draft.restoredAt} onDiscard={draft.discard} />}
      <fieldset disabled={!isOpen}>
        <Stack>
          <Questions
            asked={asked}
            faultOf={({ id, fault }) => (attempts > 0 || left.has(id) ? fault : undefined)}
            onText={draft.enter}
            onLeave={(id) => setLeft(new Set([...left, id]))}
          />
          {task.notShown !== undefined && (
            <Text size="sm" c="dimmed">
              {pageTexts.notShown(task.notShown.join(', '))}
            </Text>
          )}
          <details className="work-further" open={hasFurther} onPointerEnter={load} onFocus={load} onToggle={load}>
            <summary>{pageTexts.further}</summary>
            {isFurtherShown && (
              <VariablesField label={pageTexts.furtherLabel} value={draft.further} onChange={draft.enterFurther} />
            )}
          </details>
          {refusal !== undefined && (
            <Alert color="red" variant="light" role="alert">
              <ErrorMessage text={refusal} />
            </Alert>
          )}
          <Group justify="flex-end">
            {/* keeps the focus until the click: a message on blur would move the button away from the pointer */}
            <Button
              type="submit"
              className="work-submit"
              disabled={!isOpen || model === undefined}
              loading={complete.isPending}
              onMouseDown={(event) => event.preventDefault()}
            >
              {isMine || !isOpen ? pageTexts.acts.complete : pageTexts.claimAndComplete}
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
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

/** Focuses the first field after a claim, unless the user is in the form already, and the first invalid one after an attempt to complete. */
function useFocus(form: { readonly current: HTMLFormElement | null }, isOpen: boolean, attempts: number): void {
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    const isInForm = form.current?.contains(document.activeElement) === true;
    if (isOpen && !wasOpen.current && !isInForm) focusFirstField(form.current);
    wasOpen.current = isOpen;
  }, [form, isOpen]);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
}

/** The first enabled field, or button. False: none. */
function focusFirstField(form: Element | null): boolean {
  const open = 'fieldset:not([disabled]) :is(input, textarea, select):not([disabled])';
  const field = form?.querySelector<HTMLElement>(open) ?? form?.querySelector<HTMLElement>('fieldset:not([disabled]) button');
  field?.focus();
  return field != null;
}
