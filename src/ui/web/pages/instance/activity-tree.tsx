import { Text, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ActivityInstanceOrdinal } from '../../../../engine/ordinals.ts';
import type { CalledIncidentItem } from '../../api/repair-types.ts';
import { Loading } from '../../components/loading.tsx';
import { pageTexts } from '../../texts/instance.ts';
import type { ElementExecution } from './replay.ts';
import { ROW_HEIGHT, TreeItem } from './tree-item.tsx';
import { rowOfElement, type TreeRow, treeMove, treeRows } from './tree-rows.ts';

/** Visible height. Unit: px. */
const MOST_HEIGHT = 560;
/** Rendered lines above and below the visible ones. */
const SPARE_ROWS = 8;

/** `executions` undefined: loading. */
export interface ActivityTreeProps {
  readonly executions: readonly ElementExecution[] | undefined;
  readonly isLoading: boolean;
  /** causes a render: the objects in `executions` are the same at each step */
  readonly step: number;
  /** end of the duration of active executions; ms since 1970 */
  readonly until: number;
  readonly selected: { readonly element: string; readonly entry: ActivityInstanceOrdinal | null } | null;
  /** activity instance of the shown step of time travel; null: none */
  readonly now: ActivityInstanceOrdinal | null;
  /** activity instances with open incidents at the shown step */
  readonly incidents: { readonly has: (entry: ActivityInstanceOrdinal) => boolean } | undefined;
  /** open incidents in called instances, by the activity instance that calls */
  readonly calledIncidents: ReadonlyMap<ActivityInstanceOrdinal, CalledIncidentItem>;
  readonly onSelect: (element: string, entry: ActivityInstanceOrdinal) => void;
}

/** Shows duration and outcome. The tree is one tab stop; arrow keys move in it. Renders only visible lines. */
export function ActivityTree({ executions, isLoading, ...rest }: ActivityTreeProps) {
  return (
    <section aria-label={pageTexts.tree}>
      <Title order={2} size="h5" mb="xs">
        {pageTexts.tree}
      </Title>
      {executions === undefined && isLoading && <Loading />}
      {executions?.length === 0 && (
        <Text c="dimmed" size="sm">
          {pageTexts.noActivities}
        </Text>
      )}
      {executions !== undefined && executions.length > 0 && <Tree executions={executions} {...rest} />}
    </section>
  );
}

function Tree({
  executions,
  step,
  until,
  selected,
  now,
  incidents,
  calledIncidents,
  onSelect,
}: Omit<ActivityTreeProps, 'isLoading'> & { executions: readonly ElementExecution[] }) {
  const [closed, setClosed] = useState<ReadonlySet<ActivityInstanceOrdinal>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step means that they have changed
  const rows = useMemo(() => treeRows(executions, closed), [executions, step, closed]);
  const chosen = selected === null ? undefined : rowOf(rows, selected);
  const [stop, setStop] = useState<ActivityInstanceOrdinal | null>(null);
  const stopAt = indexOf(rows, stop ?? chosen?.execution.ordinal ?? null);
  const { ground, scrollTop, onScroll, show } = useWindow();
  const follow = now ?? chosen?.execution.ordinal ?? null;
  const followAt = follow === null ? -1 : indexOf(rows, follow);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the selection, not the scroll position
  useEffect(() => {
    if (followAt >= 0) show(followAt);
  }, [follow, followAt]);
  const moveTo = useFocusAfterMove(ground, stopAt);
  const toggle = (ordinal: ActivityInstanceOrdinal) =>
    setClosed(new Set(closed.has(ordinal) ? [...closed].filter((other) => other !== ordinal) : [...closed, ordinal]));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const move = treeMove(rows, stopAt, event.key, Math.floor(MOST_HEIGHT / ROW_HEIGHT) - 1);
    if (move === undefined) return;
    event.preventDefault();
    if ('toggle' in move) toggle(move.toggle);
    else {
      show(move.to);
      moveTo.current = true;
      setStop(rows[move.to]?.execution.ordinal ?? null);
    }
  };
  return (
    <div
      ref={ground}
      className="tree"
      role="tree"
      aria-label={pageTexts.tabs.activities}
      style={{ height: Math.min(rows.length * ROW_HEIGHT, MOST_HEIGHT) + 2 }}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div className="tree-ground" role="presentation" style={{ height: rows.length * ROW_HEIGHT }}>
        {inSight(rows, scrollTop, stopAt).map((index) => {
          const row = rows[index] as TreeRow;
          const { ordinal, element } = row.execution;
          return (
            <TreeItem
              key={ordinal}
              row={row}
              index={index}
              until={until}
              isSelected={chosen === row}
              isStop={index === stopAt}
              isNow={now === ordinal}
              hasIncident={incidents?.has(ordinal) === true}
              calledIncident={calledIncidents.get(ordinal)}
              onSelect={() => onSelect(element, ordinal)}
              onToggle={() => toggle(ordinal)}
              onFocus={() => setStop(ordinal)}
            />
          );
        })}
      </div>
    </div>
  );
}

function rowOf(rows: readonly TreeRow[], { element, entry }: NonNullable<ActivityTreeProps['selected']>): TreeRow | undefined {
  const named = entry === null ? undefined : rows.find(({ execution }) => execution.ordinal === entry);
  return named ?? rowOfElement(rows, element);
}

/** 0 if it has no row. */
function indexOf(rows: readonly TreeRow[], ordinal: ActivityInstanceOrdinal | null): number {
  return Math.max(
    0,
    rows.findIndex(({ execution }) => execution.ordinal === ordinal),
  );
}

/** Lines to render: the visible ones, some around, and the tab stop. */
function inSight(rows: readonly TreeRow[], scrollTop: number, stopAt: number): readonly number[] {
  const first = Math.max(0, Math.floor(scrollTop / ROW_HEIGHT) - SPARE_ROWS);
  const last = Math.min(rows.length - 1, Math.ceil((scrollTop + MOST_HEIGHT) / ROW_HEIGHT) + SPARE_ROWS);
  const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (stopAt < first) return [stopAt, ...indexes];
  return stopAt > last ? [...indexes, stopAt] : indexes;
}

/** `show`: scrolls a line into view. */
function useWindow() {
  const ground = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const show = (index: number) => {
    const element = ground.current;
    if (element === null) return;
    const [top, bottom] = [index * ROW_HEIGHT, (index + 1) * ROW_HEIGHT];
    if (top < element.scrollTop) element.scrollTop = top - ROW_HEIGHT;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom + ROW_HEIGHT - element.clientHeight;
    setScrollTop(element.scrollTop);
  };
  return { ground, scrollTop, onScroll: () => setScrollTop(ground.current?.scrollTop ?? 0), show };
}

/** Moves the focus after a move by a key. */
function useFocusAfterMove(ground: React.RefObject<HTMLDivElement | null>, stopAt: number) {
  const hasMoved = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every move
  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    ground.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus({ preventScroll: true });
  }, [stopAt]);
  return hasMoved;
}
