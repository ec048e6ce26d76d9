import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { xmlQuery } from '../../../api/views.ts';
import { areaAround } from '../../../components/diagram/area.ts';
import { Diagram } from '../../../components/diagram/diagram.tsx';
import type { DiagramMarks, Difference } from '../../../components/diagram/marks.ts';
import type { DiagramViewer, SeenPart } from '../../../components/diagram/open-viewer.ts';
import { ErrorBar } from '../../../components/error-bar.tsx';
import { List } from '../../../components/list.tsx';
import { loadPart } from '../../../components/load-part.ts';
import { Loading } from '../../../components/loading.tsx';
import { useUrlFilters } from '../../../components/use-url-filters.ts';
import { processTexts } from '../../../texts/process.ts';
import { ChangeList } from './change-list.tsx';
import type { ElementDifference } from './differences.ts';
import { DurationTable } from './duration-table.tsx';

/** Height of both frames, and the part of it around the shown elements. Unit: px. */
const MOST_HEIGHT = 340;
const LEAST_HEIGHT = 200;
const AROUND = 120;

/** Smallest scale at which names can be read. */
const LEAST_SCALE = 0.7;

/** `onViewer` callbacks of two diagrams that show the same part; initially that around the elements, else that of the second. Also their height. */
function useLinkedViews(
  shown: readonly string[] | undefined,
): readonly [onFirst: (viewer: DiagramViewer | null) => void, onSecond: (viewer: DiagramViewer | null) => void, height: number] {
  const [first, onFirst] = useState<DiagramViewer | null>(null);
  const [second, onSecond] = useState<DiagramViewer | null>(null);
  const hasShown = useRef(false);
  const [height, setHeight] = useState(MOST_HEIGHT);
  useEffect(() => {
    if (first === null || second === null) return;
    let isFollowing = false;
    const follow = (follower: DiagramViewer) => (part: SeenPart) => {
      if (isFollowing) return;
      isFollowing = true;
      follower.showPart(part);
      isFollowing = false;
    };
    const stopSecond = second.watchView(follow(first));
    const stopFirst = first.watchView(follow(second));
    if (!hasShown.current && shown !== undefined) {
      const points = [first, second].flatMap((viewer) => {
        const area = viewer.areaOf(shown);
        return area === undefined ? [] : [area, { x: area.x + area.width, y: area.y + area.height }];
      });
      const area = areaAround(points);
      if (area !== undefined) {
        // both, because each fits again when the height of its frame changes
        for (const viewer of [first, second]) viewer.showArea(area, LEAST_SCALE);
        setHeight(Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, area.height + AROUND)));
      }
      hasShown.current = true;
    }
    return () => {
      stopSecond();
      stopFirst();
    };
  }, [first, second, shown]);
  return [onFirst, onSecond, height];
}

const texts = processTexts.compare;
const KINDS = ['added', 'removed', 'changed', 'moved'] as const;
const IN_BEFORE = new Set<Difference>(['removed', 'changed', 'moved']);
const IN_AFTER = new Set<Difference>(['added', 'changed', 'moved']);

/** Versions side by side; the address contains them, such as `?compare=2..3`. `versions`: newest first. */
export function CompareSection({
  workflowKey,
  versions,
}: {
  readonly workflowKey: string;
  readonly versions: readonly number[];
}) {
  const { get, set } = useUrlFilters();
  const [before, after] = versionsOf(get('compare'), versions);
  const choose = (first: number, second: number) => set({ compare: `${first}..${second}` });
  const missing = [before, after].find((version) => !versions.includes(version));
  const data = [...new Set([before, after, ...versions])].toSorted((a, b) => b - a);
  const options = data.map((version) => ({ value: String(version), label: `v${version}` }));
  if (versions.length < 2) return <Text c="dimmed">{texts.onlyOne}</Text>;
  return (
    <>
      <Group mb="sm" align="flex-end">
        <NativeSelect
          label={texts.before}
          value={String(before)}
          data={options}
          onChange={(event) => choose(Number(event.currentTarget.value), after)}
        />
        <NativeSelect
          label={texts.after}
          value={String(after)}
          data={options}
          onChange={(event) => choose(before, Number(event.currentTarget.value))}
        />
        <Button variant="default" onClick={() => choose(after, before)}>
          {texts.swap}
        </Button>
      </Group>
      {missing === undefined ? (
        <Comparison key={`${before}..${after}`} workflowKey={workflowKey} before={before} after={after} />
      ) : (
        <Text c="dimmed">{texts.noVersion(missing)}</Text>
      )}
    </>
  );
}

