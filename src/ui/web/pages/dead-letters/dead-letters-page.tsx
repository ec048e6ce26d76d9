import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeadLetterListItem } from '../../api/service-types.ts';
import { deadLetterCountQuery, deadLettersQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { filterText, timeOf } from '../../components/filter-text.ts';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import './dead-letters.css';
import { LetterView } from './letter-view.tsx';

const STATUSES = [
  { value: '', label: 'Present' },
  { value: 'Parked', label: 'Parked' },
  { value: 'Retrying', label: 'Retrying' },
  { value: 'CarriedOut', label: 'Carried out' },
  { value: 'Refused', label: 'Refused' },
  { value: 'Dropped', label: 'Dropped' },
];
/** How often the list looks whether what is being retried is done. Unit: ms. */
const RETRYING_MS = 1000;
const FILTERS = ['status', 'kind', 'process', 'instance', 'from', 'to'];
const CLEARED = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** What was given up, and what can be done with it (docs/spec/pages.md#dead-letters). */
export function DeadLettersPage() {
  const filters = useUrlFilters();
  const { get, set, page } = filters;
  const sort = get('sort') === '' ? '-ParkedAt' : get('sort');
  const letters = useQuery({
    ...deadLettersQuery({ filters: queryOf(get), sorts: sort, page }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'Retrying') === true ? RETRYING_MS : false,
  });
  useCountInNavigation(letters.data?.totalCount);
  const isFiltered = FILTERS.some((name) => get(name) !== '');
  return (
    <>
      <PageHeading title="Dead Letters">
        <RefreshButton isLoading={letters.isFetching} onClick={() => void letters.refetch()} />
      </PageHeading>
      <Filters filters={filters} isFiltered={isFiltered} />
      <List
        query={letters}
        failure="Failed to load dead letters"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? 'No dead letter fits.' : 'Nothing was given up.'}
        {...(isFiltered && { onClear: () => set(CLEARED) })}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label="Dead letters"
              columns={columns((letter) => set({ letter, page }))}
              rows={items}
              rowKey={({ deadLetterId }) => deadLetterId}
              sort={sort}
              onSort={(by) => set({ sort: by })}
            />
            <Pager page={shown.page} pageSize={pageSize} totalCount={totalCount} onChange={(to) => set({ page: to })} />
          </>
        )}
      </List>
      {get('letter') !== '' && <LetterView letterId={get('letter')} onClose={() => set({ letter: undefined, page })} />}
    </>
  );
}

function Filters({ filters, isFiltered }: { readonly filters: ReturnType<typeof useUrlFilters>; readonly isFiltered: boolean }) {
  const { get, set } = filters;
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <NativeSelect
        label="Status"
        data={STATUSES}
        value={get('status')}
        onChange={(event) => set({ status: event.currentTarget.value })}
      />
      <TextFilter label="Kind" value={get('kind')} onChange={(kind) => set({ kind })} />
      <TextFilter label="Process key" value={get('process')} onChange={(process) => set({ process })} />
      <TextFilter label="Instance id" value={get('instance')} onChange={(instance) => set({ instance })} />
      <TimeFilter label="Parked from (UTC)" value={get('from')} onChange={(from) => set({ from })} />
      <TimeFilter label="Parked before (UTC)" value={get('to')} onChange={(to) => set({ to })} />
      {isFiltered && (
        <Button variant="subtle" onClick={() => set(CLEARED)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface FilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextFilter({ label, value, onChange }: FilterProps) {
  const [text, setText] = useDebouncedText(value, onChange);
  return <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

function TimeFilter({ label, value, onChange }: FilterProps) {
  return (
    <TextInput type="datetime-local" label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}

/** The number in the navigation follows the list. */
function useCountInNavigation(totalCount: number | undefined): void {
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is what it is about
  useEffect(() => {
    if (totalCount !== undefined) void queries.invalidateQueries({ queryKey: deadLetterCountQuery.queryKey });
  }, [totalCount]);
}

/** The filter of the API that the address stands for. */
function queryOf(get: (name: string) => string): string {
  return filterText([
    ['Status', '==', get('status')],
    ['Kind', '@=*', get('kind')],
    ['ProcessKey', '@=*', get('process')],
    ['InstanceId', '==', get('instance')],
    ['ParkedAt', '>=', timeOf(get('from'))],
    ['ParkedAt', '<', timeOf(get('to'))],
  ]);
}

function columns(onOpen: (letterId: string) => void): readonly Column<DeadLetterListItem>[] {
  return [
    {
      heading: 'Parked At (UTC)',
      sort: 'ParkedAt',
      cell: ({ parkedAt }) => <span className="numbers">{formatTime(parkedAt)}</span>,
    },
    { heading: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { heading: 'Kind', sort: 'Kind', cell: ({ kind }) => kind },
    { heading: 'Process Key', cell: ({ processKey }) => orDash(processKey) },
    { heading: 'Instance', cell: ({ instanceId }) => <InstanceLink id={instanceId} /> },
    { heading: 'Attempts', sort: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
    { heading: 'Error', cell: ({ errorMessage }) => <span className="letter-error">{errorMessage}</span> },
    {
      heading: 'Actions',
      cell: ({ deadLetterId, kind }) => (
        <Button size="xs" variant="default" onClick={() => onOpen(deadLetterId)} aria-label={`Open ${kind} ${deadLetterId}`}>
          Open
        </Button>
      ),
    },
  ];
}

function InstanceLink({ id }: { readonly id: string | null }) {
  return id === null ? '—' : <ShortId id={id} to={`/process-instance/${id}`} />;
}
