import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DeadLetterListItem } from '../../api/service-types.ts';
import { deadLetterCountQuery, deadLettersQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import type { ListFilter } from '../../components/filter-bar/list-filters.ts';
import { suggestKeys } from '../../components/filter-bar/suggestions.ts';
import { filterText, timeOf } from '../../components/filter-text.ts';
import { orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { BusinessId, callerOf, ShortId } from '../../components/short-id.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import './dead-letters.css';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/dead-letters.ts';
import { texts } from '../../texts/texts.ts';
import { LetterView } from './letter-view.tsx';

const STATUSES = (['Parked', 'Retrying', 'CarriedOut', 'Refused', 'Dropped'] as const).map((value) => ({
  value,
  label: pageTexts.states[value],
}));
/** Poll interval during a retry. */
const RETRYING_MS = 1000;
const { filters: words } = texts;
const FILTERS: readonly ListFilter[] = [
  { name: 'kind', label: words.kind },
  { name: 'status', label: words.status, choices: STATUSES },
  { name: 'process', label: words.process, suggest: suggestKeys },
  { name: 'instance', label: words.instance },
  { name: 'from', label: words.parkedFrom, kind: 'time' },
  { name: 'to', label: words.parkedBefore, kind: 'time' },
];
const CLEARED = Object.fromEntries(FILTERS.map(({ name }) => [name, undefined]));

/** See docs/contributing/spec/pages.md#dead-letters. */
export function DeadLettersPage() {
  const { get, set, page } = useUrlFilters();
  const sort = get('sort') === '' ? '-ParkedAt' : get('sort');
  const letters = useQuery({
    ...deadLettersQuery({ filters: queryOf(get), sorts: sort, page }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'Retrying') === true ? RETRYING_MS : false,
  });
  useCountInNavigation(letters.data?.totalCount);
  const isFiltered = FILTERS.some(({ name }) => get(name) !== '');
  return (
    <>
      <SectionHeading title={pageTexts.title}>
        <RefreshButton isLoading={letters.isFetching} onClick={() => void letters.refetch()} />
      </SectionHeading>
      <FilterBar filters={FILTERS} get={get} set={set} />
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

/** Reads it again if the number of rows has changed. */
function useCountInNavigation(totalCount: number | undefined): void {
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another number
  useEffect(() => {
    if (totalCount !== undefined) void queries.invalidateQueries({ queryKey: deadLetterCountQuery.queryKey });
  }, [totalCount]);
}

/** Filter of the API from the address. */
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
      cell: ({ parkedAt }) => <Time value={parkedAt} />,
    },
    { heading: texts.names.status, cell: ({ status }) => <StatusBadge status={status} /> },
    { heading: texts.names.kind, sort: 'Kind', cell: ({ kind }) => kind },
    { heading: pageTexts.processKey, cell: ({ processKey }) => orDash(processKey) },
    { heading: texts.names.instance, cell: ({ instanceId }) => <InstanceLink id={instanceId} /> },
    { heading: texts.names.businessId, cell: (letter) => <BusinessId id={letter.businessId} root={callerOf(letter)} /> },
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
