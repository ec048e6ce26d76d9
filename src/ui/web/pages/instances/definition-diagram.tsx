import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import type { ElementCounts } from '../../../wire/workflows.ts';
import { elementsQuery, xmlQuery } from '../../api/views.ts';
import { Diagram } from '../../components/diagram/diagram.tsx';
import type { DiagramBadge, DiagramMarks, Mark } from '../../components/diagram/marks.ts';
import { outlineOf } from '../../components/diagram/xml-outline.ts';
import { ErrorBar } from '../../components/error-bar.tsx';
import { FoldOnPhone, useIsPhone } from '../../components/fold-on-phone.tsx';
import { Loading } from '../../components/loading.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { pageTexts } from '../../texts/instances.ts';

/** Unit: px. */
const HEIGHT = 360;
const HEIGHT_ON_PHONE = 200;

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
  const elements = useQuery(elementsQuery(workflowKey, isOneOfMany ? undefined : version));
  const base = `/process-instances/${encodeURIComponent(workflowKey)}`;
  // a badge links to the list of the instances that it counts
  const path = isOneOfMany ? base : `${base}/${version}`;
  const isPhone = useIsPhone();
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
        height={isPhone ? HEIGHT_ON_PHONE : HEIGHT}
      />
      <FoldOnPhone summary={pageTexts.legend}>
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
      </FoldOnPhone>
      {isOneOfMany && <OtherElements xml={xml.data} counts={elements.data ?? []} path={path} />}
    </>
  );
}

/** Elements with instances that the drawn version does not have. Empty without any. */
function OtherElements(props: { readonly xml: string; readonly counts: readonly ElementCounts[]; readonly path: string }) {
  const { xml, counts, path } = props;
  const known = useMemo(() => outlineOf(xml), [xml]);
  const missing = counts.flatMap(({ activityId, ...row }) => {
    const kind = known.has(activityId) ? undefined : (['failed', 'active', 'completed'] as const).find((one) => row[one] > 0);
    return kind === undefined ? [] : [{ activityId, kind, count: row[kind] }];
  });
  if (missing.length === 0) return null;
  return (
    <Text size="xs" mt={4}>
      {pageTexts.onlyInOthers}{' '}
      {missing.map(({ activityId, kind, count }, index) => (
        <span key={activityId}>
          {index > 0 && ', '}
          <Link to={listOf(path, activityId, kind)}>{`${activityId} (${count} ${pageTexts.badges[kind]})`}</Link>
        </span>
      ))}
    </Text>
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

function listOf(path: string, activity: string, kind: (typeof KINDS)[number]): string {
  return `${path}?${new URLSearchParams({ activity, ...LISTS[kind] })}`;
}

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
        href: listOf(path, activityId, kind),
      })),
    );
  }
  return { marks, badges, flows: new Set() };
}

function compact(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
