import { Alert, Button, Group, Title } from '@mantine/core';
import { useState } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { actions, type NamedActor, useAction } from '../../../api/actions.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Badge } from '../../../components/status-badge.tsx';
import { useMay, useMayOpen } from '../../../components/use-may.ts';
import { pageTexts } from '../../../texts/user-tasks.ts';
import { TaskComments } from './task-comments.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskForm } from './task-form.tsx';
import { TaskVariablesTable } from './task-variables.tsx';
import { dueWords } from './time-words.ts';
import { titleOfTask } from './title-of-task.ts';
import { useTaskVariables } from './use-task-variables.ts';

// loaded when they are first opened
const CancelTaskDialog = lazyPart(async () => (await import('../cancel-task-dialog.tsx')).CancelTaskDialog);
const FailTaskDialog = lazyPart(async () => (await import('../fail-task-dialog.tsx')).FailTaskDialog);

/** One task: details, form, visible variables and comments (docs/contributing/spec/pages.md#work-on-a-task). */
export function TaskPane(props: {
  readonly task: UserTaskView;
  readonly userId: string;
  readonly acting: NamedActor;
  /** assignee at the time of the selection; undefined: the task was selected before it was loaded */
  readonly before: string | null | undefined;
  readonly onDone: () => void;
}) {
  const { task, userId, acting, before, onDone } = props;
  const may = useMay();
  const maySee = useMayOpen()('see', task.processKey ?? null);
  const mayWork = may('work', task.processKey ?? null);
  const variables = useTaskVariables(task, maySee);
  const isMine = task.claimedBy !== null && task.claimedBy === userId;
  const due = task.dueDate === undefined ? undefined : dueWords(task.dueDate, Date.now());
  return (
    <article className="work-task" aria-label={pageTexts.task(titleOfTask(task))}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} size="h3" className="any-text">
            {titleOfTask(task)}
          </Title>
          {due !== undefined && <Badge tone={due.isOverdue ? 'fail' : 'stop'}>{due.text}</Badge>}
        </div>
        <TaskActs task={task} isMine={isMine} acting={acting} onDone={onDone} />
      </Group>
      <Holder task={task} userId={userId} before={before} mayWork={mayWork} />
      <TaskFacts task={task} maySee={maySee} />
      <TaskForm
        key={`${userId} ${task.taskId}`}
        task={task}
        userId={userId}
        acting={acting}
        variables={variables}
        isOpen={isMine && mayWork}
        onDone={onDone}
      />
      {variables !== undefined && <TaskVariablesTable variables={variables} />}
      <TaskComments key={task.taskId} taskId={task.taskId} acting={acting} may={mayWork} />
    </article>
  );
}

/** Shows the assignee if it is another user, who may have been faster; the input is kept. */
function Holder(props: {
  readonly task: UserTaskView;
  readonly userId: string;
  readonly before: string | null | undefined;
  readonly mayWork: boolean;
}) {
  const { task, userId, before, mayWork } = props;
  const { claimedBy } = task;
  if (claimedBy === userId && claimedBy !== null) return null;
  if (claimedBy === null) {
    return mayWork ? <p className="work-note">{pageTexts.claimFirst}</p> : null;
  }
  const wasFaster = before !== undefined && before !== claimedBy;
  return (
    <Alert color="gray" variant="light" role="status" mb="md">
      {wasFaster ? pageTexts.taken(claimedBy) : pageTexts.worksOn(claimedBy)}
    </Alert>
  );
}

function TaskActs(props: {
  readonly task: UserTaskView;
  readonly isMine: boolean;
  readonly acting: NamedActor;
  readonly onDone: () => void;
}) {
  const { task, isMine, acting, onDone } = props;
  const may = useMay();
  const claim = useAction(actions.claim, () => pageTexts.claimed);
  const unclaim = useAction(actions.unclaim, () => pageTexts.unclaimed);
  const [open, setOpen] = useState<'fail' | 'cancel' | null>(null);
  const [mayWork, mayOperate] = [may('work', task.processKey ?? null), may('operate', task.processKey ?? null)];
  const isBusy = claim.isPending || unclaim.isPending;
  return (
    <Group gap={6}>
      {!isMine && (
        <Button
          size="xs"
          data-act="claim"
          variant={task.claimedBy === null ? 'filled' : 'default'}
          disabled={!mayWork}
          loading={claim.isPending}
          onClick={() => !isBusy && claim.mutate({ taskId: task.taskId, ...acting })}
        >
          {pageTexts.acts.claim}
        </Button>
      )}
      {task.claimedBy !== null && (
        <Button
          size="xs"
          data-act="unclaim"
          variant="default"
          disabled={!mayWork}
          loading={unclaim.isPending}
          onClick={() => !isBusy && unclaim.mutate(task.taskId)}
        >
          {pageTexts.acts.unclaim}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={!mayOperate} onClick={() => setOpen('fail')}>
        {pageTexts.acts.fail}
      </Button>
      <Button size="xs" variant="default" disabled={!mayOperate} onClick={() => setOpen('cancel')}>
        {pageTexts.acts.cancel}
      </Button>
      {open === 'fail' && <FailTaskDialog task={task} onDone={onDone} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <CancelTaskDialog task={task} onDone={onDone} onClose={() => setOpen(null)} />}
    </Group>
  );
}
