import { Button, Group } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../../api/actions.ts';
import { getService, type Query } from '../../api/client.ts';
import { retryIncident } from '../../api/repairs.ts';
import type { IncidentList, ListedIncident } from '../../api/service-types.ts';
import { failedCountQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { ErrorText } from '../../components/error-text.tsx';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import { type ListFilter, MOST_FILTERS } from '../../components/filter-bar/list-filters.ts';
import { suggestBusinessIds, suggestKeys, withComparisons, withNames } from '../../components/filter-bar/suggestions.ts';
import { useUnknownVariable } from '../../components/filter-bar/unknown-variable.ts';
import { conditionsIn } from '../../components/filter-text.ts';
import { incidentFilter } from '../../components/filters-of-failures.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { ProcessLink } from '../../components/process-link.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { BusinessId, callerOf, ShortId } from '../../components/short-id.tsx';
import { Time } from '../../components/time.tsx';
import { useColumns } from '../../components/use-columns.tsx';
import { type NameOf, useElementNames, useTextsOfProcess, versionOfDefinition } from '../../components/use-element-names.ts';
import { type May, useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/incidents.ts';
import { texts } from '../../texts/texts.ts';
import {
  UnindexedNote,
  VariableChoice,
  variableColumns,
  type WithVariable,
  withVariable,
} from '../instances/variable-column.tsx';
import { INCIDENTS, ViewsBar } from '../instances/views-bar.tsx';

// loaded when first shown
const Causes = lazyPart(async () => (await import('./causes.tsx')).Causes);
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);

const { filters: words } = texts;
/** A batch needs a filter. */
const EVERY_INCIDENT = 'Count>=1';
const FILTERS: readonly ListFilter[] = [
  { name: 'message', label: words.error },
  { name: 'notMessage', label: words.errorNot, kind: 'texts' },
  { name: 'process', label: words.process, suggest: suggestKeys, completesBareText: true },
  { name: 'activity', label: words.activity },
  { name: 'code', label: words.errorCode },
  { name: 'businessId', label: words.businessId, suggest: (text) => suggestBusinessIds(text) },
  { name: 'instance', label: words.instance },
  { name: 'root', label: words.root },
  { name: 'variables', label: words.variables, kind: 'variables' },
];
/** `path` '': without a variable. */
const incidentRowsQuery = (query: Query, path: string) =>
  queryOptions({
    queryKey: ['/Incidents', query, path],
    queryFn: async ({ signal }) => {
      const page = await getService<IncidentList>('/Incidents', query, signal);
      return { ...page, items: await withVariable(page.items, ({ workflowInstanceId: id }) => id, path, signal) };
    },
    placeholderData: keepPreviousData,
  });
const CLEARED = Object.fromEntries(FILTERS.map(({ name }) => [name, undefined]));

/** See docs/contributing/spec/pages.md#incidents. */
export function IncidentsPage() {
  const { get, set, page } = useUrlFilters();
  const may = useMay();
  const sort = get('sort') === '' ? '-LastFailedAt' : get('sort');
  const filters = incidentFilter(get);
  const [variable, fits] = [get('variable'), conditionsIn(filters) <= MOST_FILTERS];
  const incidents = useQuery({ ...incidentRowsQuery({ filters, sorts: sort, page }, variable), enabled: fits });
  const { shownOf, choiceOf } = useColumns<Row>('incidents');
  const unknownVariable = useUnknownVariable(get('variables'), incidents.data?.totalCount === 0);
  const retry = useAction(retryIncident, () => pageTexts.retried);
  const isFiltered = filters !== '';
  const hasFailed = (useQuery(failedCountQuery).data?.totalCount ?? 0) > 0;
  const mayRetryAll = may('operate', get('process') === '' ? null : get('process'));
  const total = (fits && incidents.data?.totalCount) || 0;
  const nameOf = useElementNames((incidents.data?.items ?? []).map(versionOf));
  const elements = useTextsOfProcess(get('process'));
  const all = columns({ may, variable, nameOf, isBusy: retry.isPending, onRetry: (incidentId) => retry.mutate(incidentId) });
  return (
    <>
      <SectionHeading title={pageTexts.title}>
        {mayRetryAll && <RetryAll total={total} filters={filters} />}
        <ViewsBar path={INCIDENTS} />
        {choiceOf(
          all,
          <VariableChoice path={variable} process={get('process')} onChange={(path) => set({ variable: path, page })} />,
        )}
        <RefreshButton isLoading={incidents.isFetching} onClick={() => void incidents.refetch()} />
      </SectionHeading>
      <FilterBar filters={withNames(withComparisons(FILTERS, get('process')), elements)} get={get} set={set} />
      <UnindexedNote path={variable} />
      {!isFiltered && <Causes />}
      {fits && (
        <List
          query={incidents}
          failure={pageTexts.failed}
          isEmpty={({ totalCount }) => totalCount === 0}
          empty={isFiltered ? pageTexts.noneFits : pageTexts.none}
          {...(isFiltered
            ? { onClear: () => set(CLEARED), hint: unknownVariable }
            : { hint: pageTexts.hint, isPlain: hasFailed })}
        >
          {({ items, pageSize, totalCount, ...shown }) => (
            <>
              <DataGrid
                label={pageTexts.title}
                columns={shownOf(all)}
                rows={items}
                rowKey={({ incidentId }) => incidentId}
                rowLink={placeOf}
                sort={sort}
                onSort={(by) => set({ sort: by })}
              />
              <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
            </>
          )}
        </List>
      )}
    </>
  );
}

/** `filters` '': all incidents. The dialog stays open until it can show the result, when the list can be empty. */
function RetryAll({ total, filters }: { readonly total: number; readonly filters: string }) {
  const [isAsking, setAsking] = useState(false);
  const isFiltered = filters !== '';
  return (
    <>
      {total > 0 && (
        <Button variant="default" onClick={() => setAsking(true)}>
          {pageTexts.retryAll(total)}
        </Button>
      )}
      {isAsking && (
        <RepairAllDialog
          order={{ operation: 'retry', filters: isFiltered ? filters : EVERY_INCIDENT }}
          what={isFiltered ? pageTexts.ofList : pageTexts.allOpen}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Selects the failed element on the instance page. */
function placeOf({ workflowInstanceId, activityId }: ListedIncident): string {
  return `/process-instance/${workflowInstanceId}?element=${encodeURIComponent(activityId)}`;
}

type Row = WithVariable<ListedIncident>;

function versionOf({ processDefinitionKey: key, processDefinitionId }: ListedIncident) {
  return { key, version: versionOfDefinition(key, processDefinitionId) };
}

interface Shown {
  readonly may: May;
  readonly variable: string;
  readonly nameOf: NameOf;
  readonly isBusy: boolean;
  readonly onRetry: (incidentId: string) => void;
}

function columns({ may, variable, nameOf, isBusy, onRetry }: Shown): readonly Column<Row>[] {
  const nameAt = (row: Row) => nameOf({ ...versionOf(row), activityId: row.activityId });
  return [
    { heading: texts.names.instance, cell: (row) => <ShortId id={row.workflowInstanceId} to={placeOf(row)} /> },
    { name: 'process', heading: texts.names.process, cell: ({ processDefinitionKey: key }) => <ProcessLink processKey={key} /> },
    {
      name: 'businessId',
      heading: texts.names.businessId,
      cell: (row) => <BusinessId id={row.businessId} root={callerOf(row)} />,
    },
    ...variableColumns<ListedIncident>(variable),
    {
      name: 'at',
      heading: texts.names.at,
      cell: (row) => <ElementName name={nameAt(row)} id={row.activityId} className="process-cell any-text" />,
    },
    { heading: texts.names.error, cell: ({ errorCode, errorMessage }) => <ErrorText text={`[${errorCode}] ${errorMessage}`} /> },
    { name: 'times', heading: texts.names.times, sort: 'Count', isNumber: true, priority: 3, cell: ({ count }) => count },
    {
      name: 'first',
      heading: pageTexts.first,
      sort: 'FirstFailedAt',
      priority: 3,
      cell: ({ firstFailedAt }) => <Time value={firstFailedAt} />,
    },
    {
      name: 'last',
      heading: pageTexts.last,
      sort: 'LastFailedAt',
      priority: 2,
      cell: ({ firstFailedAt, lastFailedAt }) => <Time value={lastFailedAt} behind={firstFailedAt} />,
    },
    {
      heading: texts.names.actions,
      cell: (row) => (
        <Group gap={6} wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            disabled={!may('operate', row.processDefinitionKey)}
            aria-disabled={isBusy || !may('operate', row.processDefinitionKey)}
            aria-label={pageTexts.retryOf(nameAt(row) ?? row.activityId, row.workflowInstanceId)}
            onClick={() => !isBusy && onRetry(row.incidentId)}
          >
            {texts.shared.retry}
          </Button>
        </Group>
      ),
    },
  ];
}
