import { Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import type { VersionView } from '../../../wire/workflows.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatTime, orDash } from '../../components/format.ts';
import { StateCounts } from '../../components/state-counts.tsx';
import { processTexts as texts } from '../../texts/process.ts';

/** The versions of a process, newest first. */
export function VersionTable({
  workflowKey,
  versions,
}: {
  readonly workflowKey: string;
  readonly versions: readonly VersionView[];
}) {
  const { columns: headings } = texts;
  const columns: readonly Column<VersionView>[] = [
    {
      heading: headings.version,
      cell: ({ version }) => (
        <Link
          className={`badge badge-${version === versions[0]?.version ? 'run' : 'stop'}`}
          to={instancesPath(workflowKey, version)}
        >
          v{version}
        </Link>
      ),
    },
    { heading: headings.deployedAt, cell: ({ deployedAt }) => <span className="numbers">{formatTime(deployedAt)}</span> },
    { heading: headings.deployedBy, cell: ({ deployedBy }) => orDash(deployedBy), priority: 2 },
    { heading: headings.activities, cell: ({ activitiesCount }) => activitiesCount, isNumber: true, priority: 3 },
    {
      heading: headings.counts,
      cell: ({ version, counts }) => <StateCounts path={instancesPath(workflowKey, version)} counts={counts} />,
    },
    { heading: headings.actions, cell: ({ version }) => <Actions version={version} previous={previousOf(versions, version)} /> },
  ];
  return <DataGrid label={texts.versions} columns={columns} rows={versions} rowKey={({ version }) => version} />;
}

function Actions({ version, previous }: { readonly version: number; readonly previous: number | undefined }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`?version=${version}`}
        replace
        aria-label={texts.showHeatOf(version)}
      >
        {texts.showHeat}
      </Button>
      {previous !== undefined && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`?compare=${previous}..${version}`}
          replace
          aria-label={texts.comparison(previous, version)}
        >
          {texts.compareWithPrevious(previous)}
        </Button>
      )}
    </Group>
  );
}

function previousOf(versions: readonly VersionView[], version: number): number | undefined {
  return versions.find((other) => other.version < version)?.version;
}

function instancesPath(key: string, version: number): string {
  return `/process-instances/${encodeURIComponent(key)}/${version}`;
}
