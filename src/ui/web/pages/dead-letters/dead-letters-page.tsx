import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeadLetterListItem } from '../../api/service-types.ts';
import { deadLetterCountQuery, deadLettersQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { filterText, timeOf } from '../../components/filter-text.ts';
import { FoldedFilters } from '../../components/folded-filters.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import './dead-letters.css';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/dead-letters.ts';
import { texts } from '../../texts/texts.ts';
import { LetterView } from './letter-view.tsx';

const STATUSES = [
  { value: '', label: pageTexts.states.present },
  { value: 'Parked', label: pageTexts.states.Parked },
  { value: 'Retrying', label: pageTexts.states.Retrying },
  { value: 'CarriedOut', label: pageTexts.states.CarriedOut },
  { value: 'Refused', label: pageTexts.states.Refused },
  { value: 'Dropped', label: pageTexts.states.Dropped },
];
/** Poll interval of the list while letters are retried. Unit: ms. */
const RETRYING_MS = 1000;
const FILTERS = ['status', 'kind', 'process', 'instance', 'from', 'to'];
const CLEARED = Object.fromEntries(FILTERS.map((name) => [name, undefined]));

/** Dead letters and their actions (docs/contributing/spec/pages.md#dead-letters). */
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
      <SectionHeading title={pageTexts.title}>
        <RefreshButton isLoading={letters.isFetching} onClick={() => void letters.refetch()} />
      </SectionHeading>
      <Filters filters={filters} isFiltered={isFiltered} />
      <List
        query={letters}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? pageTexts.noneFits : pageTexts.none}
        {...(isFiltered && { onClear: () => set(CLEARED) })}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label={pageTexts.list}
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
  const count = FILTERS.filter((name) => get(name) !== '').length;
  return (
    <FoldedFilters summary={texts.shared.foldedFilters(count)}>
      <Group gap="sm" mb="md" align="flex-end">
        <NativeSelect
          label={texts.names.status}
          data={STATUSES}
          value={get('status')}
          onChange={(event) => set({ status: event.currentTarget.value })}
        />
        <TextFilter label={texts.names.kind} value={get('kind')} onChange={(kind) => set({ kind })} />
        <TextFilter label={texts.names.processKey} value={get('process')} onChange={(process) => set({ process })} />
        <TextFilter label={texts.names.instanceId} value={get('instance')} onChange={(instance) => set({ instance })} />
        <TimeFilter label={pageTexts.parkedFrom} value={get('from')} onChange={(from) => set({ from })} />
        <TimeFilter label={pageTexts.parkedBefore} value={get('to')} onChange={(to) => set({ to })} />
        {isFiltered && (
          <Button variant="subtle" onClick={() => set(CLEARED)}>
            {texts.shared.clear}
          </Button>
        )}
      </Group>
    </FoldedFilters>
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

/** The filter of the API for the address. */
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
      heading: pageTexts.parked,
      sort: 'ParkedAt',
      cell: ({ parkedAt }) => <span className="numbers">{formatTime(parkedAt)}</span>,
    },
    { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { heading: texts.names.kind, sort: 'Kind', cell: ({ kind }) => kind },
    { heading: pageTexts.processKey, cell: ({ processKey }) => orDash(processKey) },
    { heading: texts.names.instance, cell: ({ instanceId }) => <InstanceLink id={instanceId} /> },
    { heading: texts.names.attempts, sort: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
    { heading: texts.names.error, cell: ({ errorMessage }) => <span className="letter-error">{errorMessage}</span> },
    {
      heading: texts.names.actions,
      cell: ({ deadLetterId, kind }) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => onOpen(deadLetterId)}
          aria-label={pageTexts.openOf(kind, deadLetterId)}
        >
          {pageTexts.open}
        </Button>
      ),
    },
  ];
}

function InstanceLink({ id }: { readonly id: string | null }) {
  return id === null ? '—' : <ShortId id={id} to={`/process-instance/${id}`} />;
}
