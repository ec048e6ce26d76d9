import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import type { VersionsView } from '../../../wire/workflows.ts';
import { ApiError } from '../../api/client.ts';
import { instancesQuery, versionsQuery } from '../../api/views.ts';
import { curl } from '../../components/commands.ts';
import { List } from '../../components/list.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { Pager } from '../../components/pager.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { StartDialog } from '../../components/start/start-dialog.tsx';
import { Badge } from '../../components/status-badge.tsx';
import { useMay, useMayOpen } from '../../components/use-may.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { NotFoundPage } from '../not-found.tsx';
import { DefinitionDiagram } from './definition-diagram.tsx';
import { InstanceFilters, NO_FILTERS } from './instance-filters.tsx';
import { InstanceGrid } from './instance-grid.tsx';

/**
 * A definition: its diagram with what stands where, and its instances, of all versions or of one (docs/spec/pages.md#instances). One that is unknown
 * has none.
 */
export function InstancesPage() {
  const { version: versionText } = useParams();
  const key = keyOfPath(useLocation().pathname);
  const version = versionText === undefined ? undefined : Number(versionText);
  const versions = useQuery(versionsQuery(key));
  const [isStarting, setStarting] = useState(false);
  const may = useMay();
  const mayOpen = useMayOpen();
  const all = versions.data?.versions ?? [];
  const shown = version === undefined ? all[0] : all.find((definition) => definition.version === version);
  if (versionText !== undefined && !/^\d{1,10}$/.test(versionText)) return <NotFoundPage />;
  return (
    <>
      <Anchor component={Link} to="/workflows" size="sm">
        Back to workflows
      </Anchor>
      <PageHeading title={version === undefined ? `Instances — ${key} (all versions)` : `Instances — ${key} v${version}`}>
        {versions.data?.isActive === false && <Badge tone="stop">Disabled</Badge>}
        <VersionSelect workflowKey={key} version={versionText} versions={all.map((definition) => definition.version)} />
        {shown !== undefined && mayOpen('author') && (
          <Button
            variant="default"
            component={Link}
            to={`/modeler?${new URLSearchParams({ key, version: String(shown.version) })}`}
          >
            Open in the modeler
          </Button>
        )}
        {all[0] !== undefined && (
          <Button disabled={!may('operate', key) || versions.data?.isActive !== true} onClick={() => setStarting(true)}>
            Start
          </Button>
        )}
      </PageHeading>
      {shown !== undefined && (
        <DefinitionDiagram workflowKey={key} version={shown.version} isOneOfMany={version === undefined && all.length > 1} />
      )}
      <Instances workflowKey={key} version={version} {...whyEmpty(key, version, versions)} />
      {isStarting && all[0] !== undefined && <StartDialog workflow={all[0]} onClose={() => setStarting(false)} />}
    </>
  );
}

/** Why there may be no instances, and whether a start would change that: it starts the latest version of a key that is enabled. */
function whyEmpty(
  key: string,
  version: number | undefined,
  { data, error }: Pick<UseQueryResult<VersionsView>, 'data' | 'error'>,
): { readonly hint?: string; readonly canStart: boolean } {
  if (error instanceof ApiError && error.status === 404)
    return { hint: `No process with the key '${key}' is deployed.`, canStart: false };
  const latest = data?.versions[0]?.version;
  if (data === undefined || latest === undefined) return { canStart: false };
  if (!data.versions.some((definition) => version === undefined || definition.version === version))
    return { hint: `'${key}' has no version ${version}. The latest is v${latest}.`, canStart: false };
  if (!data.isActive) return { hint: `'${key}' is disabled: nothing can be started.`, canStart: false };
  if (version !== undefined && version !== latest)
    return { hint: `A start takes the latest version, v${latest}.`, canStart: false };
  return { canStart: true };
}

function Instances(props: {
  readonly workflowKey: string;
  readonly version: number | undefined;
  readonly hint?: string;
  readonly canStart: boolean;
}) {
  const { workflowKey, version, hint, canStart } = props;
  const filters = useUrlFilters();
  const [status, businessId, from, to, activityId, entry, sort] = [
    ...['status', 'businessId', 'from', 'to', 'activity', 'entry', 'sort'],
  ].map(filters.get);
  const query = {
    key: workflowKey,
    ...(version !== undefined && { version }),
    ...present({ status, businessId, activityId, entry, sort }),
  };
  const instances = useQuery(
    instancesQuery({ ...query, ...present({ from: asTime(from), to: asTime(to) }), page: filters.page }),
  );
  const isFiltered = [status, businessId, from, to, activityId].some((text) => text !== '');
  return (
    <>
      <Group justify="space-between" align="flex-end" wrap="nowrap" mt="lg" mb="sm">
        <InstanceFilters filters={filters} />
        <RefreshButton isLoading={instances.isFetching} onClick={() => void instances.refetch()} />
      </Group>
      <List
        query={instances}
        failure="Failed to load instances"
        isEmpty={({ totalCount }) => totalCount === 0}
        empty="No instances."
        hint={isFiltered ? undefined : hint}
        {...(isFiltered && { onClear: () => filters.set(NO_FILTERS) })}
        {...(!isFiltered &&
          canStart && { command: (apiUrl: string) => curl(apiUrl, '/Execution/start', { WorkflowId: workflowKey }) })}
      >
        {({ items, page, pageSize, totalCount }) => (
          <>
            <InstanceGrid
              instances={items}
              hasVersions={version === undefined}
              sort={sort ?? ''}
              onSort={(sort) => filters.set({ sort })}
            />
            <Pager page={page} pageSize={pageSize} totalCount={totalCount} onChange={(page) => filters.set({ page })} />
          </>
        )}
      </List>
    </>
  );
}

function VersionSelect(props: {
  readonly workflowKey: string;
  readonly version: string | undefined;
  readonly versions: readonly number[];
}) {
  const { workflowKey, version, versions } = props;
  const navigate = useNavigate();
  const path = `/process-instances/${encodeURIComponent(workflowKey)}`;
  return (
    <NativeSelect
      aria-label="Version"
      value={version ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        void navigate(chosen === '' ? path : `${path}/${chosen}`);
      }}
      data={[{ value: '', label: 'All versions' }, ...versions.map((n) => ({ value: String(n), label: `v${n}` }))]}
    />
  );
}

/** The router decodes a parameter once too often: a key may hold the text `%2F`. */
function keyOfPath(path: string): string {
  const part = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A date alone means midnight UTC; what is no date is left out. */
function asTime(text: string | undefined): string | undefined {
  const ms = Date.parse(`${text ?? ''}${text?.includes('T') ? 'Z' : ''}`);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

function present<T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: string;
  };
}
