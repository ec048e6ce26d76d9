import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OpenTaskView } from '../../../wire/task-types.ts';
import { openTasksQuery } from '../../api/home-views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatDuration, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useMayOpen } from '../../components/use-may.ts';
import { useNamedPart } from '../../components/use-named-part.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';

const STATES = ['All', 'Waiting', 'Running', 'Retrying'];
const TITLE = 'Open tasks';

/** The open tasks of a type, as its counts count them. */
export function OpenTasks({ type }: { readonly type: string }) {
  const { get, set, page } = useUrlFilters();
  const part = useNamedPart(TITLE);
  const seesInstances = useMayOpen()('see');
  const state = get('state');
  const tasks = useQuery(openTasksQuery({ type, state, page }));
  return (
    <section {...part} aria-label={TITLE}>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2} size="h4" className="any-text">
          {TITLE} of {type}
        </Title>
        <Group gap="sm">
          <SegmentedControl
            aria-label="State"
            data={STATES}
            value={state === '' ? 'All' : state}
            onChange={(to) => set({ state: to === 'All' ? '' : to })}
          />
          <Button variant="subtle" onClick={() => set({ type: undefined, state: undefined })}>
            Close
          </Button>
        </Group>
      </Group>
      <List
        query={tasks}
        failure="Failed to load open tasks"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={state === '' ? 'No task of this type is open.' : `No task of this type is ${state.toLowerCase()}.`}
        hint="Tasks of suspended instances wait apart, and are not counted."
      >
        {({ items, pageSize, totalCount, isExact, ...shown }) => (
          <>
            <DataGrid
              label={TITLE}
              columns={columns(tasks.dataUpdatedAt, seesInstances)}
              rows={items}
              rowKey={({ taskId }) => taskId}
            />
            <Pager
              page={shown.page}
              pageSize={pageSize}
              totalCount={totalCount}
              isExact={isExact}
              onChange={(to) => set({ page: to })}
            />
          </>
        )}
      </List>
    </section>
  );
}

function columns(now: number, seesInstances: boolean): readonly Column<OpenTaskView>[] {
  return [
    {
      heading: 'Instance',
      cell: ({ instanceId: id }) => <ShortId id={id} {...(seesInstances && { to: `/process-instance/${id}?tab=waiting` })} />,
    },
    { heading: 'Process', cell: ({ key }) => <span className="any-text">{key}</span> },
    { heading: 'At', cell: ({ activityId }) => <span className="any-text">{activityId}</span> },
    { heading: 'Business Id', priority: 2, cell: ({ businessId }) => orDash(businessId) },
    { heading: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
    { heading: 'Held by', priority: 2, cell: ({ host }) => <span className="any-text">{orDash(host)}</span> },
    { heading: 'Failed runs', isNumber: true, priority: 3, cell: ({ failures }) => failures },
    {
      heading: 'Age',
      cell: ({ createdAt }) => <span className="numbers">{formatDuration(Date.parse(createdAt), now)}</span>,
    },
    {
      heading: 'Free from (UTC)',
      priority: 3,
      cell: ({ state, availableAt }) => <Time value={state === 'Retrying' ? availableAt : null} />,
    },
  ];
}
