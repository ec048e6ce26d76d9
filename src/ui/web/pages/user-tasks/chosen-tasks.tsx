import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import type { Column } from '../../components/data-grid.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { useMay } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/user-tasks.ts';
import type { ActAs } from './acting.ts';
import { calledOf } from './panes/title-of-task.ts';
import type { ActOnMany } from './tasks-dialog.tsx';

// loaded when first opened
const TasksDialog = lazyPart(async () => (await import('./tasks-dialog.tsx')).TasksDialog);

/** Tasks by id. */
type Chosen = ReadonlyMap<string, UserTaskView>;

const words = pageTexts.many;

const isOpen = ({ isSuspended }: UserTaskView) => isSuspended !== true;
/** Actions with the needed permission, and the tasks that they fit. */
const ACTS: readonly (readonly [act: ActOnMany, needs: 'work' | 'operate', fits: (task: UserTaskView) => boolean])[] = [
  ['claim', 'work', (task) => isOpen(task) && task.state === 'Created'],
  ['assign', 'operate', () => true],
  ['complete', 'work', (task) => isOpen(task) && task.state === 'Claimed'],
];

/** Column, bar and dialog of a selection; empty without permission. The selection has tasks of the shown page only. */
export function useChosenTasks(tasks: readonly UserTaskView[], actAs: ActAs) {
  const may = useMay();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [act, setAct] = useState<{ readonly act: ActOnMany; readonly tasks: readonly UserTaskView[] } | null>(null);
  const chosen: Chosen = new Map(tasks.filter(({ taskId }) => ids.has(taskId)).map((task) => [task.taskId, task]));
  const offered = ACTS.filter(([, needs]) => may(needs));
  if (offered.length === 0) return { columns: [], bar: null, dialog: null };
  const column: Column<UserTaskView> = {
    heading: words.chosen,
    cell: (task) => (
      <Checkbox
        aria-label={words.choose(calledOf(task))}
        checked={chosen.has(task.taskId)}
        onChange={({ currentTarget: { checked } }) =>
          setIds(new Set([...chosen.keys(), task.taskId].filter((id) => checked || id !== task.taskId)))
        }
      />
    ),
  };
  const bar = (
    <section className="chosen-bar" aria-label={words.title}>
      <Group gap="xs">
        <Checkbox
          label={words.all}
          checked={tasks.length > 0 && chosen.size === tasks.length}
          onChange={({ currentTarget: { checked } }) => setIds(new Set(checked ? tasks.map(({ taskId }) => taskId) : []))}
        />
        <Text size="sm" role="status">
          {words.count(chosen.size)}
        </Text>
        {offered.map(([name, needs, fits]) => {
          const fitting = [...chosen.values()].filter((task) => fits(task) && may(needs, task.processKey ?? null));
          return fitting.length === 0 ? null : (
            <Button key={name} size="xs" variant="default" onClick={() => setAct({ act: name, tasks: fitting })}>
              {words.acts[name]} {fitting.length}
            </Button>
          );
        })}
      </Group>
    </section>
  );
  const dialog = act !== null && <TasksDialog {...act} actAs={actAs} onClose={() => setAct(null)} />;
  return { columns: [column], bar, dialog };
}
