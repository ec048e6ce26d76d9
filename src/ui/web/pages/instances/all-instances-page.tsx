import { Anchor, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { getService } from '../../api/client.ts';
import type { FoundInstanceRow, FoundInstances } from '../../api/service-types.ts';
import { foundInstancesQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { instanceFilter } from '../../components/filters-of-failures.ts';
import { FoldedFilters } from '../../components/folded-filters.tsx';
import { orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge, stateWord } from '../../components/status-badge.tsx';
import { TextFilter } from '../../components/text-filter.tsx';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';
import { type Chosen, ChosenBar, choiceColumn } from './chosen-rows.tsx';
import { ExportButton, type SavedList } from './export-button.tsx';
import { FailureText } from './failure-text.tsx';
import { Duration, HEADING_OF, ShownTime, type TimeStyle, TimeStyleChoice, useTimeStyle } from './shown-times.tsx';
import { ViewsBar } from './views-bar.tsx';

const STATES = [
  { value: '', label: texts.shared.all },
  ...['Running', 'Completed', 'Cancelled', 'Failed'].map((value) => ({ value, label: stateWord(value) })),
];
const FILTERS = ['key', 'status', 'businessId', 'activity', 'code', 'message', 'from', 'to', 'endedFrom'];

/** Instances of all processes: where the numbers of the dashboard lead (docs/contributing/spec/pages.md#all-instances). */
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
      <PageHeading title={pageTexts.titleOfAll}>
        <ViewsBar />
        <TimeStyleChoice value={timeStyle} onChange={setTimeStyle} />
        <ExportButton
          list={{ columns: CSV_COLUMNS, read: (part) => getService<FoundInstances>('/Instances', { ...query, ...part }) }}
        />
        <RefreshButton isLoading={instances.isFetching} onClick={() => void instances.refetch()} />
      </PageHeading>
      <Filters filters={filters} onClear={isFiltered ? clear : undefined} />
      <List
        query={instances}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={pageTexts.none}
        {...(isFiltered && { onClear: clear })}
      >
        {({ items, pageSize, totalCount, isTotalCountExact, ...shown }) => (
          <>
            {mayAct && <ChosenBar chosen={chosen} rows={items} onChange={setChosen} />}
            <DataGrid
              label={pageTexts.list}
              columns={[...(mayAct ? [choiceColumn(chosen, setChosen)] : []), ...columns(items, timeStyle)]}
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
  const count = FILTERS.filter((name) => get(name) !== '').length;
  return (
    <FoldedFilters summary={texts.shared.foldedFilters(count)}>
      <Group gap="sm" mb="md" align="flex-end">
        {text('key', texts.names.processKey)}
        <NativeSelect
          label={texts.names.status}
          data={STATES}
          value={get('status')}
          onChange={(event) => set({ status: event.currentTarget.value })}
        />
        {text('businessId', texts.names.businessIdFilter)}
        {text('activity', texts.names.activityId)}
        {text('code', texts.names.errorCode)}
        {text('message', texts.names.errorMessage)}
        {time('from', texts.names.createdFrom)}
        {time('to', texts.names.createdBefore)}
        {time('endedFrom', pageTexts.endedFrom)}
        {props.onClear !== undefined && (
          <Button variant="subtle" onClick={props.onClear}>
            {texts.shared.clear}
          </Button>
        )}
      </Group>
    </FoldedFilters>
  );
}

const path = (instanceId: string) => `/process-instance/${instanceId}`;

/** Errors are visible at every width. Without failures the page has no error column. */
const ERROR: Column<FoundInstanceRow> = {
  heading: texts.names.error,
  cell: ({ failure }) => <FailureText failure={failure} />,
};

const columns = (rows: readonly FoundInstanceRow[], style: TimeStyle): readonly Column<FoundInstanceRow>[] => [
  { heading: pageTexts.instanceId, cell: ({ instanceId }) => <ShortId id={instanceId} to={path(instanceId)} /> },
  {
    heading: texts.names.process,
    cell: ({ processDefinitionKey: key, version }) => (
      <Anchor component={Link} size="sm" className="process-cell" to={`/process-instances/${encodeURIComponent(key)}/${version}`}>
        {key} v{version}
      </Anchor>
    ),
  },
  { heading: texts.names.businessId, cell: ({ businessId }) => orDash(businessId) },
  { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    heading: texts.names.at,
    priority: 2,
    cell: (row) => orDash(placeOf(row, ', ')),
  },
  ...(rows.some(({ failure }) => failure !== null) ? [ERROR] : []),
  {
    heading: `${pageTexts.createdAt}${HEADING_OF[style]}`,
    sort: 'CreatedAt',
    cell: ({ createdAt }) => <ShownTime value={createdAt} style={style} />,
  },
  {
    heading: `${pageTexts.completedAt}${HEADING_OF[style]}`,
    sort: 'CompletedAt',
    priority: 3,
    cell: ({ createdAt, completedAt }) => <ShownTime value={completedAt} style={style} behind={createdAt} />,
  },
  {
    heading: pageTexts.duration,
    priority: 3,
    cell: ({ createdAt, completedAt }) => <Duration from={createdAt} to={completedAt} />,
  },
  {
    heading: texts.names.actions,
    cell: ({ instanceId }) => (
      <Button size="xs" variant="default" component={Link} to={path(instanceId)} aria-label={texts.shared.viewOf(instanceId)}>
        {texts.shared.view}
      </Button>
    ),
  },
];

/** The element of the failure, else the active elements. */
function placeOf({ failure, activeActivityIds }: FoundInstanceRow, between: string): string {
  return failure?.activityId ?? activeActivityIds.join(between);
}

const CSV_COLUMNS: SavedList<FoundInstanceRow>['columns'] = {
  instanceId: ({ instanceId }) => instanceId,
  process: ({ processDefinitionKey }) => processDefinitionKey,
  version: ({ version }) => version,
  businessId: ({ businessId }) => businessId,
  status: ({ status }) => status,
  at: (row) => placeOf(row, ' '),
  errorCode: ({ failure }) => failure?.code,
  errorMessage: ({ failure }) => failure?.message,
  createdAt: ({ createdAt }) => createdAt,
  completedAt: ({ completedAt }) => completedAt,
};
