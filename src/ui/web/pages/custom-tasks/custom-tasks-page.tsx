import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomTask } from '../../../wire/custom-tasks.ts';
import type { TaskTypeView } from '../../../wire/task-types.ts';
import { taskTypesQuery } from '../../api/home-views.ts';
import { customTasksQuery } from '../../api/views.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { ErrorBar } from '../../components/error-bar.tsx';
import { List } from '../../components/list.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/custom-tasks.ts';
import { OpenTasks } from './open-tasks.tsx';
import { SchemaView } from './schema-view.tsx';
import { type TypeRow, typeColumns } from './type-columns.tsx';

const REFRESH_MS = 5000;

/** Plugins, and workers and statistics of each task type (docs/contributing/spec/pages.md#custom-tasks). */
export function CustomTasksPage() {
  const catalog = useQuery({ ...customTasksQuery, refetchInterval: REFRESH_MS });
  const load = useQuery({ ...taskTypesQuery, refetchInterval: REFRESH_MS });
  const [opened, setOpened] = useState<CustomTask | null>(null);
  const { get } = useUrlFilters();
  const type = get('type');
  return (
    <>
      <SectionHeading title={pageTexts.title} />
      {load.isError && !catalog.isError && (
        <ErrorBar text={pageTexts.openFailed(load.error.message)} onRetry={() => void load.refetch()} asOf={load.dataUpdatedAt} />
      )}
      <List
        query={catalog}
        failure={pageTexts.failed}
        isEmpty={(entries) => rowsOf(entries, load.data).length === 0}
        empty={pageTexts.none}
        hint={pageTexts.hint}
      >
        {(entries) => (
          <>
            {entries.length === 0 && (
              <Text c="dimmed" mb="xs">
                {pageTexts.none}
              </Text>
            )}
            <DataGrid
              label={pageTexts.list}
              isCompact
              columns={typeColumns(rowsOf(entries, load.data), load.dataUpdatedAt, setOpened)}
              rows={rowsOf(entries, load.data)}
              rowKey={({ taskType }) => taskType}
              isSelected={({ taskType }) => keyOf(taskType) === keyOf(type)}
            />
          </>
        )}
      </List>
      {type !== '' && <OpenTasks type={type} />}
      {opened !== null && <SchemaView entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** Task types are case-insensitive. */
const keyOf = (taskType: string) => taskType.trim().toLowerCase();

/** Numbers of a type without open tasks and workers. */
const IDLE: Omit<TaskTypeView, 'taskType'> = {
  remoteWorkers: [],
  isAsked: false,
  waiting: 0,
  running: 0,
  retrying: 0,
  isExact: true,
  oldestAt: null,
  runs: null,
};

/** One row per task type, with or without plugin host. `load` undefined: loading; only types with plugin host. */
function rowsOf(entries: readonly CustomTask[], load: readonly TaskTypeView[] | undefined): readonly TypeRow[] {
  if (load === undefined) return entries.map((entry) => ({ taskType: entry.taskType, entry, load: undefined }));
  const loads = new Map(load.map((type) => [keyOf(type.taskType), type]));
  const offered = new Set(entries.map(({ taskType }) => keyOf(taskType)));
  return [
    ...entries.map((entry) => ({
      taskType: entry.taskType,
      entry,
      load: loads.get(keyOf(entry.taskType)) ?? { ...IDLE, taskType: entry.taskType },
    })),
    ...load
      .filter(({ taskType }) => !offered.has(keyOf(taskType)))
      .map((type) => ({ taskType: type.taskType, entry: undefined, load: type })),
  ];
}
