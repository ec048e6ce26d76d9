import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useMay } from '../../components/use-may.ts';
import type { ActAs } from './acting.ts';
import { useChosenTasks } from './chosen-tasks.tsx';
import { type TaskAction, TaskGrid } from './task-grid.tsx';
import { useClaim, useUnclaim } from './use-claim.ts';

// loaded when first opened
const CancelTaskDialog = lazyPart(async () => (await import('./cancel-task-dialog.tsx')).CancelTaskDialog);
const CompleteTaskDialog = lazyPart(async () => (await import('./complete-task-dialog.tsx')).CompleteTaskDialog);
const EditTaskDialog = lazyPart(async () => (await import('./edit-task-dialog.tsx')).EditTaskDialog);
const FailTaskDialog = lazyPart(async () => (await import('./fail-task-dialog.tsx')).FailTaskDialog);
const TakeOverDialog = lazyPart(async () => (await import('./take-over-dialog.tsx')).TakeOverDialog);

type Open = { readonly action: 'takeOver' | 'complete' | 'edit' | 'fail' | 'cancel'; readonly task: UserTaskView } | null;

/** All columns and actions (docs/contributing/spec/pages.md#user-tasks). */
export function TableView(props: {
  readonly tasks: readonly UserTaskView[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly userId: string;
  readonly actAs: ActAs;
}) {
  const { tasks, sort, onSort, userId, actAs } = props;
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const claim = useClaim(actAs);
  const unclaim = useUnclaim();
  const act = (action: TaskAction, task: UserTaskView) => {
    if (action === 'claim') claim.run(task);
    else if (action === 'unclaim') unclaim.mutate(task);
    else setOpen({ action, task });
  };
  const chosen = useChosenTasks(tasks, actAs);
  const isBusy = claim.isPending || unclaim.isPending;
  return (
    <>
      {chosen.bar}
      <TaskGrid
        first={chosen.columns}
        tasks={tasks}
        userId={userId}
        sort={sort}
        onSort={onSort}
        isBusy={isBusy}
        may={useMay()}
        onAction={act}
      />
      {chosen.dialog}
      {open?.action === 'takeOver' && <TakeOverDialog task={open.task} onTakeOver={claim.run} onClose={close} />}
      {open?.action === 'complete' && <CompleteTaskDialog task={open.task} actAs={actAs} onClose={close} />}
      {open?.action === 'edit' && <EditTaskDialog task={open.task} onClose={close} />}
      {open?.action === 'fail' && <FailTaskDialog task={open.task} onClose={close} />}
      {open?.action === 'cancel' && <CancelTaskDialog task={open.task} onClose={close} />}
    </>
  );
}
