import '@mantine/core/styles/Tabs.css';
import { Anchor, Button, Tabs, Text } from '@mantine/core';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { VersionView } from '../../../wire/workflows.ts';
import { hasCode } from '../../api/client.ts';
import { versionsQuery, xmlQuery } from '../../api/views.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { useMayOpen } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { HeatSection } from './heat-section.tsx';
import { keyOfPath } from './key-of-path.ts';
import './process.css';
import { processTexts as texts } from '../../texts/process.ts';
import { descriptionOf } from './process-description.ts';
import { VersionTable } from './version-table.tsx';

/** See docs/contributing/spec/pages.md#process. */
export function ProcessPage() {
  const key = keyOfPath(useLocation().pathname);
  const versions = useQuery(versionsQuery(key));
  const client = useQueryClient();
  const isFetching = useIsFetching() > 0;
  const mayOpen = useMayOpen();
  const all = versions.data?.versions ?? [];
  const latest = all[0];
  const { name, documentation } = useDescription(key, latest);
  const path = `/process-instances/${encodeURIComponent(key)}`;
  return (
    <>
      <Anchor component={Link} to="/workflows" size="sm">
        {texts.back}
      </Anchor>
      <PageHeading title={texts.title(name ?? key)}>
        {versions.data?.isActive === false && <Badge tone="stop">{texts.disabled}</Badge>}
        <RefreshButton isLoading={isFetching} onClick={() => void client.refetchQueries({ type: 'active' })} />
        {latest !== undefined && mayOpen('author') && (
          <Button
            variant="default"
            component={Link}
            to={`/modeler?${new URLSearchParams({ key, version: String(latest.version) })}`}
          >
            {texts.openInModeler}
          </Button>
        )}
        {latest !== undefined && (
          <Button variant="default" component={Link} to={path}>
            {texts.instances}
          </Button>
        )}
      </PageHeading>
      {name !== undefined && name !== key && (
        <Text size="sm" mb="xs">
          {texts.key}: <span className="monospace">{key}</span>
        </Text>
      )}
      {documentation !== undefined && <Text className="process-documentation">{documentation}</Text>}
      {versions.isPending && <Loading />}
      {versions.isError && <Failure workflowKey={key} error={versions.error} onRetry={() => void versions.refetch()} />}
      {all.length > 0 && (
        <>
          <VersionTable workflowKey={key} versions={all} />
          <Views workflowKey={key} versions={all} />
        </>
      )}
    </>
  );
}

/** Texts from the latest model; undefined members: absent or loading. */
function useDescription(key: string, latest: VersionView | undefined) {
  const xml = useQuery({ ...xmlQuery(key, latest?.version ?? 0), enabled: latest !== undefined });
  return xml.data === undefined ? { name: undefined, documentation: undefined } : descriptionOf(xml.data, key);
}

function Failure(props: { readonly workflowKey: string; readonly error: Error; readonly onRetry: () => void }) {
  const { workflowKey, error, onRetry } = props;
  if (hasCode(error, 'unknown-process')) return <Text c="dimmed">{texts.unknown(workflowKey)}</Text>;
  return <ErrorBar text={`${texts.failure}: ${error.message}`} onRetry={onRetry} />;
}

/** The address parameter `compare` selects the comparison. */
function Views({ workflowKey, versions }: { readonly workflowKey: string; readonly versions: readonly VersionView[] }) {
  const filters = useUrlFilters();
  const numbers = versions.map(({ version }) => version);
  const [latest = 0, previous = latest] = numbers;
  // a version whose instances all still run has no durations
  const used =
    versions.find(({ counts }) => counts.completed > 0) ??
    versions.find(({ counts }) => Object.values(counts).some((count) => count > 0));
  const isComparing = filters.get('compare') !== '';
  const open = (tab: string | null) =>
    filters.set({ compare: tab === 'compare' ? `${previous}..${latest}` : '', element: filters.get('element') });
  return (
    <Tabs value={isComparing ? 'compare' : 'heat'} onChange={open} keepMounted={false} mt="lg">
      <Tabs.List mb="sm">
        <Tabs.Tab value="heat">{texts.tabs.heat}</Tabs.Tab>
        <Tabs.Tab value="compare">{texts.tabs.compare}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="heat">
        <HeatSection workflowKey={workflowKey} versions={versions} used={used?.version} />
      </Tabs.Panel>
      <Tabs.Panel value="compare">
        <CompareSection workflowKey={workflowKey} versions={numbers} />
      </Tabs.Panel>
    </Tabs>
  );
}
