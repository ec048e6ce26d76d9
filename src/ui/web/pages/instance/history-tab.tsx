import { Anchor, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HistoryPage } from '../../api/service-types.ts';
import { historyQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { JsonValue } from '../../components/json-value.tsx';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { useDebouncedText } from '../../components/use-debounced-text.ts';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { ElementButton } from './element-button.tsx';
import type { TabProps } from './tab-props.ts';

type Row = HistoryPage['items'][number];

/** History from the API (docs/contributing/spec/http/instances.md#history). */
export function HistoryTab({ instance, selected, onSelect }: TabProps) {
  const [filter, setFilter] = useState({ type: '', activity: '', page: 1 });
  const [type, setType] = useDebouncedText(filter.type, (type) => setFilter({ ...filter, type, page: 1 }));
  const [activity, setActivity] = useDebouncedText(filter.activity, (activity) => setFilter({ ...filter, activity, page: 1 }));
  const filters = [contains('Type', filter.type), contains('ActivityId', filter.activity)]
    .filter((term) => term !== '')
    .join(',');
  const history = useQuery(historyQuery(instance.instanceId, { page: filter.page, ...(filters !== '' && { filters }) }));
  return (
    <>
      <Group gap="xs" mb="xs" justify="space-between">
        <Group gap="xs">
          <TextInput
            size="xs"
            placeholder={pageTexts.type}
            aria-label={pageTexts.typeContains}
            value={type}
            onChange={(e) => setType(e.currentTarget.value)}
          />
          <TextInput
            size="xs"
            placeholder={texts.names.activityId}
            aria-label={pageTexts.contains(texts.names.activityId)}
            value={activity}
            onChange={(e) => setActivity(e.currentTarget.value)}
          />
        </Group>
        <Anchor
          size="sm"
          href={`/ui/api/instances/${instance.instanceId}/journal/file`}
          download={`${instance.instanceId}.journal.json`}
        >
          {pageTexts.history.download}
        </Anchor>
      </Group>
      <List
        query={history}
        failure={pageTexts.history.failed}
        isEmpty={({ totalCount }) => totalCount === 0}
        empty={filters === '' ? pageTexts.history.none : pageTexts.history.noMatch}
      >
        {({ items, page, pageSize, totalCount }) => (
          <>
            <DataGrid
              label={pageTexts.tabs.history}
              isCompact
              columns={columns(onSelect, items.some(hasActor))}
              rows={items}
              rowKey={({ sequence }) => sequence}
              isSelected={({ activityId }) => activityId !== null && activityId === selected}
            />
            <Pager page={page} pageSize={pageSize} totalCount={totalCount} onChange={(page) => setFilter({ ...filter, page })} />
          </>
        )}
      </List>
    </>
  );
}

const hasActor = ({ actor }: Row) => actor !== undefined;

/** `showsActors` false: actors are unknown, because users do not authenticate. */
function columns(onSelect: (element: string) => void, showsActors: boolean): readonly Column<Row>[] {
  const actor: Column<Row> = { heading: pageTexts.history.actor, cell: ({ actor = null }) => orDash(actor) };
  return [
    { heading: pageTexts.history.sequence, cell: ({ sequence }) => sequence, isNumber: true },
    { heading: pageTexts.time, cell: ({ occurredAt }) => <span className="numbers">{formatTime(occurredAt)}</span> },
    { heading: pageTexts.type, cell: ({ type }) => <EventName type={type} /> },
    {
      heading: texts.names.activityId,
      cell: ({ activityId }) => (activityId === null ? orDash(null) : <ElementButton id={activityId} onSelect={onSelect} />),
    },
    ...(showsActors ? [actor] : []),
    {
      heading: pageTexts.history.data,
      cell: ({ data, type }) =>
        Object.keys(data).length === 0 ? orDash(null) : <JsonValue value={data} name={pageTexts.history.dataOf(type)} />,
    },
  ];
}

/** With the name in the API, which the filter takes. */
function EventName({ type }: { readonly type: string }) {
  return (
    <>
      {pageTexts.history.event(type)} <code className="small">{type}</code>
    </>
  );
}

/** Case-insensitive filter (docs/contributing/spec/http/lists.md#operators). Escapes special characters. '' for a blank text. */
function contains(name: string, text: string): string {
  return text.trim() === '' ? '' : `${name}@=*${text.trim().replaceAll(/[,|\\*]/g, '\\$&')}`;
}
