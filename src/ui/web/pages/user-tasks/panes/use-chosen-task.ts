import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { hasCode } from '../../../api/client.ts';
import { userTaskQuery } from '../../../api/user-task.ts';

/** The task next to the list. */
export interface ChosenTask {
  readonly task: UserTaskView;
  /** it has ended */
  readonly isGone: boolean;
  /** who had it when it was chosen */
  readonly before: string | null;
}

/**
 * The chosen task from the list. A task that is not in the list (another page, other filters, an address) is read separately.
 * An ended one stays in its last known state.
 */
export function useChosenTask(
  chosenId: string | undefined,
  tasks: readonly UserTaskView[],
): ChosenTask | 'loading' | 'unknown' | undefined {
  const last = useRef<{ readonly task: UserTaskView; readonly before: string | null }>(undefined);
  const listed = tasks.find(({ taskId }) => taskId === chosenId);
  const read = useQuery({ ...userTaskQuery(chosenId ?? ''), enabled: chosenId !== undefined && listed === undefined });
  if (chosenId === undefined) return undefined;
  const isGone = listed === undefined && hasCode(read.error, 'unknown-user-task');
  const known = last.current?.task.taskId === chosenId ? last.current : undefined;
  const task = listed ?? (isGone ? undefined : read.data) ?? known?.task;
  if (task === undefined) return isGone || read.isError ? 'unknown' : 'loading';
  const before = known === undefined ? task.claimedBy : known.before;
  last.current = { task, before };
  return { task, isGone, before };
}
