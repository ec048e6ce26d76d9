import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { FoundInstanceRow } from '../../api/service-types.ts';
import { foundInstancesQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { instanceFilter } from '../../components/filters-of-failures.ts';
import { orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TextFilter } from '../../components/text-filter.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { type Chosen, ChosenBar, choiceColumn } from './chosen-rows.tsx';
import { ExportButton } from './export-button.tsx';
import { Duration, HEADING_OF, ShownTime, type TimeStyle, TimeStyleChoice, useTimeStyle } from './shown-times.tsx';
import { ViewsBar } from './views-bar.tsx';

const STATES = ['All', 'Running', 'Completed', 'Cancelled', 'Failed'];
const FILTERS = ['key', 'status', 'businessId', 'activity', 'code', 'message', 'from', 'to', 'endedFrom'];

/** Instances of all processes: where the numbers of the dashboard lead (docs/spec/pages.md#all-instances). */
export function AllInstancesPage() {
  const filters = useUrlFilters();
  const { get, set, page } = filters;
  const sort = get('sort') === '' ? '-CreatedAt' : get('sort');
  const query = { filters: instanceFilter(get), sorts: sort };
  const instances = useQuery(foundInstancesQuery({ ...query, page }));
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [timeStyle, setTimeStyle] = useTimeStyle();
  const may = useMay();
  const mayAct = may('operate');
  const isFiltered = FILTERS.some((name) => get(name) !== '');
  const clear = () => set(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  return (
    <>
      <PageHeading title="Instances — all processes">
        <ViewsBar />
        <TimeStyleChoice value={timeStyle} onChange={setTimeStyle} />
        <ExportButton query={query} />
        <RefreshButton isLoading={instances.isFetching} onClick={() => void instances.refetch()} />
      </PageHeading>
      <Filters filters={filters} onClear={isFiltered ? clear : undefined} />
      <List
        query={instances}
        failure="Failed to load instances"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty="No instances."
        {...(isFiltered && { onClear: clear })}
      >
        {({ items, pageSize, totalCount, isTotalCountExact, ...shown }) => (
          <>
            {mayAct && <ChosenBar chosen={chosen} rows={items} onChange={setChosen} />}
            <DataGrid
              label="Instances"
              columns={[...(mayAct ? [choiceColumn(chosen, setChosen)] : []), ...columns(timeStyle)]}
              rows={items}
              rowKey={({ instanceId }) => instanceId}
              sort={sort}
              onSort={(by) => set({ sort: by })}
            />
            <Pager
              page={shown.page}
              pageSize={pageSize}
              totalCount={totalCount}
              isExact={isTotalCountExact}
              onChange={(to) => set({ page: to })}
            />
          </>
        )}
      </List>
    </>
  );
}

function Filters(props: {
  readonly filters: ReturnType<typeof useUrlFilters>;
  /** undefined: nothing is filtered */
  readonly onClear: (() => void) | undefined;
}) {
  const { get, set } = props.filters;
  const text = (name: string, label: string) => (
    <TextFilter key={name} label={label} value={get(name)} onChange={(value) => set({ [name]: value })} />
  );
  const time = (name: string, label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={get(name)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Group gap="sm" mb="md" align="flex-end">
      {text('key', 'Process key')}
      <NativeSelect
        label="Status"
        data={STATES}
        value={get('status') === '' ? 'All' : get('status')}
        onChange={(event) => set({ status: event.currentTarget.value === 'All' ? '' : event.currentTarget.value })}
      />
      {text('businessId', 'Business id')}
      {text('activity', 'Activity ID')}
      {text('code', 'Error code')}
      {text('message', 'Error message')}
      {time('from', 'Created from (UTC)')}
      {time('to', 'Created before (UTC)')}
      {time('endedFrom', 'Ended from (UTC)')}
      {props.onClear !== undefined && (
        <Button variant="subtle" onClick={props.onClear}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

const path = (instanceId: string) => `/process-instance/${instanceId}`;

const columns = (style: TimeStyle): readonly Column<FoundInstanceRow>[] => [
  { heading: 'Instance ID', cell: ({ instanceId }) => <ShortId id={instanceId} to={path(instanceId)} /> },
  {
    heading: 'Process',
    cell: ({ processDefinitionKey: key, version }) => (
      <Anchor component={Link} size="sm" to={`/process-instances/${encodeURIComponent(key)}/${version}`}>
        {key} v{version}
      </Anchor>
    ),
  },
  { heading: 'Business Id', cell: ({ businessId }) => orDash(businessId) },
  { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    heading: 'At',
    priority: 2,
    cell: ({ activeActivityIds, failure }) => orDash(failure?.activityId ?? activeActivityIds.join(', ')),
  },
  { heading: 'Error', priority: 2, cell: ({ failure }) => <Failure failure={failure} /> },
  {
    heading: `Created At${HEADING_OF[style]}`,
    sort: 'CreatedAt',
    cell: ({ createdAt }) => (style === 'utc' ? <Time value={createdAt} /> : <ShownTime value={createdAt} style={style} />),
  },
  {
    heading: `Completed At${HEADING_OF[style]}`,
    sort: 'CompletedAt',
    priority: 3,
    cell: ({ createdAt, completedAt }) =>
      style === 'utc' ? <Time value={completedAt} behind={createdAt} /> : <ShownTime value={completedAt} style={style} />,
  },
  {
    heading: 'Duration',
    priority: 3,
    cell: ({ createdAt, completedAt }) => <Duration from={createdAt} to={completedAt} />,
  },
  {
    heading: 'Actions',
    cell: ({ instanceId }) => (
      <Button size="xs" variant="default" component={Link} to={path(instanceId)} aria-label={`View ${instanceId}`}>
        View
      </Button>
    ),
  },
];

function Failure({ failure }: Pick<FoundInstanceRow, 'failure'>) {
  if (failure === null) return orDash(null);
  const text = `[${failure.code}] ${failure.message}`;
  return (
    <span className="error-text" title={text}>
      {text}
    </span>
  );
}
