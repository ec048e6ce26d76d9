import { Text } from '@mantine/core';
import { useContext, useMemo, useState } from 'react';
import type { CalledIncidentItem } from '../../api/repair-types.ts';
import type { Entry, ListedIncident } from '../../api/service-types.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ElementTextsOfPage } from '../../components/element-name.tsx';
import type { ElementTexts } from '../../components/element-texts.ts';
import { orDash } from '../../components/format.ts';
import { Pager } from '../../components/pager.tsx';
import { Badge, StatusBadge, stateWord } from '../../components/status-badge.tsx';
import { Time } from '../../components/time.tsx';
import { typeTexts } from '../../texts/element-types.ts';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { CalledIncidentLink } from './called-incident-link.tsx';
import { entriesOf, iterationWords, type JournalEntry, statusOf } from './entries.ts';
import type { Select, TabProps } from './tab-props.ts';
import { passes, TextFilters, usePageOf, useTextFilters } from './text-filters.tsx';

const FILTERS = [
  ['activity', texts.names.activity],
  ['type', pageTexts.type],
  ['status', texts.names.status],
  ['error', texts.names.error],
] as const;

/** Open incident of an activity instance, or in an instance that it calls. */
interface Stuck {
  readonly incident: ListedIncident | undefined;
  readonly called: CalledIncidentItem | undefined;
}

/** Texts of an activity instance, for filters and sorting. */
interface Row {
  readonly entry: Entry;
  readonly stuck: Stuck;
  readonly name: string;
  /** '': none */
  readonly iteration: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Filters and sorts in the browser (docs/contributing/spec/pages.md#instance-tabs). A click selects the element on the whole page. */
export function ActivitiesTab({ state, incidents, calledIncidents, journal, selected, selectedEntry, onSelect }: TabProps) {
  const { entries } = journal;
  const names = useContext(ElementTextsOfPage);
  const rows = useMemo(() => {
    const byEntry = new Map(incidents.map((incident) => [incident.activityInstanceId, incident]));
    return entriesOf(state).map((entry) => {
      const { activityInstanceId: id } = entry;
      const called = entry.isCompleted ? undefined : calledIncidents.get(id);
      return rowOf(entry, names, { incident: byEntry.get(id), called }, entries.get(id));
    });
  }, [state, incidents, calledIncidents, entries, names]);
  const [filters, setFilter] = useTextFilters();
  const [sort, setSort] = useState('createdAt');
  const shown = useMemo(() => {
    const found = rows.filter(({ texts, entry }) =>
      passes(filters, (name) => (name === 'activity' ? `${texts[name]} ${entry.activityId}` : (texts[name] ?? ''))),
    );
    return sorted(found, sort);
  }, [rows, filters, sort]);
  const { rows: onPage, ...pager } = usePageOf(shown, JSON.stringify(filters));
  if (rows.length === 0) return <Text c="dimmed">{pageTexts.noActivities}</Text>;
  return (
    <>
      <TextFilters columns={FILTERS} texts={filters} onChange={setFilter} />
      <DataGrid
        label={pageTexts.tabs.activities}
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
  const time = (name: 'createdAt' | 'startedAt' | 'completedAt', behind?: string): Column<Row> => ({
    heading: pageTexts[name],
    sort: name,
    ...(name === 'startedAt' && { priority: 3 }),
    cell: ({ texts }) => <Time value={texts[name] || null} behind={(behind && texts[behind]) || null} />,
  });
  return [
    {
      heading: texts.names.activity,
      sort: 'activity',
      cell: ({ entry, name, iteration }) => (
        <>
          <button
            type="button"
            className="link-button"
            title={entry.activityId}
            onClick={() => onSelect(entry.activityId, entry.activityInstanceId)}
          >
            {name}
          </button>
          {iteration !== '' && <span className="tree-type"> {iteration}</span>}
        </>
      ),
    },
    { heading: pageTexts.type, sort: 'type', cell: ({ texts }) => orDash(texts['type']) },
    { heading: texts.names.status, sort: 'status', cell: (row) => <State {...row} /> },
    time('createdAt'),
    time('startedAt', 'createdAt'),
    time('completedAt', 'createdAt'),
    {
      heading: texts.names.error,
      sort: 'error',
      cell: ({ texts, stuck }) => (
        <>
          <ErrorText text={texts['error'] ?? ''} />
          {stuck.incident === undefined && stuck.called !== undefined && <CalledIncidentLink incident={stuck.called} />}
        </>
      ),
    },
  ];
}

function State({ entry, stuck: { incident, called }, texts }: Row) {
  if (incident === undefined && called === undefined) return <StatusBadge status={statusOf(entry)} />;
  return <Badge tone="incident">{texts['status']}</Badge>;
}

function ErrorText({ text }: { readonly text: string }) {
  if (text === '') return orDash(null);
  return (
    <span className="error-text" title={text}>
      {text}
    </span>
  );
}

function rowOf(entry: Entry, names: ElementTexts, stuck: Stuck, place: JournalEntry | undefined): Row {
  const { activityId, activityType, createdAt, executionStartedAt, completedAt, errorState } = entry;
  const name = names.get(activityId) ?? activityId;
  const shown = stuck.incident ?? stuck.called;
  const iteration = place === undefined ? '' : iterationWords(place);
  const texts = {
    activity: iteration === '' ? name : `${name} ${iteration}`,
    type: typeTexts.typeOf(activityType),
    status: stateOf(entry, stuck),
    createdAt,
    startedAt: executionStartedAt ?? '',
    completedAt: completedAt ?? '',
    error: errorOf(errorState ?? (shown && { code: shown.errorCode, message: shown.errorMessage })),
  };
  return { entry, name, stuck, iteration, texts };
}

function stateOf(entry: Entry, { incident, called }: Stuck): string {
  const state = stateWord(statusOf(entry));
  if (incident !== undefined) return pageTexts.withIncident(state);
  return called === undefined ? state : pageTexts.withCalledIncident(state);
}

function errorOf(error: Entry['errorState'] | undefined): string {
  return error == null ? '' : `[${error.code}] ${error.message}`;
}

/** Rows without a value are last in both directions. */
function sorted(rows: readonly Row[], sort: string): readonly Row[] {
  const name = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [a.texts[name] ?? '', b.texts[name] ?? ''];
    if (left === '' || right === '') return left === right ? 0 : left === '' ? 1 : -1;
    return left < right ? -direction : left > right ? direction : 0;
  });
}
