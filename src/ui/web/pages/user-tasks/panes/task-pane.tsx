import { Alert, Button, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Badge } from '../../../components/status-badge.tsx';
import { useMay, useMayOpen } from '../../../components/use-may.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';
import type { ActAs } from '../acting.ts';
import { useClaim, useUnclaim } from '../use-claim.ts';
import { useTaskModel } from '../use-task-model.ts';
import { TaskComments } from './task-comments.tsx';
import { MoreFacts, TaskFacts } from './task-facts.tsx';
import { TaskForm } from './task-form.tsx';
import { TaskVariablesView } from './task-variables.tsx';
import { dueWords } from './time-words.ts';
import { suspendedWords, titleOfTask } from './title-of-task.ts';
import { useTaskVariables } from './use-task-variables.ts';

// loaded when first opened
const CancelTaskDialog = lazyPart(async () => (await import('../cancel-task-dialog.tsx')).CancelTaskDialog);
const EditTaskDialog = lazyPart(async () => (await import('../edit-task-dialog.tsx')).EditTaskDialog);
const FailTaskDialog = lazyPart(async () => (await import('../fail-task-dialog.tsx')).FailTaskDialog);
const TakeOverDialog = lazyPart(async () => (await import('../take-over-dialog.tsx')).TakeOverDialog);

/** The form and its button fit into the first screen of a phone. */
const PHONE = '(max-width: 36em)';

/** Details, form, visible variables and comments (docs/contributing/spec/pages.md#work-on-a-task). */
export function TaskPane(props: {
  readonly task: UserTaskView;
  readonly userId: string;
  readonly actAs: ActAs;
  /** claiming user at the selection; null: none; undefined: unknown */
  readonly before: string | null | undefined;
  readonly onDone: () => void;
}) {
  const { task, userId, actAs, before, onDone } = props;
  const may = useMay();
  const maySee = useMayOpen()('see', task.processKey ?? null);
  const mayWork = may('work', task.processKey ?? null);
  const variables = useTaskVariables(task, maySee);
  const model = useTaskModel(task, maySee);
  const isMine = task.claimedBy !== null && task.claimedBy === userId;
  const due = task.dueDate === undefined ? undefined : dueWords(task.dueDate, Date.now());
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const more = (
    <MoreFacts task={task} maySee={maySee}>
      <OtherActs task={task} onDone={onDone} />
    </MoreFacts>
  );
  return (
    <article className="work-task" aria-label={pageTexts.task(titleOfTask(task))}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} size="h3" className="any-text">
            {titleOfTask(task)}
          </Title>
          {due !== undefined && <Badge tone={due.isOverdue ? 'fail' : 'stop'}>{due.text}</Badge>}
        </div>
        <TaskActs task={task} isMine={isMine} actAs={actAs} />
      </Group>
      {task.isSuspended === true && (
        <Alert color="yellow" variant="light" role="status" mb="md">
          {suspendedWords(task)}
        </Alert>
      )}
      <Holder task={task} userId={userId} before={before} />
      <TaskFacts task={task} maySee={maySee} />
      {!isPhone && more}
      {variables !== undefined && model !== undefined && (
        <TaskVariablesView variables={variables} task={task} model={model} isCompact={isPhone} />
      )}
      <TaskForm
        key={`${userId} ${task.taskId}`}
        task={task}
        userId={userId}
        actAs={actAs}
        variables={variables}
        model={model}
        isOpen={(isMine || task.claimedBy === null) && mayWork && task.isSuspended !== true}
        onDone={onDone}
      />
      {isPhone && more}
      <TaskComments key={task.taskId} taskId={task.taskId} actAs={actAs} may={mayWork} />
    </article>
  );
}

/** Another user who has claimed the task, and whether that was after the selection. */
function Holder(props: { readonly task: UserTaskView; readonly userId: string; readonly before: string | null | undefined }) {
  const { task, userId, before } = props;
  const { claimedBy } = task;
  const isOther = claimedBy !== userId && claimedBy !== null;
  const wasFaster = isOther && before !== undefined && before !== claimedBy;
  const note = useRef<HTMLDivElement>(null);
  // the form is locked now, and the note can be above the visible part
  useEffect(() => {
    if (wasFaster && claimedBy !== null && isFree(document.activeElement)) note.current?.focus();
  }, [wasFaster, claimedBy]);
  if (!isOther) return null;
  return (
    <Alert ref={note} tabIndex={-1} color="gray" variant="light" role={wasFaster ? 'alert' : 'status'} mb="md">
      {wasFaster ? pageTexts.taken(claimedBy) : pageTexts.worksOn(claimedBy)}
    </Alert>
  );
}

/** The focus is nowhere, in a locked form, or at a button for a claim: the user enters nothing. */
function isFree(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.matches('#content, :disabled, [data-act]');
}

function TaskActs(props: { readonly task: UserTaskView; readonly isMine: boolean; readonly actAs: ActAs }) {
  const { task, isMine, actAs } = props;
  const may = useMay();
  const claim = useClaim(actAs);
  const unclaim = useUnclaim();
  const mayWork = may('work', task.processKey ?? null) && task.isSuspended !== true;
  const isBusy = claim.isPending || unclaim.isPending;
  const other = isMine ? null : task.claimedBy;
  // as it was at the click: another user may claim it while the dialog is open
  const [asked, setAsked] = useState<UserTaskView>();
  return (
    <Group gap={6}>
      {!isMine && (
        <Button
          size="xs"
          data-act="claim"
          variant="default"
          disabled={!mayWork}
          loading={claim.isPending}
          onClick={() => !isBusy && (other === null ? claim.run(task) : setAsked(task))}
        >
          {other === null ? pageTexts.acts.claim : pageTexts.takeOver.from(other)}
        </Button>
      )}
      {asked !== undefined && <TakeOverDialog task={asked} onTakeOver={claim.run} onClose={() => setAsked(undefined)} />}
      {isMine && (
        <Button
          size="xs"
          data-act="unclaim"
          variant="default"
          disabled={!mayWork}
          loading={unclaim.isPending}
          onClick={() => !isBusy && unclaim.mutate(task)}
        >
          {pageTexts.acts.unclaim}
        </Button>
      )}
    </Group>
  );
}

/** Edit, fail and cancel, for operators. */
function OtherActs({ task, onDone }: { readonly task: UserTaskView; readonly onDone: () => void }) {
  const mayOperate = useMay()('operate', task.processKey ?? null);
  const [open, setOpen] = useState<'edit' | 'fail' | 'cancel' | null>(null);
  if (!mayOperate) return null;
  return (
    <Group gap={6}>
      <Button size="xs" variant="default" onClick={() => setOpen('edit')}>
        {pageTexts.editTask}
      </Button>
      <Button size="xs" variant="default" disabled={task.isSuspended === true} onClick={() => setOpen('fail')}>
        {pageTexts.failTask}
      </Button>
      <Button size="xs" variant="default" disabled={task.isSuspended === true} onClick={() => setOpen('cancel')}>
        {pageTexts.cancelTask}
      </Button>
      {open === 'edit' && <EditTaskDialog task={task} onClose={() => setOpen(null)} />}
      {open === 'fail' && <FailTaskDialog task={task} onDone={onDone} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <CancelTaskDialog task={task} onDone={onDone} onClose={() => setOpen(null)} />}
    </Group>
  );
}
