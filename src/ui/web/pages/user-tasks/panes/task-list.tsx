import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { formatTime } from '../../../components/format.ts';
import { itemWords } from '../../../components/item-words.ts';
import { Badge } from '../../../components/status-badge.tsx';
import { pageTexts } from '../../../texts/user-tasks.ts';
import { dueWords, spanWords } from './time-words.ts';
import { titleOfTask } from './title-of-task.ts';

/** Tab reaches only the selected task; arrow keys select others. */
export function TaskList(props: {
  readonly tasks: readonly UserTaskView[];
  readonly chosenId: string | undefined;
  readonly userId: string;
  /** a change focuses the selected task */
  readonly focusCount: number;
  readonly onChoose: (task: UserTaskView) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onEnter: () => void;
}) {
  const { tasks, chosenId, userId, focusCount, onChoose, onMove, onEnter } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (focusCount > 0) list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focusCount]);
  const reachable = tasks.some(({ taskId }) => taskId === chosenId) ? chosenId : tasks[0]?.taskId;
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => onMove(1),
    ArrowUp: () => onMove(-1),
    Enter: onEnter,
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]?.();
  };
  return (
    <ul className="work-list" aria-label={pageTexts.list} ref={list}>
      {tasks.map((task) => (
        <li key={task.taskId}>
          <button
            type="button"
            className="work-item"
            aria-current={task.taskId === chosenId}
            tabIndex={task.taskId === reachable ? 0 : -1}
            onClick={() => onChoose(task)}
            onKeyDown={(event) => (task.taskId === chosenId ? press(event) : undefined)}
          >
            <TaskLines task={task} userId={userId} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function TaskLines({ task, userId }: { readonly task: UserTaskView; readonly userId: string }) {
  const { processName, processKey, businessId, claimedBy, createdAt, dueDate, priority, isSuspended } = task;
  const now = Date.now();
  const due = dueDate === undefined ? undefined : dueWords(dueDate, now);
  return (
    <>
      <span className="work-item-title">{titleOfTask(task)}</span>
      <span className="work-item-line">
        {[itemWords(task.item), processName ?? processKey, businessId].filter((text) => text !== undefined).join(' · ')}
      </span>
      <span className="work-item-marks">
        {isSuspended === true && <Badge tone="wait">{pageTexts.suspended}</Badge>}
        {claimedBy !== null && <Badge tone="run">{claimedBy === userId ? pageTexts.yours : claimedBy}</Badge>}
        {due !== undefined && <Badge tone={due.isOverdue ? 'fail' : 'stop'}>{due.text}</Badge>}
        {priority !== undefined && <span>{pageTexts.priorityOf(priority)}</span>}
        <span title={formatTime(createdAt)}>{pageTexts.age(spanWords(now - Date.parse(createdAt)))}</span>
      </span>
    </>
  );
}
