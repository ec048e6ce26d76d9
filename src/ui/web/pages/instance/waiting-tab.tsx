import { Button, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CustomTaskRunView, WaitingView } from '../../../wire/instances.ts';
import { waitsQuery } from '../../api/instance-repairs.ts';
import type { InstanceWaits, WaitItem } from '../../api/repair-types.ts';
import { waitingQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { useNameOf } from '../../components/element-name.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { List } from '../../components/list.tsx';
import { Pager } from '../../components/pager.tsx';
import { SendButton } from '../../components/send/sending.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useMay } from '../../components/use-may.ts';
import { waitSentence } from '../../components/wait-sentence.ts';
import { pageTexts } from '../../texts/instance.ts';
import { texts } from '../../texts/texts.ts';
import { ElementButton } from './element-button.tsx';
import type { TabProps } from './tab-props.ts';
import { usePageOf } from './text-filters.tsx';
import { AROUND } from './why-panel.tsx';

/** User tasks, work for plugins, timers and subscriptions, and the waits of *Why it waits* that these do not contain. */
export function WaitingTab({ instance, onSelect }: TabProps) {
  const waiting = useQuery(waitingQuery(instance.instanceId));
  const waits = useQuery(waitsQuery(instance.instanceId));
  const others = waits.data === undefined || waiting.data === undefined ? [] : othersOf(waits.data, waiting.data);
  const nameOf = useNameOf();
  const maySend = useMay()('operate', instance.key);
  return (
    <List
      query={waiting}
      failure={pageTexts.waiting.failed}
      isEmpty={(kinds) => waits.data !== undefined && [...Object.values(kinds), others].every(({ length }) => length === 0)}
      empty={pageTexts.waiting.none}
    >
      {({ userTasks, customTasks, timers, subscriptions }) => (
        <Stack>
          <Part title={pageTexts.waiting.userTasks} rows={userTasks} columns={taskColumns(instance.instanceId, onSelect)} />
          <Part title={pageTexts.waiting.customTasks} rows={customTasks} columns={customTaskColumns(onSelect)} />
          <Part title={pageTexts.waiting.timers} rows={timers} columns={timerColumns(onSelect)} />
          <Part title={pageTexts.waiting.subscriptions} rows={subscriptions} columns={subscriptionColumns(onSelect, maySend)} />
          <Part title={pageTexts.waiting.others} rows={others} columns={otherColumns(waits.data, nameOf, onSelect)} />
        </Stack>
      )}
    </List>
  );
}

/** Waits of elements without a row in the lists. */
function othersOf(waits: InstanceWaits, lists: WaitingView): readonly WaitItem[] {
  const { userTasks, customTasks, timers, subscriptions } = lists;
  const rows: readonly { readonly activityId: string | null }[] = [...userTasks, ...customTasks, ...timers, ...subscriptions];
  const listed = new Set(rows.map(({ activityId }) => activityId));
  const isListed = ({ activityId, events = [] }: WaitItem) =>
    (activityId !== null && listed.has(activityId)) || events.some((event) => listed.has(event.activityId));
  return waits.items.filter((item) => !AROUND.has(item.kind) && !isListed(item));
}

function otherColumns(
  waits: InstanceWaits | undefined,
  nameOf: (id: string) => string,
  onSelect: OnSelect,
): readonly Column<WaitItem>[] {
  return [
    { heading: texts.names.activityId, cell: ({ activityId }) => activity(activityId, onSelect) },
    { heading: pageTexts.waiting.why, cell: (item) => waits !== undefined && waitSentence(item, waits, nameOf) },
  ];
}

function Part<T>({
  title,
  rows,
  columns,
}: {
  readonly title: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}) {
  const { rows: onPage, ...pager } = usePageOf(rows, '');
  if (rows.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <DataGrid label={title} columns={columns} rows={onPage} rowKey={(row) => JSON.stringify(row)} />
      {pager.totalCount > pager.pageSize && <Pager {...pager} />}
    </section>
  );
}

type OnSelect = (element: string) => void;

function activity(activityId: string | null, onSelect: OnSelect): ReactNode {
  if (activityId === null) return orDash(null);
  return <ElementButton id={activityId} onSelect={onSelect} />;
}

function taskColumns(instanceId: string, onSelect: OnSelect): readonly Column<WaitingView['userTasks'][number]>[] {
  return [
    { heading: texts.names.activityId, cell: ({ activityId }) => activity(activityId, onSelect) },
    { heading: pageTexts.waiting.claimedBy, cell: ({ claimedBy }) => orDash(claimedBy) },
    {
      heading: texts.names.actions,
      cell: () => (
        <Button size="xs" variant="default" component={Link} to={`/user-tasks?instance=${instanceId}`}>
          {pageTexts.element.openTasks}
        </Button>
      ),
    },
  ];
}

function customTaskColumns(onSelect: OnSelect): readonly Column<CustomTaskRunView>[] {
  return [
    { heading: texts.names.activityId, cell: ({ activityId }) => activity(activityId, onSelect) },
    { heading: pageTexts.waiting.taskType, cell: ({ taskType }) => <span className="json-line">{taskType}</span> },
    { heading: texts.names.state, cell: ({ state }) => <StatusBadge status={state} /> },
    { heading: pageTexts.waiting.runBy, cell: ({ host }) => orDash(host) },
    { heading: pageTexts.waiting.failedRuns, cell: ({ failures }) => failures, isNumber: true },
    {
      heading: pageTexts.waiting.nextRun,
      cell: ({ state, availableAt }) => <span className="numbers">{formatTime(state === 'Retrying' ? availableAt : null)}</span>,
    },
  ];
}

function timerColumns(onSelect: OnSelect): readonly Column<WaitingView['timers'][number]>[] {
  return [
    { heading: texts.names.activityId, cell: ({ activityId }) => activity(activityId, onSelect) },
    { heading: texts.names.due, cell: ({ dueAt }) => <span className="numbers">{formatTime(dueAt)}</span> },
  ];
}

function subscriptionColumns(onSelect: OnSelect, maySend: boolean): readonly Column<WaitingView['subscriptions'][number]>[] {
  const columns: Column<WaitingView['subscriptions'][number]>[] = [
    { heading: texts.names.kind, cell: ({ kind }) => kind },
    { heading: texts.names.name, cell: ({ name }) => name },
    { heading: pageTexts.waiting.correlationKey, cell: ({ correlationKey }) => orDash(correlationKey) },
    { heading: texts.names.activityId, cell: ({ activityId }) => activity(activityId, onSelect) },
  ];
  if (maySend) columns.push({ heading: texts.names.actions, cell: (event) => <SendButton event={event} /> });
  return columns;
}
