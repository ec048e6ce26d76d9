import '@mantine/core/styles/Switch.css';
import { Grid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { HomeView } from '../../../wire/home.ts';
import { homeQuery } from '../../api/home-views.ts';
import { workflowsQuery } from '../../api/views.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useAutoRefresh } from '../../components/use-auto-refresh.ts';
import { pageTexts as dashboardTexts } from '../../texts/dashboard.ts';
import { pageTexts } from '../../texts/home.ts';
import { HomeFigures } from './figures.tsx';
import { MyTasks } from './my-tasks.tsx';
import { NeedsYou } from './needs-you.tsx';
import { ChartCard } from './section.tsx';
import { ThroughputChart } from './throughput-chart.tsx';

// loaded only with content
const FirstSteps = lazyPart(async () => (await import('./first-steps.tsx')).FirstSteps);
const FailuresChart = lazyPart(async () => (await import('./failures-chart.tsx')).FailuresChart);
const DurationsSection = lazyPart(async () => (await import('./durations-section.tsx')).DurationsSection);

/** Items that need attention, tasks, and metrics. Without instances, the first steps (docs/contributing/spec/pages.md#home). */
export function HomePage() {
  const { isAuto, setAuto, refetchInterval } = useAutoRefresh();
  const home = useQuery({ ...homeQuery, refetchInterval });
  const processes = useQuery(workflowsQuery({}));
  const readAll = () => {
    void home.refetch();
    void processes.refetch();
  };
  const isNew =
    processes.data !== undefined &&
    processes.data.totalCount <= processes.data.pageSize &&
    processes.data.items.every(({ counts }) => Object.values(counts).every((count) => count === 0));
  // the steps stay until the user leaves the page
  const hasSteps = useRef(false);
  if (isNew) hasSteps.current = true;
  return (
    <>
      <PageHeading title={pageTexts.title}>
        <Switch label={dashboardTexts.autoRefresh} checked={isAuto} onChange={(event) => setAuto(event.currentTarget.checked)} />
        <RefreshButton isLoading={home.isFetching && !isAuto} onClick={readAll} />
      </PageHeading>
      {home.isError && <ErrorBar text={pageTexts.failed(home.error.message)} onRetry={readAll} asOf={home.dataUpdatedAt} />}
      {home.isPending && !home.isError && <Loading />}
      <Stack gap="lg">
        {hasSteps.current && <FirstSteps isNew={isNew} process={processes.data?.items[0]} />}
        {home.data !== undefined && !isNew && <Work home={home.data} />}
      </Stack>
    </>
  );
}

function Work({ home }: { readonly home: HomeView }) {
  return (
    <>
      <NeedsYou home={home} />
      <HomeFigures home={home} />
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <ThroughputChart minutes={home.throughput} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <MyTasks />
        </Grid.Col>
      </Grid>
      {home.failures.length > 0 ? (
        <FailuresChart failures={home.failures} />
      ) : (
        <ChartCard title={dashboardTexts.failures.byProcess}>
          <Text c="dimmed">{dashboardTexts.failures.nothing}</Text>
        </ChartCard>
      )}
      {home.durations.length > 0 && <DurationsSection durations={home.durations} minutes={home.throughput} />}
    </>
  );
}
