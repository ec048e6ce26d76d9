import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RegisteredEventsView } from '../../../wire/events.ts';
import { eventsQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { ErrorBar } from '../../components/error-bar.tsx';
import { orDash } from '../../components/format.ts';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { type OfferedEvent, SendButton, Sending } from '../../components/send/sending.tsx';
import { ShortId } from '../../components/short-id.tsx';
import { useMay } from '../../components/use-may.ts';
import { useNamedPart } from '../../components/use-named-part.ts';
import { pageTexts } from '../../texts/events.ts';
import { texts } from '../../texts/texts.ts';

type Rows<K extends keyof RegisteredEventsView> = RegisteredEventsView[K][number];

const NAME_AND_KEY = (heading: string): readonly Column<{ readonly name: string; readonly key: string }>[] => [
  { heading, cell: ({ name }) => name },
  { heading: texts.names.processDefinitionKey, cell: ({ key }) => key },
];
const CONDITIONS: readonly Column<Rows<'conditionalStarts'>>[] = [
  { heading: texts.names.processDefinitionKey, cell: ({ key }) => key },
  { heading: texts.names.activity, cell: ({ activityId }) => activityId },
  { heading: pageTexts.condition, cell: ({ condition }) => <span className="json-line">{condition}</span> },
];
const SUBSCRIPTION: readonly Column<Rows<'signalSubscriptions'>>[] = [
  { heading: texts.names.workflowInstance, cell: ({ instanceId }) => <ShortId id={instanceId} /> },
  { heading: texts.names.activity, cell: ({ activityId }) => activityId },
  { heading: pageTexts.activityInstance, cell: ({ activityInstanceId }) => <ShortId id={activityInstanceId} /> },
];
const MESSAGES: readonly Column<Rows<'messageSubscriptions'>>[] = [
  { heading: pageTexts.messageName, cell: ({ name }) => name },
  { heading: pageTexts.correlationKey, cell: ({ correlationKey }) => orDash(correlationKey) },
  ...SUBSCRIPTION,
];
const SIGNALS: readonly Column<Rows<'signalSubscriptions'>>[] = [
  { heading: pageTexts.signalName, cell: ({ name }) => name },
  ...SUBSCRIPTION,
];

/** Adds the action of the rows. */
function withSend<T extends { readonly name: string; readonly key?: string; readonly correlationKey?: string | null }>(
  columns: readonly Column<T>[],
  kind: OfferedEvent['kind'],
  maySend: boolean,
): readonly Column<T>[] {
  if (!maySend) return columns;
  const cell = ({ name, key, correlationKey = null }: T) => (
    <SendButton event={{ kind, name, correlationKey }} {...(key !== undefined && { ofKey: key })} />
  );
  return [...columns, { heading: texts.names.actions, cell }];
}

/** All subscriptions, refreshed on request (docs/contributing/spec/pages.md#events). */
export function EventsPage() {
  const events = useQuery(eventsQuery);
  const { data, error, isFetching, refetch } = events;
  const maySend = useMay()('operate');
  return (
    <Sending>
      <PageHeading title={pageTexts.title}>
        <SendButton event={{ kind: 'message' }} size="sm" />
        <SendButton event={{ kind: 'signal' }} size="sm" />
        <RefreshButton isLoading={isFetching} onClick={() => void refetch()} />
      </PageHeading>
      {error !== null && (
        <ErrorBar text={pageTexts.failed(error.message)} onRetry={() => void refetch()} asOf={events.dataUpdatedAt} />
      )}
      {events.isPending && <Loading />}
      {data !== undefined && (
        <Stack gap="lg" aria-busy={isFetching}>
          <Section
            part="message-start-events"
            title={pageTexts.messageStarts.title}
            columns={withSend(NAME_AND_KEY(pageTexts.messageName), 'message', maySend)}
            rows={data.messageStarts}
            empty={pageTexts.messageStarts.empty}
          />
          <Section
            part="signal-start-events"
            title={pageTexts.signalStarts.title}
            columns={withSend(NAME_AND_KEY(pageTexts.signalName), 'signal', maySend)}
            rows={data.signalStarts}
            empty={pageTexts.signalStarts.empty}
          />
          <Section
            part="conditional-start-events"
            title={pageTexts.conditionalStarts.title}
            columns={CONDITIONS}
            rows={data.conditionalStarts}
            empty={pageTexts.conditionalStarts.empty}
          />
          <Section
            part="active-message-subscriptions"
            title={pageTexts.messageSubscriptions.title}
            columns={withSend(MESSAGES, 'message', maySend)}
            rows={data.messageSubscriptions}
            empty={pageTexts.messageSubscriptions.empty}
          />
          <Section
            part="active-signal-subscriptions"
            title={pageTexts.signalSubscriptions.title}
            columns={withSend(SIGNALS, 'signal', maySend)}
            rows={data.signalSubscriptions}
            empty={pageTexts.signalSubscriptions.empty}
          />
        </Stack>
      )}
    </Sending>
  );
}

function Section<T>(props: {
  /** name in an address */
  readonly part: string;
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly empty: string;
}) {
  const { title, columns, rows, empty } = props;
  const part = useNamedPart(props.part);
  const numbered = rows.map((row, index) => ({ row, index }));
  const cells = columns.map(({ heading, cell }) => ({ heading, cell: ({ row }: { readonly row: T }) => cell(row) }));
  return (
    <section {...part} {...(rows.length === 0 && { 'aria-label': title })}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <DataGrid label={title} columns={cells} rows={numbered} rowKey={({ index }) => index} />
      )}
    </section>
  );
}
