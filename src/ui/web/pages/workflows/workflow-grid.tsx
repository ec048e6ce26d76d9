import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DefinitionView, WorkflowView } from '../../../wire/workflows.ts';
import { actions, useAction } from '../../api/actions.ts';
import { versionsQuery } from '../../api/views.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import { formatTime } from '../../components/format.ts';
import { ChevronIcon } from '../../components/page-icons.tsx';
import { StateCounts } from '../../components/state-counts.tsx';
import { Badge, type Tone } from '../../components/status-badge.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import { useMay } from '../../components/use-may.ts';
import { processTexts } from '../../texts/process.ts';
import { texts } from '../../texts/texts.ts';
import { pageTexts } from '../../texts/workflows.ts';

/** One row per key, which can show older versions (docs/contributing/spec/pages.md#workflows). */
export function WorkflowGrid(props: {
  readonly workflows: readonly WorkflowView[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly onStart: (workflow: WorkflowView) => void;
  readonly onDisable: (workflow: WorkflowView) => void;
}) {
  const { workflows, sort, onSort, onStart, onDisable } = props;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setOpened(new Set(opened.has(key) ? [...opened].filter((k) => k !== key) : [...opened, key]));
  const columns: readonly Column<WorkflowView>[] = [
    {
      heading: pageTexts.key,
      cell: (workflow) => <KeyCell workflow={workflow} isOpen={opened.has(workflow.key)} onToggle={() => toggle(workflow.key)} />,
    },
    { heading: pageTexts.version, cell: ({ key, version }) => <VersionLink workflowKey={key} version={version} tone="run" /> },
    { heading: pageTexts.deployedAt, sort: 'deployedAt', priority: 2, cell: ({ deployedAt }) => <Time value={deployedAt} /> },
    { heading: pageTexts.activities, cell: ({ activitiesCount }) => activitiesCount, isNumber: true, priority: 3 },
    {
      heading: pageTexts.counts,
      sort: 'failures',
      cell: ({ key, counts, incidents }) => <StateCounts path={instancesPath(key)} counts={counts} incidents={incidents} />,
    },
    {
      heading: texts.names.actions,
      cell: (workflow) => (
        <RowActions workflow={workflow} onStart={() => onStart(workflow)} onDisable={() => onDisable(workflow)} />
      ),
    },
  ];
  return (
    <DataGrid
      label={pageTexts.title}
      columns={columns}
      rows={workflows}
      rowKey={({ key }) => key}
      rowLink={({ key }) => instancesPath(key)}
      sort={sort}
      onSort={onSort}
      below={({ key, version }) => opened.has(key) && <OlderVersions key={`${key} older`} workflowKey={key} latest={version} />}
    />
  );
}

function KeyCell(props: { readonly workflow: WorkflowView; readonly isOpen: boolean; readonly onToggle: () => void }) {
  const { workflow, isOpen, onToggle } = props;
  const { key, name, definitionId, isActive, versionCount } = workflow;
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        size="sm"
        disabled={versionCount < 2}
        aria-expanded={isOpen}
        aria-label={pageTexts.olderVersions(key)}
        onClick={onToggle}
      >
        <ChevronIcon isOpen={isOpen} />
      </ActionIcon>
      <Tooltip label={definitionId}>
        <Anchor
          component={Link}
          to={instancesPath(key)}
          fw={600}
          size="sm"
          {...(!isActive && { className: 'is-off', c: 'dimmed' })}
        >
          {key}
        </Anchor>
      </Tooltip>
      {name !== null && !isSaidBy(key, name) && (
        <Text span size="xs" c="dimmed" className="any-text">
          {name}
        </Text>
      )}
      {!isActive && <Badge tone="stop">{pageTexts.disabled}</Badge>}
    </Group>
  );
}

/** Same letters and digits, such as `order-fulfilment` and `Order fulfilment`. */
function isSaidBy(key: string, name: string): boolean {
  const [one, other] = [key, name].map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''));
  return one === other;
}

