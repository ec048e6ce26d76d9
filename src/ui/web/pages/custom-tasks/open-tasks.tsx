import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, SegmentedControl, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OpenTaskView } from '../../../wire/task-types.ts';
import { openTasksQuery } from '../../api/home-views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { formatDuration, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { BusinessId, ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { type NameOf, useElementNames } from '../../components/use-element-names.ts';
import { useMayOpen } from '../../components/use-may.ts';
import { useNamedPart } from '../../components/use-named-part.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/custom-tasks.ts';
import { texts } from '../../texts/texts.ts';

const STATES = [
  { value: '', label: texts.shared.all },
  ...(['Waiting', 'Running', 'Retrying'] as const).map((value) => ({ value, label: pageTexts.states[value] })),
];

/** Open tasks below the grid of types: the tasks that its counts contain. */
export function OpenTasks({ type }: { readonly type: string }) {
  const { get, set, page } = useUrlFilters();
  const part = useNamedPart('open-tasks');
  const seesInstances = useMayOpen()('see');
  const state = get('state');
  const tasks = useQuery(openTasksQuery({ type, state, page }));
  // the names need the permission to see processes
  const nameOf = useElementNames(seesInstances ? (tasks.data?.items ?? []) : []);
  return (
    <section {...part} aria-label={pageTexts.openOf(type)}>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={2} size="h4" className="any-text">
          {pageTexts.openOf(type)}
        </Title>
        <Group gap="sm">
          <SegmentedControl aria-label={texts.names.state} data={STATES} value={state} onChange={(to) => set({ state: to })} />
          <Button variant="subtle" onClick={() => set({ type: undefined, state: undefined })}>
            {texts.shared.close}
          </Button>
        </Group>
      </Group>
      <List
        query={tasks}
        failure={pageTexts.openListFailed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={(Object.hasOwn(pageTexts.noneIn, state) ? pageTexts.noneIn[state] : undefined) ?? pageTexts.noneOpen}
        hint={pageTexts.suspended}
      >
        {({ items, pageSize, totalCount, isExact, ...shown }) => (
          <>
            <DataGrid
              label={pageTexts.open}
              columns={columns(tasks.dataUpdatedAt, seesInstances, nameOf)}
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

function columns(now: number, seesInstances: boolean, nameOf: NameOf): readonly Column<OpenTaskView>[] {
  return [
    {
      heading: texts.names.instance,
      cell: ({ instanceId: id }) => <ShortId id={id} {...(seesInstances && { to: `/process-instance/${id}?tab=waiting` })} />,
    },
    { heading: texts.names.process, cell: ({ key }) => <span className="any-text">{key}</span> },
    { heading: texts.names.at, cell: (row) => <ElementName name={nameOf(row)} id={row.activityId} /> },
    { heading: texts.names.businessId, priority: 2, cell: ({ businessId, root }) => <BusinessId id={businessId} root={root} /> },
    { heading: texts.names.state, cell: ({ state }) => <StatusBadge status={state} /> },
    { heading: pageTexts.heldBy, priority: 2, cell: ({ host }) => <span className="any-text">{orDash(host)}</span> },
    { heading: pageTexts.failedRuns, isNumber: true, priority: 3, cell: ({ failures }) => failures },
    {
      heading: pageTexts.age,
      cell: ({ createdAt }) => <span className="numbers">{formatDuration(Date.parse(createdAt), now)}</span>,
    },
    {
      heading: pageTexts.freeFrom,
      priority: 3,
      cell: ({ state, availableAt }) => <Time value={state === 'Retrying' ? availableAt : null} />,
    },
  ];
}
