import { Button, Text } from '@mantine/core';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { VersionView } from '../../../wire/workflows.ts';
import { hasCode } from '../../api/client.ts';
import { versionsQuery, xmlQuery } from '../../api/views.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { Loading } from '../../components/loading.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { useMayOpen } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { CompareSection } from './compare/compare-section.tsx';
import { HeatSection } from './heat-section.tsx';
import { keyOfPath } from './key-of-path.ts';
import './process.css';
import { processTexts as texts } from '../../texts/process.ts';
import { documentationOf } from './process-description.ts';
import { ProcessHeading } from './process-heading.tsx';
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
  const filters = useUrlFilters();
  const isComparing = filters.get('compare') !== '';
  const tab = isComparing || filters.get('view') === 'versions' ? 'versions' : 'analysis';
  const documentation = useDocumentation(key, latest);
  return (
    <>
      <ProcessHeading
        workflowKey={key}
        name={versions.data?.name ?? null}
        isDisabled={versions.data?.isActive === false}
        tab={tab}
      >
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
      </ProcessHeading>
      {documentation !== undefined && <Text className="process-documentation">{documentation}</Text>}
      {versions.isPending && <Loading />}
      {versions.isError && <Failure workflowKey={key} error={versions.error} onRetry={() => void versions.refetch()} />}
      {all.length > 0 && tab === 'analysis' && <HeatSection workflowKey={key} versions={all} used={usedOf(all)?.version} />}
      {all.length > 0 && tab === 'versions' && (
        <>
          <VersionTable workflowKey={key} versions={all} />
          {isComparing && <CompareSection workflowKey={key} versions={all.map(({ version }) => version)} />}
        </>
      )}
    </>
  );
}

/** Newest version with completed instances, else with any: one whose instances all still run has no durations. */
function usedOf(versions: readonly VersionView[]): VersionView | undefined {
  return (
    versions.find(({ counts }) => counts.completed > 0) ??
    versions.find(({ counts }) => Object.values(counts).some((count) => count > 0))
  );
}

/** Of the latest model; undefined: absent or loading. */
function useDocumentation(key: string, latest: VersionView | undefined): string | undefined {
  const xml = useQuery({ ...xmlQuery(key, latest?.version ?? 0), enabled: latest !== undefined });
  return xml.data === undefined ? undefined : documentationOf(xml.data, key);
}

function Failure(props: { readonly workflowKey: string; readonly error: Error; readonly onRetry: () => void }) {
  const { workflowKey, error, onRetry } = props;
  if (hasCode(error, 'unknown-process')) return <Text c="dimmed">{texts.unknown(workflowKey)}</Text>;
  return <ErrorBar text={`${texts.failure}: ${error.message}`} onRetry={onRetry} />;
}
