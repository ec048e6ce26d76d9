import { useQuery } from '@tanstack/react-query';
import type { LateTimerView } from '../../../wire/home.ts';
import { lateTimersQuery } from '../../api/home-views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementName } from '../../components/element-name.tsx';
import { FilterBar } from '../../components/filter-bar/filter-bar.tsx';
import type { ListFilter } from '../../components/filter-bar/list-filters.ts';
import { suggestKeys, withNames } from '../../components/filter-bar/suggestions.ts';
import { formatDuration } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { ProcessLink } from '../../components/process-link.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { stateWord } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { type NameOf, useElementNames, useTextsOfProcess } from '../../components/use-element-names.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/timers.ts';

const FILTERS: readonly ListFilter[] = [
  { name: 'process', label: texts.filters.process, suggest: suggestKeys },
  { name: 'activity', label: texts.filters.activity },
];

/** Overdue timers (docs/contributing/spec/pages.md#late-timers). */
export function TimersPage() {
  const { get, set, page } = useUrlFilters();
  const timers = useQuery(lateTimersQuery({ key: get('process'), activityId: get('activity'), page }));
  const nameOf = useElementNames(timers.data?.items ?? []);
  const elements = useTextsOfProcess(get('process'));
  const isFiltered = get('process') !== '' || get('activity') !== '';
  const clear = () => set({ process: undefined, activity: undefined });
  return (
    <>
      <SectionHeading title={pageTexts.title}>
        <RefreshButton isLoading={timers.isFetching} onClick={() => void timers.refetch()} />
      </SectionHeading>
      <FilterBar filters={withNames(FILTERS, elements)} get={get} set={set} />
      <List
        query={timers}
        failure={pageTexts.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={isFiltered ? pageTexts.noneFits : pageTexts.none}
        hint={pageTexts.hint}
        {...(isFiltered && { onClear: clear })}
      >
        {({ items, pageSize, totalCount, ...shown }) => (
          <>
            <DataGrid
              label={pageTexts.title}
              columns={columns(timers.dataUpdatedAt, nameOf)}
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

function columns(now: number, nameOf: NameOf): readonly Column<LateTimerView>[] {
  return [
    { heading: texts.names.kind, cell: ({ kind }) => stateWord(kind) },
    {
      heading: texts.names.process,
      cell: ({ key }) => <ProcessLink processKey={key} />,
    },
    {
      heading: texts.names.instance,
      cell: ({ instanceId: id }) => (id === null ? '—' : <ShortId id={id} to={`/process-instance/${id}?tab=waiting`} />),
    },
    { heading: texts.names.at, cell: (row) => <ElementName name={nameOf(row)} id={row.activityId} /> },
    { heading: texts.names.due, cell: ({ dueAt }) => <Time value={dueAt} /> },
    {
      heading: texts.names.overdueBy,
      cell: ({ dueAt }) => <span className="numbers">{formatDuration(Date.parse(dueAt), now)}</span>,
    },
    { heading: texts.names.attempts, isNumber: true, priority: 3, cell: ({ attempts }) => attempts },
  ];
}
