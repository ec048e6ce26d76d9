import { Alert, Anchor, Grid, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DashboardView } from '../../../wire/dashboard.ts';
import { dashboardQuery } from '../../api/views.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { ActivationsSection } from './activations-section.tsx';
import { ClusterSection } from './cluster-section.tsx';
import { DeadLettersSection } from './dead-letters-section.tsx';
import { FailuresChart } from './failures-chart.tsx';
import { Figures } from './figures.tsx';
import { MethodsSection } from './methods-section.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { ThroughputChart } from './throughput-chart.tsx';

/** How often the page refreshes itself. Unit: ms. */
const REFRESH_MS = 5000;

/** The state of the whole service (docs/spec/pages.md#dashboard), charts and dead letters included. */
export function DashboardPage() {
  const [isAuto, setAuto] = useState(true);
  const { data, dataUpdatedAt, error, isPending, isFetching, refetch } = useQuery({
    ...dashboardQuery,
    refetchInterval: isAuto && REFRESH_MS,
  });
  return (
    <>
      <PageHeading title="Dashboard">
        <Switch label="Auto refresh" checked={isAuto} onChange={(event) => setAuto(event.currentTarget.checked)} />
        <RefreshButton isLoading={isFetching && !isAuto} onClick={() => void refetch()} />
      </PageHeading>
      {error !== null && (
        <ErrorBar text={`Failed to load dashboard: ${error.message}`} onRetry={() => void refetch()} asOf={dataUpdatedAt} />
      )}
      {isPending && <Loading />}
      {data !== undefined && <Sections dashboard={data} />}
    </>
  );
}

function Sections({ dashboard }: { readonly dashboard: DashboardView }) {
  const { projection, cluster, activations, reminders, methods, throughput, failures, deadLetters } = dashboard;
  return (
    <Stack gap="lg">
      {deadLetters.total > 0 && (
        <Alert color="red" variant="light" p="xs">
          {deadLetters.total === 1 ? '1 command was' : `${deadLetters.total} commands were`} stopped by a bug; see{' '}
          <Anchor component={Link} to="/dead-letters" size="sm">
            Dead letters
          </Anchor>
          .
        </Alert>
      )}
      <Figures dashboard={dashboard} />
      <div>
        Projection lag: {projection.lagSeconds} s, pending: {projection.pending}
      </div>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <ThroughputChart minutes={throughput} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <FailuresChart failures={failures} />
        </Grid.Col>
      </Grid>
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
      <DeadLettersSection deadLetters={deadLetters} />
    </Stack>
  );
}
