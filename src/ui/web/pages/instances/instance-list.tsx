import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { InstanceView } from '../../../wire/instances.ts';
import type { PageView } from '../../../wire/page.ts';
import { getView } from '../../api/client.ts';
import { instancePageQuery } from '../../api/views.ts';
import { curl } from '../../components/commands.ts';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { withNames } from '../../components/filter-bar/suggestions.ts';
import { instanceFilter } from '../../components/filters-of-failures.ts';
import { FoldOnPhone } from '../../components/fold-on-phone.tsx';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { usePhonePageSize } from '../../components/phone.ts';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useColumns } from '../../components/use-columns.tsx';
import { useTextsOfProcess } from '../../components/use-element-names.ts';
import { useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/instances.ts';
import { useChosenRows } from './chosen-rows.tsx';
import { ExportButton, type SavedList } from './export-button.tsx';
import { instanceFilters, NO_FILTERS } from './instance-filters.ts';
import { InstanceGrid, instanceColumns } from './instance-grid.tsx';
import { durationMs, TimeStyleChoice, useTimeStyle } from './shown-times.tsx';
import { ViewsBar } from './views-bar.tsx';

const FILTERS = ['status', 'incident', 'suspended', 'businessId', 'businessIdPart', 'from', 'to', 'activity'];

/** Instances of one process key or version, with actions (docs/contributing/spec/pages.md#instances). */
export function InstanceList(props: {
  readonly workflowKey: string;
  readonly version: number | undefined;
  /** reason for an empty list */
  readonly hint?: string;
  /** an empty list shows the command to start an instance */
  readonly canStart: boolean;
}) {
  const { workflowKey, version, hint, canStart } = props;
  const { get, set, page } = useUrlFilters();
  const query = queryOf(workflowKey, version, get);
  const instances = useQuery(instancePageQuery({ ...query, page, ...usePhonePageSize() }));
  const chosen = useChosenRows<InstanceView>(useMay()('operate', workflowKey), (row) => row);
  const [timeStyle, setTimeStyle] = useTimeStyle();
  const { shownOf, choiceOf } = useColumns<InstanceView>('instances');
  const hasVersions = version === undefined;
  const shared = sharedFilters(workflowKey, version, get);
  const matching = { filters: instanceFilter((name) => shared[name] ?? ''), status: get('status'), key: workflowKey };
  const elements = useTextsOfProcess(workflowKey, version?.toString());
  const isFiltered = FILTERS.some((name) => get(name) !== '');
  return (
    <>
      <FoldOnPhone summary={pageTexts.tools}>
        <Group gap="sm" justify="flex-end" mt="lg" mb="sm">
          <Button
            variant="subtle"
            component={Link}
            to={`/instances?${new URLSearchParams({ ...present(shared), ...present({ status: get('status') }) })}`}
          >
            {pageTexts.moreFilters}
          </Button>
          <ViewsBar path={pathOf(workflowKey, version)} />
          {choiceOf(instanceColumns(hasVersions, true, timeStyle))}
          <TimeStyleChoice value={timeStyle} onChange={setTimeStyle} />
          <ExportButton
            list={{ columns: CSV_COLUMNS, read: (part) => getView<PageView<InstanceView>>('instances', { ...query, ...part }) }}
          />
          <RefreshButton isLoading={instances.isFetching} onClick={() => void instances.refetch()} />
        </Group>
      </FoldOnPhone>
      <FilterBar filters={withNames(instanceFilters(workflowKey, get), elements)} get={get} set={set} />
      <List
        query={instances}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={pageTexts.none}
        hint={isFiltered ? (get('businessId') === '' ? undefined : pageTexts.wholeBusinessId) : hint}
        {...(isFiltered && { onClear: () => set(NO_FILTERS) })}
        {...(!isFiltered &&
          canStart && { command: (apiUrl: string) => curl(apiUrl, '/Execution/start', { WorkflowId: workflowKey }) })}
      >
        {({ items, page, pageSize, totalCount }) => (
          <>
            {/* the API has no filter for elements that an instance has left */}
            {chosen.barOf(
              items,
              get('activity') === '' ? { ...matching, isFiltered: isFiltered || !hasVersions, totalCount } : undefined,
            )}
            <InstanceGrid
              instances={items}
              columns={[...chosen.columns, ...shownOf(instanceColumns(hasVersions, hasFailure(items), timeStyle))]}
              sort={get('sort')}
              onSort={(sort) => set({ sort })}
            />
            <Pager page={page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
      {chosen.dialog}
    </>
  );
}

const hasFailure = (rows: readonly InstanceView[]) =>
  rows.some(({ failure, incident, calledIncident }) => (failure ?? incident ?? calledIncident) !== undefined);

/** `get`: reads an address parameter. */
function queryOf(key: string, version: number | undefined, get: (name: string) => string) {
  const names = ['status', 'incident', 'suspended', 'businessId', 'businessIdPart', 'activity', 'entry', 'sort'];
  const [status, incident, suspended, businessId, businessIdPart, activityId, entry, sort] = names.map(get);
  return {
    key,
    ...(version !== undefined && { version }),
    ...present({
      status,
      incident,
      suspended,
      businessId,
      businessIdPart,
      activityId,
      entry,
      sort,
      from: asTime(get('from')),
      to: asTime(get('to')),
    }),
  };
}

/** Filters that the list of all instances supports, without the status. */
function sharedFilters(key: string, version: number | undefined, get: (name: string) => string): Record<string, string> {
  return {
    key,
    version: version === undefined ? '' : String(version),
    incident: get('incident'),
    suspended: get('suspended'),
    businessId: get('businessId'),
    businessIdPart: get('businessIdPart'),
    from: get('from'),
    to: get('to'),
  };
}

function pathOf(key: string, version: number | undefined): string {
  const path = `/process-instances/${encodeURIComponent(key)}`;
  return version === undefined ? path : `${path}/${version}`;
}

/** Time or date of the address as RFC 3339. A date is midnight UTC. Undefined: absent or invalid. */
function asTime(text: string | undefined): string | undefined {
  const ms = Date.parse(`${text ?? ''}${text?.includes('T') ? 'Z' : ''}`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function present<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: string;
  };
}

const CSV_COLUMNS: SavedList<InstanceView>['columns'] = {
  instanceId: ({ instanceId }) => instanceId,
  process: ({ key }) => key,
  version: ({ version }) => version,
  businessId: ({ businessId }) => businessId,
  status: ({ status }) => status,
  failedAt: ({ failure }) => failure?.activityId,
  errorCode: ({ failure, incident }) => (failure ?? incident)?.code,
  errorMessage: ({ failure, incident }) => (failure ?? incident)?.message,
  createdAt: ({ createdAt }) => createdAt,
  startedAt: ({ startedAt }) => startedAt,
  completedAt: ({ completedAt }) => completedAt,
  rootBusinessId: ({ root }) => root?.businessId,
  calledIncidentMessage: ({ calledIncident }) => calledIncident?.message,
  calledIncidentCode: ({ calledIncident }) => calledIncident?.code,
  suspended: ({ suspendedBy }) => suspendedBy?.join(' '),
  durationMs,
};
