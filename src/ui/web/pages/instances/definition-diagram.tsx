import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ElementCounts } from '../../../wire/workflows.ts';
import { elementsQuery, xmlQuery } from '../../api/views.ts';
import { Diagram } from '../../components/diagram/diagram.tsx';
import type { DiagramBadge, DiagramMarks, Mark } from '../../components/diagram/marks.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { Loading } from '../../components/loading.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/instances.ts';

/** Active, failed and completed instances, and those with incidents, at each element. A click filters the list below. */
export function DefinitionDiagram(props: {
  readonly workflowKey: string;
  readonly version: number;
  /** the page lists all versions and shows the diagram of this one */
  readonly isOneOfMany: boolean;
}) {
  const { workflowKey, version, isOneOfMany } = props;
  const { get, set } = useUrlFilters();
  const xml = useQuery(xmlQuery(workflowKey, version));
  const elements = useQuery(elementsQuery(workflowKey, version));
  // badges count one version, so they link to its page
  const path = `/process-instances/${encodeURIComponent(workflowKey)}/${version}`;
  const marks = useMemo(() => marksOf(elements.data ?? [], path), [elements.data, path]);
  if (xml.isError) return <ErrorBar text={pageTexts.modelFailed(xml.error.message)} onRetry={() => void xml.refetch()} />;
  if (xml.data === undefined) return <Loading />;
  return (
    <>
      <Diagram
        xml={xml.data}
        processId={workflowKey}
        marks={marks}
        selected={get('activity') === '' ? null : get('activity')}
        onSelect={(element) => set({ activity: element ?? '' })}
        height={360}
      />
      <Group gap="md" mt={6}>
        <Legend kind="active" text={pageTexts.badges.active} />
        <Legend kind="incident" text={pageTexts.badges.incident} />
        <Legend kind="failed" text={pageTexts.badges.failed} />
        <Legend kind="everFailed" text={pageTexts.badges.everFailed} />
        <Legend kind="completed" text={pageTexts.badges.completed} />
        <Text size="xs" c="dimmed">
          {isOneOfMany ? pageTexts.versionShown(version) : ''}
          {pageTexts.numbersCount}
        </Text>
      </Group>
    </>
  );
}

function Legend({ kind, text }: { readonly kind: DiagramBadge['kind']; readonly text: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span className={`diagram-badge diagram-badge-${kind}`} aria-hidden="true">
        n
      </span>
      <Text size="xs">{text}</Text>
    </Group>
  );
}

const KINDS = ['active', 'incident', 'failed', 'everFailed', 'completed'] as const;

/** Filters of the counted instances, by kind of number. */
const LISTS: Readonly<Record<(typeof KINDS)[number], Readonly<Record<string, string>>>> = {
  active: { entry: 'active' },
  incident: { incident: 'open' },
  failed: { status: 'Failed', entry: 'failed' },
  everFailed: { entry: 'failed' },
  completed: { entry: 'completed' },
};

function marksOf(elements: readonly ElementCounts[], path: string): DiagramMarks {
  const marks = new Map<string, Mark>();
  const badges = new Map<string, readonly DiagramBadge[]>();
  for (const { activityId, active, failed, everFailed, completed, incidents } of elements) {
    if (failed + incidents > 0) marks.set(activityId, 'failed');
    else if (active > 0) marks.set(activityId, 'active');
    const counts = { active, incident: incidents, failed, everFailed: everFailed > failed ? everFailed : 0, completed };
    const kinds = KINDS.filter((kind) => counts[kind] > 0);
    badges.set(
      activityId,
      kinds.map((kind) => ({
        kind,
        text: compact(counts[kind]),
        label: `${counts[kind]} ${pageTexts.badges[kind]}`,
        href: `${path}?${new URLSearchParams({ activity: activityId, ...LISTS[kind] })}`,
      })),
    );
  }
  return { marks, badges, flows: new Set() };
}

function compact(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
