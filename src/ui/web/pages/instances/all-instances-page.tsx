import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ListedCalledIncident } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { FilterBar, UnknownFilters } from '../../components/filter-bar/filter-bar.tsx';
import { type ListFilter, MOST_FILTERS } from '../../components/filter-bar/list-filters.ts';
import {
  INSTANCE_STATES,
  suggestBusinessIds,
  suggestKeys,
  withComparisons,
  withNames,
} from '../../components/filter-bar/suggestions.ts';
import { useUnknownVariable } from '../../components/filter-bar/unknown-variable.ts';
import { conditionsIn } from '../../components/filter-text.ts';
import { instanceFilter } from '../../components/filters-of-failures.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { usePhonePageSize } from '../../components/phone.ts';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { BusinessId, callerOf, ShortId } from '../../components/short-id.tsx';
import { useColumns } from '../../components/use-columns.tsx';
import { type NameOf, useElementNames, useTextsOfProcess } from '../../components/use-element-names.ts';
import { useMay } from '../../components/use-may.ts';
import { useKnownFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/instances.ts';
import { texts } from '../../texts/texts.ts';
import { useChosenRows } from './chosen-rows.tsx';
import { ExportButton, type SavedList } from './export-button.tsx';
import { FailureText } from './failure-text.tsx';
import { INCIDENT_FILTER, PROBLEM_FILTER, SUSPENDED_FILTER } from './instance-filters.ts';
import { InstanceStatus, placeOfFailed } from './instance-grid.tsx';
import { Duration, durationMs, ShownTime, type TimeStyle, TimeStyleChoice, useTimeStyle } from './shown-times.tsx';
import {
  type InstanceRow,
  instanceRowsQuery,
  readInstances,
  UnindexedNote,
  VariableChoice,
  variableColumns,
} from './variable-column.tsx';
import { ViewsBar } from './views-bar.tsx';

const { filters: words } = texts;
const FILTERS: readonly ListFilter[] = [
  { name: 'businessId', label: words.businessId, suggest: (text) => suggestBusinessIds(text) },
  { name: 'businessIdPart', label: words.businessIdPart, isForBareText: true },
  { name: 'status', label: words.status, choices: INSTANCE_STATES },
  PROBLEM_FILTER,
  INCIDENT_FILTER,
  SUSPENDED_FILTER,
  { name: 'key', label: words.process, suggest: suggestKeys, completesBareText: true },
  { name: 'version', label: words.version },
  { name: 'message', label: words.error },
  { name: 'notMessage', label: words.errorNot, kind: 'texts' },
  { name: 'code', label: words.errorCode },
  { name: 'activity', label: words.activity },
  { name: 'variables', label: words.variables, kind: 'variables' },
  { name: 'from', label: words.createdFrom, kind: 'time' },
  { name: 'to', label: words.createdBefore, kind: 'time' },
  { name: 'endedFrom', label: words.endedFrom, kind: 'time' },
];

/** Other address parameters, and other names of filters. */
const OTHERS = ['sort', 'page', 'variable'];
const ALIASES = { process: 'key', element: 'activity' };

const CLEARED = Object.fromEntries(FILTERS.map(({ name }) => [name, undefined]));

/** `fits` false: the API refuses the number of filters, so it is not asked. */
function useInstances(query: { readonly filters: string; readonly sorts: string; readonly page: number }, variable: string) {
  const fits = conditionsIn(query.filters) <= MOST_FILTERS;
  const instances = useQuery({ ...instanceRowsQuery({ ...query, ...usePhonePageSize() }, variable), enabled: fits });
  return { fits, instances, nameOf: useElementNames((instances.data?.items ?? []).map(placeOfRow)) };
}

function useNamedFilters(get: (name: string) => string): readonly ListFilter[] {
  return withNames(withComparisons(FILTERS, get('key')), useTextsOfProcess(get('key'), get('version')));
}

/** Target of the numbers of the dashboard (docs/contributing/spec/pages.md#all-instances). */
export function AllInstancesPage() {
  const { get, set, page, unknown } = useKnownFilters(FILTERS, OTHERS, ALIASES);
  const sort = get('sort') === '' ? '-CreatedAt' : get('sort');
  const query = { filters: instanceFilter(get), sorts: sort };
  const variable = get('variable');
  const { fits, instances, nameOf } = useInstances({ ...query, page }, variable);
  const unknownVariable = useUnknownVariable(get('variables'), instances.data?.totalCount === 0);
  const chosen = useChosenRows(useMay()('operate'), choosable);
  const [timeStyle, setTimeStyle] = useTimeStyle();
  const { shownOf, choiceOf } = useColumns<InstanceRow>('all-instances');
  const columnsOf = (hasError: boolean) => columns(timeStyle, hasError, nameOf);
  const filters = useNamedFilters(get);
  const isFiltered = FILTERS.some(({ name }) => get(name) !== '');
  const choice = <VariableChoice path={variable} process={get('key')} onChange={(path) => set({ variable: path, page })} />;
  return (
    <>
      <PageHeading title={pageTexts.titleOfAll}>
        <ViewsBar />
        {choiceOf(columnsOf(true), choice)}
        <TimeStyleChoice value={timeStyle} onChange={setTimeStyle} />
        <ExportButton list={{ columns: csvColumns(variable), read: (part) => readInstances({ ...query, ...part }, variable) }} />
        <RefreshButton isLoading={instances.isFetching} onClick={() => void instances.refetch()} />
      </PageHeading>
      <FilterBar filters={filters} get={get} set={set} />
      <UnknownFilters names={unknown} />
      <UnindexedNote path={variable} />
      {fits && (
        <List
          query={instances}
          failure={pageTexts.failed}
          isEmpty={({ totalCount }) => totalCount === 0}
          empty={pageTexts.none}
          {...(isFiltered && { onClear: () => set(CLEARED) })}
          hint={unknownVariable ?? (get('businessId') === '' ? undefined : pageTexts.wholeBusinessId)}
        >
          {({ items, pageSize, totalCount, isTotalCountExact: isExact, ...shown }) => (
            <>
              {chosen.barOf(items, unknown.length === 0 ? { ...matchingOf(get), isFiltered, totalCount } : undefined)}
              <DataGrid
                label={pageTexts.list}
                columns={[...chosen.columns, ...shownOf(columnsOf(hasFailure(items))), ...variableColumns(variable)]}
                rowLink={({ instanceId }) => path(instanceId)}
                rows={items}
                rowKey={({ instanceId }) => instanceId}
                sort={sort}
                onSort={(by) => set({ sort: by })}
              />
              <Pager {...{ pageSize, totalCount, isExact }} page={shown.page} onChange={(to) => set({ page: to })} />
            </>
          )}
        </List>
      )}
      {chosen.dialog}
    </>
  );
}

function matchingOf(get: (name: string) => string) {
  const filters = instanceFilter((name) => (name === 'status' ? '' : get(name)));
  return { filters, status: get('status'), key: get('key') };
}

const path = (instanceId: string) => `/process-instance/${instanceId}`;

const choosable = ({ processDefinitionKey: key, ...row }: InstanceRow) => ({ ...row, key });

const hasFailure = (rows: readonly InstanceRow[]) =>
  rows.some(({ failure, incident, calledIncident }) => (failure ?? incident ?? calledIncident) != null);

function failureOf({ activityId, errorCode, errorMessage }: ListedCalledIncident) {
  return { activityId, code: errorCode, message: errorMessage };
}

function placeOfCalled(called: ListedCalledIncident | undefined) {
  return called && { openIncidents: called.openIncidents, to: placeOfFailed(called.workflowInstanceId, called.activityId) };
}

/** Shown at each width. */
const ERROR: Column<InstanceRow> = {
  name: 'error',
  heading: texts.names.error,
  cell: ({ failure, incident, calledIncident }) => (
    <FailureText failure={failure} incident={incident} called={calledIncident && failureOf(calledIncident)} />
  ),
};

const columns = (style: TimeStyle, hasError: boolean, nameOf: NameOf): readonly Column<InstanceRow>[] => [
  { heading: pageTexts.instanceId, cell: ({ instanceId }) => <ShortId id={instanceId} to={path(instanceId)} /> },
  {
    name: 'process',
    heading: texts.names.process,
    cell: ({ processDefinitionKey: key, version }) => (
      <Anchor component={Link} size="sm" className="process-cell" to={`/process-instances/${encodeURIComponent(key)}/${version}`}>
        {key} v{version}
      </Anchor>
    ),
  },
  { name: 'businessId', heading: texts.names.businessId, cell: (row) => <BusinessId id={row.businessId} root={callerOf(row)} /> },
  {
    name: 'status',
    heading: texts.names.status,
    cell: (row) => <InstanceStatus {...row} called={placeOfCalled(row.calledIncident)} />,
  },
  { name: 'at', heading: texts.names.at, cell: (row) => <PlaceCell row={row} nameOf={nameOf} /> },
  ...(hasError ? [ERROR] : []),
  {
    name: 'created',
    heading: pageTexts.createdAt,
    sort: 'CreatedAt',
    cell: ({ createdAt }) => <ShownTime value={createdAt} style={style} />,
  },
  {
    name: 'completed',
    heading: pageTexts.completedAt,
    sort: 'CompletedAt',
    priority: 3,
    cell: ({ createdAt, completedAt }) => <ShownTime value={completedAt} style={style} behind={createdAt} />,
  },
  {
    name: 'duration',
    heading: pageTexts.duration,
    priority: 2,
    cell: ({ createdAt, completedAt }) => <Duration from={createdAt} to={completedAt} />,
  },
];

const placeOfRow = ({ processDefinitionKey: key, version }: InstanceRow) => ({ key, version });

function PlaceCell({ row, nameOf }: { readonly row: InstanceRow; readonly nameOf: NameOf }) {
  const ids = placesOf(row);
  const names = ids.map((activityId) => nameOf({ ...placeOfRow(row), activityId }) ?? activityId);
  return <ElementName name={names.join(', ')} id={ids.length === 0 ? null : ids.join(', ')} />;
}

/** Element of the failure, otherwise the active elements. */
function placesOf({ failure, activeActivityIds }: InstanceRow): readonly string[] {
  return failure?.activityId == null ? activeActivityIds : [failure.activityId];
}

const CSV_COLUMNS: SavedList<InstanceRow>['columns'] = {
  instanceId: ({ instanceId }) => instanceId,
  process: ({ processDefinitionKey }) => processDefinitionKey,
  version: ({ version }) => version,
  businessId: ({ businessId }) => businessId,
  status: ({ status }) => status,
  at: (row) => placesOf(row).join(' '),
  errorCode: ({ failure, incident }) => (failure ?? incident)?.code,
  errorMessage: ({ failure, incident }) => (failure ?? incident)?.message,
  createdAt: ({ createdAt }) => createdAt,
  completedAt: ({ completedAt }) => completedAt,
};

/** Last, so that programs find the others at the same place. */
const CALL_COLUMNS: SavedList<InstanceRow>['columns'] = {
  rootBusinessId: ({ rootBusinessId }) => rootBusinessId,
  calledIncidentMessage: ({ calledIncident }) => calledIncident?.errorMessage,
  calledIncidentCode: ({ calledIncident }) => calledIncident?.errorCode,
  suspended: ({ suspendedBy }) => suspendedBy?.join(' '),
  durationMs,
};

function csvColumns(variable: string): SavedList<InstanceRow>['columns'] {
  const chosen: typeof CSV_COLUMNS = variable === '' ? {} : { [`Variables.${variable}`]: (row) => String(row.variable ?? '') };
  return { ...CSV_COLUMNS, ...chosen, ...CALL_COLUMNS };
}
