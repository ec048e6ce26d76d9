import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LateTimerView } from '../../../wire/home.ts';
import { lateTimersQuery } from '../../api/home-views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatDuration, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { TextFilter } from '../../components/text-filter.tsx';
import { Time } from '../../components/time.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';

/** Timers that should have fired by now (docs/spec/pages.md#late-timers). */
export function TimersPage() {
  const { get, set, page } = useUrlFilters();
  const timers = useQuery(lateTimersQuery({ key: get('process'), activityId: get('activity'), page }));
  const isFiltered = get('process') !== '' || get('activity') !== '';
  const clear = () => set({ process: undefined, activity: undefined });
  return (
    <>
      <PageHeading title="Overdue timers">
        <RefreshButton isLoading={timers.isFetching} onClick={() => void timers.refetch()} />
      </PageHeading>
      <Group gap="sm" mb="md" align="flex-end">
        <TextFilter label="Process key" value={get('process')} onChange={(process) => set({ process })} />
        <TextFilter label="Activity ID" value={get('activity')} onChange={(activity) => set({ activity })} />
        {isFiltered && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </Group>
      <List
        query={timers}
        failure="Failed to load timers"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? 'No overdue timer fits.' : 'No timer is overdue.'}
        hint="A timer is overdue a minute after its time. Timers of suspended instances wait, and are not listed."
        {...(isFiltered && { onClear: clear })}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label="Overdue timers"
              columns={columns(timers.dataUpdatedAt)}
              rows={items}
              rowKey={({ key, instanceId, activityId, dueAt }) => `${key} ${instanceId ?? ''} ${activityId ?? ''} ${dueAt}`}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
    </>
  );
}

function columns(now: number): readonly Column<LateTimerView>[] {
  return [
    { heading: 'Kind', cell: ({ kind }) => kind },
    {
      heading: 'Process',
      cell: ({ key }) => (
        <Anchor component={Link} size="sm" className="any-text" to={`/process-instances/${encodeURIComponent(key)}`}>
          {key}
        </Anchor>
      ),
    },
    {
      heading: 'Instance',
      cell: ({ instanceId: id }) => (id === null ? '—' : <ShortId id={id} to={`/process-instance/${id}?tab=waiting`} />),
    },
    { heading: 'At', cell: ({ activityId }) => <span className="any-text">{orDash(activityId)}</span> },
    { heading: 'Due At (UTC)', cell: ({ dueAt }) => <Time value={dueAt} /> },
    { heading: 'Overdue by', cell: ({ dueAt }) => <span className="numbers">{formatDuration(Date.parse(dueAt), now)}</span> },
    { heading: 'Attempts', isNumber: true, priority: 3, cell: ({ attempts }) => attempts },
  ];
}
