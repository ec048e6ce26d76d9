import { Alert, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { UserTaskView } from '../../../../wire/user-tasks.ts';
import { hasCode } from '../../../api/client.ts';
import { userTaskQuery } from '../../../api/user-task.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { Loading } from '../../../components/loading.tsx';
import type { ActAs } from '../acting.ts';
import { TaskList } from './task-list.tsx';
import { titleOfTask } from './title-of-task.ts';
import { useTaskKeys } from './use-task-keys.ts';
import './work.css';
import { pageTexts } from '../../../texts/user-tasks.ts';

interface ChosenTask {
  readonly task: UserTaskView;
  /** the task has ended */
  readonly isGone: boolean;
  /** claiming user at the selection; null: none */
  readonly before: string | null;
}

/** Returns the selected task, also if it is not in the list. An ended task has its last known state, `unknown` if it was never loaded. */
function useChosenTask(
  chosenId: string | undefined,
  tasks: readonly UserTaskView[],
): ChosenTask | 'loading' | 'unknown' | undefined {
  const last = useRef<{ readonly task: UserTaskView; readonly before: string | null }>(undefined);
  const listed = tasks.find(({ taskId }) => taskId === chosenId);
  // the list may omit the task, or still contain it after its end
  const read = useQuery({ ...userTaskQuery(chosenId ?? ''), enabled: chosenId !== undefined });
  if (chosenId === undefined) return undefined;
  const isGone = hasCode(read.error, 'unknown-user-task');
  const known = last.current?.task.taskId === chosenId ? last.current : undefined;
  const task = (isGone ? undefined : read.data) ?? listed ?? known?.task;
  if (task === undefined) return isGone || read.isError ? 'unknown' : 'loading';
  const before = known === undefined ? task.claimedBy : known.before;
  last.current = { task, before };
  return { task, isGone, before };
}

const TaskPane = lazyPart(async () => (await import('./task-pane.tsx')).TaskPane);
const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** Minimum width for list and task side by side. */
const TWO_PANES = '(min-width: 60em)';

/** Completed tasks that the list can still contain, with the next task in it. */
type Done = ReadonlyMap<string, string | undefined>;

/** Path from the task in the address, over completed tasks, to the task to show. */
function pathOf(chosen: string | undefined, done: Done): readonly (string | undefined)[] {
  const path = [chosen];
  for (let id = chosen; id !== undefined && done.has(id); path.push(id)) id = done.get(id);
  return path;
}

/** List and selected task side by side; on a phone one of them (docs/contributing/spec/pages.md#work-on-a-task). */
export function WorkView(props: {
  readonly tasks: readonly UserTaskView[];
  /** task id in the address */
  readonly chosen: string | undefined;
  readonly userId: string;
  readonly actAs: ActAs;
  readonly onChoose: (taskId: string | undefined) => void;
  readonly pager: ReactNode;
}) {
  const { userId, actAs, onChoose, pager } = props;
  const queries = useQueryClient();
  // list and address are updated later
  const [done, setDone] = useState<Done>(new Map());
  const tasks = props.tasks.filter(({ taskId }) => !done.has(taskId));
  const path = pathOf(props.chosen, done);
  const chosen = path.at(-1);
  const hasTwoPanes = useMediaQuery(TWO_PANES, undefined, { getInitialValueInEffect: false }) ?? true;
  const chosenId = chosen ?? (hasTwoPanes ? tasks[0]?.taskId : undefined);
  const found = useChosenTask(chosenId, tasks);
  // the read of one task may be newer than the list
  const listed = tasks.map((task) => (typeof found === 'object' && found.task.taskId === task.taskId ? found.task : task));
  const pane = useRef<HTMLDivElement>(null);
  const [focusCount, setFocusCount] = useState(0);
  const [hasHelp, setHelp] = useState(false);
  const toList = () => setFocusCount((count) => count + 1);
  const at = tasks.findIndex(({ taskId }) => taskId === chosenId);
  const move = (by: 1 | -1) => {
    const next = tasks[at === -1 ? 0 : at + by];
    if (next === undefined) return;
    onChoose(next.taskId);
    toList();
  };
  const openNext = () => {
    const next = (tasks[at + 1] ?? tasks[at - 1])?.taskId;
    if (chosenId !== undefined) {
      // it has ended: another read would fail
      queries.removeQueries({ queryKey: userTaskQuery(chosenId).queryKey, exact: true });
      // a fast user can complete several tasks before the address is updated
      const still = [...done].filter(([id]) => path.includes(id) || props.tasks.some(({ taskId }) => taskId === id));
      setDone(new Map([...still, [chosenId, next]]));
    }
    onChoose(next);
    toList();
  };
  const press = (selector: string) => pane.current?.querySelector<HTMLElement>(selector)?.click();
  useTaskKeys({
    j: () => move(1),
    k: () => move(-1),
    c: () => press('[data-act="claim"]'),
    u: () => press('[data-act="unclaim"]'),
    m: () => pane.current?.querySelector<HTMLElement>('[data-comment]')?.focus(),
    '?': () => setHelp(true),
  });
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      pane.current?.querySelector('form')?.requestSubmit();
    } else if (event.key === 'Escape' && pane.current?.contains(event.target as Node) === true) {
      if (hasTwoPanes) toList();
      else onChoose(undefined);
    }
  };
  const hasList = hasTwoPanes || chosenId === undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields and buttons inside come by here
    <div className="work" data-panes={hasTwoPanes ? 2 : 1} onKeyDown={keyed}>
      {hasList && (
        <div className="work-side">
          <TaskList
            tasks={listed}
            chosenId={chosenId}
            userId={userId}
            focusCount={focusCount}
            onChoose={({ taskId }) => onChoose(taskId)}
            onMove={move}
            onEnter={() => enter(pane.current)}
          />
          {pager}
          <button type="button" className="link-button work-help" onClick={() => setHelp(true)}>
            {pageTexts.keysNote}
          </button>
        </div>
      )}
      {chosenId !== undefined && (
        <div className="work-main" ref={pane}>
          {!hasTwoPanes && (
            <Button variant="subtle" size="xs" mb="xs" onClick={() => onChoose(undefined)}>
              {pageTexts.allTasks}
            </Button>
          )}
          <Chosen found={found} userId={userId} actAs={actAs} onDone={openNext} />
        </div>
      )}
      {hasHelp && <ShortcutsDialog onClose={() => setHelp(false)} />}
    </div>
  );
}