function RowActions(props: { readonly workflow: WorkflowView; readonly onStart: () => void; readonly onDisable: () => void }) {
  const { workflow, onStart, onDisable } = props;
  const { key, version, isActive } = workflow;
  const enable = useAction(actions.enable, (_, enabled) => pageTexts.enabled(enabled));
  const may = useMay();
  const cannotSwitch = !may('author', key);
  return (
    <Group gap="xs" wrap="nowrap" className="many-acts">
      <Button
        size="xs"
        variant="outline"
        disabled={!may('operate', key) || !isActive}
        onClick={onStart}
        aria-label={pageTexts.startOf(key)}
      >
        {pageTexts.start}
      </Button>
      <InstancesLink workflowKey={key} />
      <AnalysisLink workflowKey={key} />
      {isActive ? (
        <Button size="xs" variant="default" disabled={cannotSwitch} onClick={onDisable} aria-label={pageTexts.disableOf(key)}>
          {pageTexts.disable}
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          disabled={cannotSwitch}
          loading={enable.isPending}
          onClick={() => enable.mutate(key)}
          aria-label={pageTexts.enableOf(key)}
        >
          {pageTexts.enable}
        </Button>
      )}
      <XmlLink workflowKey={key} version={version} />
    </Group>
  );
}

/** Leads to the instances of a version. */
function VersionLink(props: { readonly workflowKey: string; readonly version: number; readonly tone: Tone }) {
  const { workflowKey, version, tone } = props;
  return (
    <Link to={instancesPath(workflowKey, version)} className={`badge badge-${tone}`} aria-label={`${workflowKey} v${version}`}>
      v{version}
    </Link>
  );
}

function OlderVersions({ workflowKey, latest }: { readonly workflowKey: string; readonly latest: number }) {
  const versions = useQuery(versionsQuery(workflowKey));
  const older = versions.data?.versions.filter(({ version }) => version !== latest) ?? [];
  return older.map((definition) => <OlderVersion key={definition.definitionId} definition={definition} />);
}

function OlderVersion({ definition }: { readonly definition: DefinitionView }) {
  const { key, version, deployedAt, activitiesCount, definitionId, counts } = definition;
  return (
    <tr>
      <td className="is-off is-inner" data-label={pageTexts.key}>
        <Tooltip label={definitionId}>
          <span>{key}</span>
        </Tooltip>
      </td>
      <td data-label={pageTexts.version}>
        <VersionLink workflowKey={key} version={version} tone="stop" />
      </td>
      <td data-label={pageTexts.deployedAt}>
        <Time value={deployedAt} />
      </td>
      <td className="numbers is-number priority-3" data-label={pageTexts.activities}>
        {activitiesCount}
      </td>
      <td data-label={pageTexts.counts}>
        <StateCounts path={instancesPath(key, version)} counts={counts} />
      </td>
      <td className="is-actions" data-label={texts.names.actions}>
        <Group gap="xs" wrap="nowrap">
          <InstancesLink workflowKey={key} version={version} />
          <XmlLink workflowKey={key} version={version} />
        </Group>
      </td>
    </tr>
  );
}

function InstancesLink({ workflowKey, version }: { readonly workflowKey: string; readonly version?: number }) {
  const of = version === undefined ? workflowKey : `${workflowKey} v${version}`;
  return (
    <Button
      size="xs"
      variant="default"
      component={Link}
      to={instancesPath(workflowKey, version)}
      aria-label={pageTexts.instancesOf(of)}
    >
      {pageTexts.instances}
    </Button>
  );
}

/** Leads to bottlenecks, durations and, by the tabs of the page, versions. */
function AnalysisLink({ workflowKey }: { readonly workflowKey: string }) {
  return (
    <Button
      size="xs"
      variant="default"
      component={Link}
      to={`/processes/${encodeURIComponent(workflowKey)}`}
      aria-label={processTexts.analysisOf(workflowKey)}
    >
      {processTexts.tabs.analysis}
    </Button>
  );
}

function XmlLink({ workflowKey, version }: { readonly workflowKey: string; readonly version: number }) {
  const query = new URLSearchParams({ key: workflowKey, version: String(version) });
  return (
    <Button
      size="xs"
      variant="subtle"
      component="a"
      href={`/ui/api/workflows/xml?${query}`}
      download={`${workflowKey}-v${version}.bpmn`}
      aria-label={pageTexts.xmlOf(workflowKey, version)}
    >
      XML
    </Button>
  );
}

function Time({ value }: { readonly value: string }) {
  return <span className="numbers">{formatTime(value)}</span>;
}

function instancesPath(key: string, version?: number): string {
  const path = `/process-instances/${encodeURIComponent(key)}`;
  return version === undefined ? path : `${path}/${version}`;
}
