import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { VersionView } from '../../../wire/workflows.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { instanceFilter } from '../../components/filters-of-failures.ts';
import { formatTime, orDash } from '../../components/format.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { StateCounts } from '../../components/state-counts.tsx';
import { useMay } from '../../components/use-may.ts';
import { processTexts as texts } from '../../texts/process.ts';

// loaded when first opened
const MigrateAllDialog = lazyPart(async () => (await import('../instances/migrate-all-dialog.tsx')).MigrateAllDialog);

/** Rows at first, so that the heat map is on the first screen. */
const SHOWN = 3;

/** Versions, newest first. */
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
    { heading: headings.actions, cell: (shown) => <Actions workflowKey={workflowKey} shown={shown} versions={versions} /> },
  ];
  const [isWhole, setWhole] = useState(false);
  const more = versions.length - SHOWN;
  return (
    <>
      <div className={isWhole ? 'all-versions' : undefined}>
        <DataGrid
          label={texts.versions}
          columns={columns}
          rows={isWhole ? versions : versions.slice(0, SHOWN)}
          rowKey={({ version }) => version}
        />
      </div>
      {more > 0 && !isWhole && (
        <Button size="xs" variant="subtle" mt={4} onClick={() => setWhole(true)}>
          {texts.olderVersions(more)}
        </Button>
      )}
    </>
  );
}

function Actions(props: {
  readonly workflowKey: string;
  readonly shown: VersionView;
  readonly versions: readonly VersionView[];
}) {
  const { workflowKey, shown, versions } = props;
  const { version, counts } = shown;
  const previous = previousOf(versions, version);
  const [isMigrating, setMigrating] = useState(false);
  const may = useMay();
  const isMigratable = counts.running > 0 && version !== versions[0]?.version && may('operate', workflowKey);
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" component={Link} to={`?version=${version}`} aria-label={texts.showHeatOf(version)}>
        {texts.showHeat}
      </Button>
      {previous !== undefined && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`?view=versions&compare=${previous}..${version}`}
          aria-label={texts.comparison(previous, version)}
        >
          {texts.compareWithPrevious(previous)}
        </Button>
      )}
      {isMigratable && (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.migrateOf(version, counts.running)}
          onClick={() => setMigrating(true)}
        >
          {texts.migrate(counts.running)}
        </Button>
      )}
      {isMigrating && (
        <MigrateAllDialog
          migrated={{ processKey: workflowKey, filters: instanceFilter(filterOf(workflowKey, version)) }}
          what={texts.runningOf(version)}
          onClose={() => setMigrating(false)}
        />
      )}
    </Group>
  );
}

function filterOf(key: string, version: number): (name: string) => string {
  const values: Readonly<Record<string, string>> = { key, version: String(version), status: 'Running' };
  return (name) => values[name] ?? '';
}

function previousOf(versions: readonly VersionView[], version: number): number | undefined {
  return versions.find((other) => other.version < version)?.version;
}

function instancesPath(key: string, version: number): string {
  return `/process-instances/${encodeURIComponent(key)}/${version}`;
}
