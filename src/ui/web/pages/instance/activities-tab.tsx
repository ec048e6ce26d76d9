import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Entry } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { orDash } from '../../components/format.ts';
import { Pager } from '../../components/pager.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { entriesOf, statusOf } from './entries.ts';
import type { Select, TabProps } from './instance-tabs.tsx';
import { passes, TextFilters, usePageOf, useTextFilters } from './text-filters.tsx';

const FILTERS = ['Activity ID', 'Type', 'Status', 'Error'] as const;

/** An entry as a row of texts, which is what it is filtered and sorted by. */
interface Row {
  readonly entry: Entry;
  readonly texts: Readonly<Record<string, string>>;
}

/** Every entry, filtered and sorted in the browser (docs/spec/pages.md#instance-tabs). A click selects its element everywhere. */
export function ActivitiesTab({ state, selected, selectedEntry, onSelect }: TabProps) {
  const rows = useMemo(() => entriesOf(state).map(rowOf), [state]);
  const [filters, setFilter] = useTextFilters();
  const [sort, setSort] = useState('Created At');
  const shown = useMemo(() => {
    const found = rows.filter(({ texts }) => passes(filters, (name) => texts[name] ?? ''));
    return sorted(found, sort);
  }, [rows, filters, sort]);
  const { rows: onPage, ...pager } = usePageOf(shown, JSON.stringify(filters));
  if (rows.length === 0) return <Text c="dimmed">No activities recorded.</Text>;
  return (
    <>
      <TextFilters columns={FILTERS} texts={filters} onChange={setFilter} />
      <DataGrid
        label="Activities"
        isCompact
        columns={columns(onSelect)}
        rows={onPage}
        rowKey={({ entry }) => entry.activityInstanceId}
        sort={sort}
        onSort={setSort}
        isSelected={({ entry }) =>
          selectedEntry === null ? entry.activityId === selected : entry.activityInstanceId === selectedEntry
        }
      />
      <Pager {...pager} />
    </>
  );
}

function columns(onSelect: Select): readonly Column<Row>[] {
  const text = (heading: string): Column<Row> => ({ heading, sort: heading, cell: ({ texts }) => orDash(texts[heading]) });
  const time = (name: string, behind?: string): Column<Row> => ({
    heading: `${name} (UTC)`,
    sort: name,
    ...(name === 'Started At' && { priority: 3 }),
    cell: ({ texts }) => <Time value={texts[name] || null} behind={(behind && texts[behind]) || null} />,
  });
  return [
    {
      heading: 'Activity ID',
      sort: 'Activity ID',
      cell: ({ entry }) => (
        <button type="button" className="link-button" onClick={() => onSelect(entry.activityId, entry.activityInstanceId)}>
          {entry.activityId}
        </button>
      ),
    },
    text('Type'),
    { heading: 'Status', sort: 'Status', cell: ({ entry }) => <StatusBadge status={statusOf(entry)} /> },
    time('Created At'),
    time('Started At', 'Created At'),
    time('Completed At', 'Created At'),
    { heading: 'Error', sort: 'Error', cell: ({ texts }) => <ErrorText text={texts['Error'] ?? ''} /> },
  ];
}

function ErrorText({ text }: { readonly text: string }) {
  if (text === '') return orDash(null);
  return (
    <span className="error-text" title={text}>
      {text}
    </span>
  );
}

function rowOf(entry: Entry): Row {
  const { activityId, activityType, createdAt, executionStartedAt, completedAt, errorState } = entry;
  const texts = {
    'Activity ID': activityId,
    Type: activityType,
    Status: statusOf(entry),
    'Created At': createdAt,
    'Started At': executionStartedAt ?? '',
    'Completed At': completedAt ?? '',
    Error: errorState === null ? '' : `[${errorState.code}] ${errorState.message}`,
  };
  return { entry, texts };
}

/** Rows without a value come last in both directions. */
function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a.texts[name] ?? '', b.texts[name] ?? ''];
    if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1;
    return left < right ? -direction : left > right ? direction : 0;
  });
}