function Comparison(props: { readonly workflowKey: string; readonly before: number; readonly after: number }) {
  const { workflowKey, before, after } = props;
  const { get, set } = useUrlFilters();
  const [was, is] = [useQuery(xmlQuery(workflowKey, before)), useQuery(xmlQuery(workflowKey, after))];
  const differences = useQuery({
    queryKey: ['process-differences', workflowKey, before, after],
    enabled: was.data !== undefined && is.data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async () => {
      const { compareTexts } = await loadPart(() => import('./read-models.ts'));
      return compareTexts(was.data ?? '', is.data ?? '');
    },
  });
  const [firstSelected] = useState(get('element'));
  const shown = useMemo(
    () => (firstSelected === '' ? differences.data?.flatMap(({ id, formerId = id }) => [id, formerId]) : [firstSelected]),
    [differences.data, firstSelected],
  );
  const [onFirst, onSecond, height] = useLinkedViews(shown);
  const marksBefore = useMemo(() => marksOf(differences.data?.map(asBefore) ?? [], IN_BEFORE), [differences.data]);
  const marksAfter = useMemo(() => marksOf(differences.data ?? [], IN_AFTER), [differences.data]);
  const selected = get('element') === '' ? null : get('element');
  const select = (element: string | null) => set({ element: element ?? '' });
  const formerIds = useMemo(
    () => new Map(differences.data?.flatMap(({ id, formerId }) => (formerId === undefined ? [] : [[id, formerId] as const]))),
    [differences.data],
  );
  const selectBefore = (element: string | null) => select([...formerIds].find(([, id]) => id === element)?.[0] ?? element);
  const failed = was.error ?? is.error;
  if (failed !== null) {
    const retry = () => void Promise.all([was.refetch(), is.refetch()]);
    return <ErrorBar text={`${processTexts.modelFailure}: ${failed.message}`} onRetry={retry} />;
  }
  if (was.data === undefined || is.data === undefined) return <Loading />;
  const shared = { processId: workflowKey, selected, onSelect: select, height };
  const inBefore = { selected: selected && (formerIds.get(selected) ?? selected), onSelect: selectBefore };
  return (
    <>
      <div className="compare-diagrams">
        <figure>
          <figcaption>{`${texts.before}: v${before}`}</figcaption>
          <Diagram
            {...shared}
            {...inBefore}
            xml={was.data}
            marks={marksBefore}
            onViewer={onFirst}
            label={texts.diagramOf(before)}
          />
        </figure>
        <figure>
          <figcaption>{`${texts.after}: v${after}`}</figcaption>
          <Diagram {...shared} xml={is.data} marks={marksAfter} onViewer={onSecond} label={texts.diagramOf(after)} />
        </figure>
      </div>
      <Legend />
      <List query={differences} failure={texts.failure} isEmpty={(all) => all.length === 0} empty={texts.same}>
        {(all) => <ChangeList differences={all} selected={selected} onSelect={select} />}
      </List>
      <DurationTable {...{ workflowKey, before, after, formerIds }} xmlBefore={was.data} xmlAfter={is.data} />
    </>
  );
}

function Legend() {
  return (
    <Group gap="md" my={6}>
      {KINDS.map((kind) => (
        <Group key={kind} gap={4} wrap="nowrap">
          <span className={`diagram-badge diagram-badge-${kind}`} aria-hidden="true">
            {texts.signs[kind]}
          </span>
          <Text size="xs">{texts.kinds[kind]}</Text>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        {texts.note}
      </Text>
    </Group>
  );
}

function marksOf(differences: readonly ElementDifference[], kinds: ReadonlySet<Difference>): DiagramMarks {
  const shown = differences.filter(({ kind }) => kinds.has(kind));
  return {
    marks: new Map(shown.map(({ id, kind }) => [id, kind])),
    badges: new Map(shown.map(({ id, kind }) => [id, [{ kind, text: texts.signs[kind], label: texts.kinds[kind] }]])),
    flows: new Set(),
  };
}

/** The difference with the id of the earlier version. */
function asBefore(difference: ElementDifference): ElementDifference {
  return { ...difference, id: difference.formerId ?? difference.id };
}

/** Reads `2..3`; other texts give the latest two. */
function versionsOf(text: string, versions: readonly number[]): readonly [number, number] {
  const [, before, after] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? [];
  const [latest = 0, previous = latest] = versions;
  return before === undefined || after === undefined ? [previous, latest] : [Number(before), Number(after)];
}
