import '@mantine/core/styles/Switch.css';
import { Grid, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardView } from '../../../wire/dashboard.ts';
import { dashboardQuery } from '../../api/views.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useAutoRefresh } from '../../components/use-auto-refresh.ts';
import { useMayOpen } from '../../components/use-may.ts';
import { SectionHeading } from '../../shell/section-heading.tsx';
import { pageTexts } from '../../texts/dashboard.ts';
import { ServiceFigures } from '../home/figures.tsx';
import { ActivationsSection } from './activations-section.tsx';
import { ClusterSection } from './cluster-section.tsx';
import { MethodsSection } from './methods-section.tsx';
import { RemindersSection } from './reminders-section.tsx';

// loaded only for dead letters
const DeadLettersSection = lazyPart(async () => (await import('./dead-letters-section.tsx')).DeadLettersSection);

/** State of the service, for users with permission for all process keys (docs/contributing/spec/pages.md#dashboard). */
export function DashboardPage() {
  const { isAuto, setAuto, refetchInterval } = useAutoRefresh();
  const seesAll = useMayOpen()('see', null);
  const service = useQuery({ ...dashboardQuery, refetchInterval, enabled: seesAll });
  const read = () => void service.refetch();
  return (
    <>
      <SectionHeading title={pageTexts.title}>
        <Switch label={pageTexts.autoRefresh} checked={isAuto} onChange={(event) => setAuto(event.currentTarget.checked)} />
        <RefreshButton isLoading={service.isFetching && !isAuto} onClick={read} />
      </SectionHeading>
      {service.isError && <ErrorBar text={pageTexts.failed(service.error.message)} onRetry={read} asOf={service.dataUpdatedAt} />}
      {!seesAll && <Text c="dimmed">{pageTexts.notYours}</Text>}
      {seesAll && service.isPending && <Loading />}
      {service.data !== undefined && (
        <Stack gap="lg">
          <Service dashboard={service.data} />
        </Stack>
      )}
    </>
  );
}

function Service({ dashboard }: { readonly dashboard: DashboardView }) {
  const { projection, cluster, activations, reminders, methods, deadLetters } = dashboard;
  return (
    <>
      <div>{pageTexts.projection(projection.lagSeconds, projection.pending)}</div>
      <ServiceFigures dashboard={dashboard} />
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
