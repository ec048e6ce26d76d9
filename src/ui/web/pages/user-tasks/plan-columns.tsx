import { Text } from '@mantine/core';
import type { UserTaskView } from '../../../wire/user-tasks.ts';
import type { Column } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { Badge } from '../../components/status-badge.tsx';
import { pageTexts } from '../../texts/user-tasks.ts';

/** Dates, priority and category. Omits empty columns, unless the list is sorted by them. */
export function planColumns(tasks: readonly UserTaskView[], sort: string): readonly Column<UserTaskView>[] {
  const columns: readonly (Column<UserTaskView> & { readonly isFilled: (task: UserTaskView) => boolean })[] = [
    {
      heading: pageTexts.due,
      sort: 'dueDate',
      isFilled: ({ dueDate, followUpDate }) => dueDate !== undefined || followUpDate !== undefined,
      cell: (task) => <Due {...task} />,
    },
    {
      heading: pageTexts.priority,
      sort: 'priority',
      isNumber: true,
      isFilled: ({ priority }) => priority !== undefined,
      cell: ({ priority }) => orDash(priority),
    },
    { heading: pageTexts.category, isFilled: ({ category }) => category !== undefined, cell: ({ category }) => orDash(category) },
  ];
  const by = sort.replace(/^-/, '');
  return columns.filter((column) => (column.sort !== undefined && column.sort === by) || tasks.some(column.isFilled));
}

function Due({ dueDate, followUpDate }: Pick<UserTaskView, 'dueDate' | 'followUpDate'>) {
  return (
    <>
      <span className="numbers">{formatTime(dueDate ?? null)}</span>
      {dueDate !== undefined && Date.parse(dueDate) < Date.now() && (
        <>
          {' '}
          <Badge tone="fail">{pageTexts.overdue}</Badge>
        </>
      )}
      {followUpDate !== undefined && (
        <Text size="xs" c="var(--text-dimmed)">
          {pageTexts.followUp(formatTime(followUpDate))}
        </Text>
      )}
    </>
  );
}