/** First field of the task, otherwise the claim button. */
function enter(pane: HTMLElement | null): void {
  const field = 'fieldset:not([disabled]) :is(input, textarea, select):not([disabled])';
  const target =
    pane?.querySelector<HTMLElement>(`form ${field}`) ?? pane?.querySelector<HTMLElement>('[data-act="claim"]:not([disabled])');
  (target ?? pane?.querySelector<HTMLElement>('form button'))?.focus();
}

function Chosen(props: {
  readonly found: ReturnType<typeof useChosenTask>;
  readonly userId: string;
  readonly actAs: ActAs;
  readonly onDone: () => void;
}) {
  const { found, userId, actAs, onDone } = props;
  if (found === undefined || found === 'loading') return <Loading />;
  if (found === 'unknown' || found.isGone) {
    const name = found === 'unknown' ? pageTexts.thisTask : pageTexts.quoted(titleOfTask(found.task));
    return (
      <Alert color="gray" variant="light" role="status">
        <p className="work-note">{pageTexts.notOpen(name)}</p>
        <Button size="xs" variant="default" onClick={onDone}>
          {pageTexts.nextTask}
        </Button>
      </Alert>
    );
  }
  return <TaskPane task={found.task} before={found.before} userId={userId} actAs={actAs} onDone={onDone} />;
}
