import { Grid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DashboardView } from '../../../wire/dashboard.ts';
import type { HomeView } from '../../../wire/home.ts';
import { homeQuery } from '../../api/home-views.ts';
import { dashboardQuery } from '../../api/views.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useMayOpen } from '../../components/use-may.ts';
import { pageTexts } from '../../texts/dashboard.ts';
import { ActivationsSection } from './activations-section.tsx';
import { ClusterSection } from './cluster-section.tsx';
import { Figures } from './figures.tsx';
import { MethodsSection } from './methods-section.tsx';
import { NeedsYou } from './needs-you.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { ChartCard } from './section.tsx';
import { ThroughputChart } from './throughput-chart.tsx';

// not before there is something in them
const DeadLettersSection = lazyPart(async () => (await import('./dead-letters-section.tsx')).DeadLettersSection);
const FailuresChart = lazyPart(async () => (await import('./failures-chart.tsx')).FailuresChart);
const DurationsSection = lazyPart(async () => (await import('./durations-section.tsx')).DurationsSection);

/** How often the page refreshes itself. Unit: ms. */
const REFRESH_MS = 5000;

/** Items that need attention, metrics, and, for users who see all keys, the service itself (docs/contributing/spec/pages.md#dashboard). */
export function DashboardPage() {
  const [isAuto, setAuto] = useState(true);
  const refetchInterval = isAuto && REFRESH_MS;
  const seesAll = useMayOpen()('see', null);
  const home = useQuery({ ...homeQuery, refetchInterval });
  const service = useQuery({ ...dashboardQuery, refetchInterval, enabled: seesAll });
  const failed = home.isError ? home : service.isError ? service : undefined;
  const readAll = () => {
    void home.refetch();
    if (seesAll) void service.refetch();
  };
  return (
    <>
      <PageHeading title={pageTexts.title}>
        <Switch label={pageTexts.autoRefresh} checked={isAuto} onChange={(event) => setAuto(event.currentTarget.checked)} />
        <RefreshButton isLoading={(home.isFetching || service.isFetching) && !isAuto} onClick={readAll} />
      </PageHeading>
      {failed !== undefined && (
        <ErrorBar text={pageTexts.failed(failed.error?.message ?? '')} onRetry={readAll} asOf={failed.dataUpdatedAt} />
      )}
      {(home.isPending || (seesAll && service.isPending)) && <Loading />}
      <Stack gap="lg">
        {home.data !== undefined && <Work home={home.data} dashboard={service.data} />}
        {service.data !== undefined && <Service dashboard={service.data} />}
      </Stack>
    </>
  );
}

function Work({ home, dashboard }: { readonly home: HomeView; readonly dashboard: DashboardView | undefined }) {
  return (
    <>
      <NeedsYou home={home} />
      <Figures dashboard={dashboard} home={home} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <ThroughputChart minutes={home.throughput} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          {home.failures.length > 0 ? (
            <FailuresChart failures={home.failures} />
          ) : (
            <ChartCard title={pageTexts.failures.byProcess}>
              <Text c="dimmed">{pageTexts.failures.nothing}</Text>
            </ChartCard>
          )}
        </Grid.Col>
      </Grid>
      {home.durations.length > 0 && <DurationsSection durations={home.durations} minutes={home.throughput} />}
    </>
  );
}

function Service({ dashboard }: { readonly dashboard: DashboardView }) {
  const { projection, cluster, activations, reminders, methods, deadLetters } = dashboard;
  return (
    <>
      <div>{pageTexts.projection(projection.lagSeconds, projection.pending)}</div>
      <ClusterSection members={cluster} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <ActivationsSection activations={activations} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <MethodsSection methods={methods} />
        </Grid.Col>
      </Grid>
      <RemindersSection reminders={reminders} />
      {deadLetters.total > 0 && <DeadLettersSection deadLetters={deadLetters} />}
    </>
  );
}
