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
import { ShortId } from '../../components/short-id.tsx';
import { useNamedPart } from '../../components/use-named-part.ts';

type Rows<K extends keyof RegisteredEventsView> = RegisteredEventsView[K][number];

const NAME_AND_KEY = (heading: string): readonly Column<{ readonly name: string; readonly key: string }>[] => [
  { heading, cell: ({ name }) => name },
  { heading: 'Process Definition Key', cell: ({ key }) => key },
];
const CONDITIONS: readonly Column<Rows<'conditionalStarts'>>[] = [
  { heading: 'Process Definition Key', cell: ({ key }) => key },
  { heading: 'Activity Id', cell: ({ activityId }) => activityId },
  { heading: 'Condition Expression', cell: ({ condition }) => <span className="json-line">{condition}</span> },
];
const SUBSCRIPTION: readonly Column<Rows<'signalSubscriptions'>>[] = [
  { heading: 'Workflow Instance', cell: ({ instanceId }) => <ShortId id={instanceId} /> },
  { heading: 'Activity Id', cell: ({ activityId }) => activityId },
  { heading: 'Activity Instance', cell: ({ activityInstanceId }) => <ShortId id={activityInstanceId} /> },
];
const MESSAGES: readonly Column<Rows<'messageSubscriptions'>>[] = [
  { heading: 'Message Name', cell: ({ name }) => name },
  { heading: 'Correlation Key', cell: ({ correlationKey }) => orDash(correlationKey) },
  ...SUBSCRIPTION,
];
const SIGNALS: readonly Column<Rows<'signalSubscriptions'>>[] = [
  { heading: 'Signal Name', cell: ({ name }) => name },
  ...SUBSCRIPTION,
];

/** Everything that waits for an event, to look at and nothing else; read again only when somebody asks (docs/spec/pages.md#events). */
export function EventsPage() {
  const events = useQuery(eventsQuery);
  const { data, error, isFetching, refetch } = events;
  return (
    <>
      <PageHeading title="Registered Events">
        <RefreshButton isLoading={isFetching} onClick={() => void refetch()} />
      </PageHeading>
      {error !== null && (
        <ErrorBar
          text={`Failed to load registered events: ${error.message}`}
          onRetry={() => void refetch()}
          asOf={events.dataUpdatedAt}
        />
      )}
      {events.isPending && <Loading />}
      {data !== undefined && (
        <Stack gap="lg" aria-busy={isFetching}>
          <Section
            title="Message Start Events"
            columns={NAME_AND_KEY('Message Name')}
            rows={data.messageStarts}
            empty="No message start events registered."
          />
          <Section
            title="Signal Start Events"
            columns={NAME_AND_KEY('Signal Name')}
            rows={data.signalStarts}
            empty="No signal start events registered."
          />
          <Section
            title="Conditional Start Events"
            columns={CONDITIONS}
            rows={data.conditionalStarts}
            empty="No conditional start events registered."
          />
          <Section
            title="Active Message Subscriptions"
            columns={MESSAGES}
            rows={data.messageSubscriptions}
            empty="No active message subscriptions."
          />
          <Section
            title="Active Signal Subscriptions"
            columns={SIGNALS}
            rows={data.signalSubscriptions}
            empty="No active signal subscriptions."
          />
        </Stack>
      )}
    </>
  );
}

function Section<T>(props: {
  readonly title: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly empty: string;
}) {
  const { title, columns, rows, empty } = props;
  const part = useNamedPart(title);
  const numbered = rows.map((row, index) => ({ row, index }));
  const cells = columns.map(({ heading, cell }) => ({ heading, cell: ({ row }: { readonly row: T }) => cell(row) }));
  return (
    <section {...part} aria-label={title}>
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
