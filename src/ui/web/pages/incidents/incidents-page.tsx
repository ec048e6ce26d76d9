import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../../api/actions.ts';
import { incidentsQuery, retryIncident } from '../../api/repairs.ts';
import type { ListedIncident } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { incidentFilter } from '../../components/filters-of-failures.ts';
import { orDash } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { TextFilter } from '../../components/text-filter.tsx';
import { Time } from '../../components/time.tsx';
import { type May, useMay } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';

// loaded when it is first opened
const RepairAllDialog = lazyPart(async () => (await import('../../components/batch/repair-all-dialog.tsx')).RepairAllDialog);

const FILTERS = [
  ['process', 'Process key'],
  ['activity', 'Activity ID'],
  ['code', 'Error code'],
  ['message', 'Error message'],
  ['instance', 'Instance id'],
] as const;
const CLEARED = Object.fromEntries(FILTERS.map(([name]) => [name, undefined]));

/** Failures that wait for an operator, and their retry (docs/spec/pages.md#incidents). */
export function IncidentsPage() {
  const { get, set, page } = useUrlFilters();
  const may = useMay();
  const sort = get('sort') === '' ? '-LastFailedAt' : get('sort');
  const filters = incidentFilter(get);
  const incidents = useQuery(incidentsQuery({ filters, sorts: sort, page }));
  const retry = useAction(retryIncident, () => 'Retried. What fails again stays in the list.');
  const [asksForAll, setAsksForAll] = useState(false);
  const isFiltered = filters !== '';
  const mayRetryAll = may('operate', get('process') === '' ? null : get('process'));
  const total = incidents.data?.totalCount ?? 0;
  return (
    <>
      <PageHeading title="Incidents">
        {total > 0 && mayRetryAll && (
          <Button variant="default" onClick={() => setAsksForAll(true)}>
            Retry all {total.toLocaleString('en')}
          </Button>
        )}
        <RefreshButton isLoading={incidents.isFetching} onClick={() => void incidents.refetch()} />
      </PageHeading>
      <Filters get={get} set={set} isFiltered={isFiltered} />
      <List
        query={incidents}
        failure="Failed to load incidents"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? 'No open incident fits.' : 'No open incidents.'}
        {...(isFiltered
          ? { onClear: () => set(CLEARED) }
          : {
              hint: 'Only processes that ask for incidents have any; in others a failure that nothing catches ends the instance.',
            })}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label="Incidents"
              columns={columns(may, retry.isPending, (incidentId) => retry.mutate(incidentId))}
              rows={items}
              rowKey={({ incidentId }) => incidentId}
              sort={sort}
              onSort={(by) => set({ sort: by })}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
      {asksForAll && (
        <RepairAllDialog
          order={{ operation: 'retry', filters }}
          what={isFiltered ? 'the incidents of this list' : 'all open incidents'}
          onClose={() => setAsksForAll(false)}
        />
      )}
    </>
  );
}

function Filters({
  get,
  set,
  isFiltered,
}: Pick<ReturnType<typeof useUrlFilters>, 'get' | 'set'> & { readonly isFiltered: boolean }) {
  return (
    <Group gap="sm" mb="md" align="flex-end">
      {FILTERS.map(([name, label]) => (
        <TextFilter key={name} label={label} value={get(name)} onChange={(value) => set({ [name]: value })} />
      ))}
      {isFiltered && (
        <Button variant="subtle" onClick={() => set(CLEARED)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

const path = (instanceId: string) => `/process-instance/${instanceId}`;

function columns(may: May, isBusy: boolean, onRetry: (incidentId: string) => void): readonly Column<ListedIncident>[] {
  return [
    { heading: 'Instance', cell: ({ workflowInstanceId: id }) => <ShortId id={id} to={path(id)} /> },
    { heading: 'Process', cell: ({ processDefinitionKey: key }) => <ProcessLink processKey={key} /> },
    { heading: 'Business Id', cell: ({ businessId }) => orDash(businessId) },
    { heading: 'At', cell: ({ activityId }) => <span className="any-text">{activityId}</span> },
    { heading: 'Error', cell: ({ errorCode, errorMessage }) => <ErrorText text={`[${errorCode}] ${errorMessage}`} /> },
    { heading: 'Times', sort: 'Count', isNumber: true, priority: 3, cell: ({ count }) => count },
    {
      heading: 'First failed (UTC)',
      sort: 'FirstFailedAt',
      priority: 3,
      cell: ({ firstFailedAt }) => <Time value={firstFailedAt} />,
    },
    {
      heading: 'Last failed (UTC)',
      sort: 'LastFailedAt',
      priority: 2,
      cell: ({ firstFailedAt, lastFailedAt }) => <Time value={lastFailedAt} behind={firstFailedAt} />,
    },
    {
      heading: 'Actions',
      cell: ({ incidentId, workflowInstanceId, processDefinitionKey, activityId }) => (
        <Group gap={6} wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            disabled={!may('operate', processDefinitionKey)}
            aria-disabled={isBusy || !may('operate', processDefinitionKey)}
            aria-label={`Retry ${activityId} of ${workflowInstanceId}`}
            onClick={() => !isBusy && onRetry(incidentId)}
          >
            Retry
          </Button>
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={`${path(workflowInstanceId)}?element=${encodeURIComponent(activityId)}`}
            aria-label={`View ${workflowInstanceId}`}
          >
            View
          </Button>
        </Group>
      ),
    },
  ];
}

function ProcessLink({ processKey }: { readonly processKey: string }) {
  return (
    <Anchor component={Link} size="sm" className="any-text" to={`/process-instances/${encodeURIComponent(processKey)}`}>
      {processKey}
    </Anchor>
  );
}

function ErrorText({ text }: { readonly text: string }) {
  return (
    <span className="error-text" title={text}>
      {text}
    </span>
  );
}
