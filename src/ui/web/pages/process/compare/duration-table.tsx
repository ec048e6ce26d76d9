import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StatisticsView } from '../../../../wire/workflows.ts';
import { statisticsQuery } from '../../../api/views.ts';
import { type Column, DataGrid } from '../../../components/data-grid.tsx';
import { outlineOf } from '../../../components/diagram/xml-outline.ts';
import { spanText } from '../../../components/format.ts';
import { List } from '../../../components/list.tsx';
import { useUrlFilters } from '../../../components/use-url-filters.ts';
import { processTexts } from '../../../texts/process.ts';
import { figureText } from '../heat.ts';
import { PeriodSelect, periodOf } from '../process-period.tsx';

const texts = processTexts.compare;

/** Figures of an element or the process, in one version. */
interface Figures {
  readonly completed: number;
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly before: Figures | undefined;
  readonly after: Figures | undefined;
}

/** Numbers and durations of both versions, for the process and each element. The largest difference of medians is first. */
export function DurationTable(props: {
  readonly workflowKey: string;
  readonly before: number;
  readonly after: number;
  readonly xmlBefore: string;
  readonly xmlAfter: string;
  /** ids in `before`, by their id in `after` */
  readonly formerIds: ReadonlyMap<string, string>;
}) {
  const { workflowKey, before, after, xmlBefore, xmlAfter, formerIds } = props;
  const { get } = useUrlFilters();
  const chosen = periodOf(get, 'all');
  const first = useQuery(statisticsQuery(workflowKey, before, chosen.query));
  const second = useQuery(statisticsQuery(workflowKey, after, chosen.query));
  const names = useMemo(() => new Map([...outlineOf(xmlBefore), ...outlineOf(xmlAfter)]), [xmlBefore, xmlAfter]);
  const nameOf = (id: string) => names.get(id)?.name || id;
  const completed =
    first.data === undefined || second.data === undefined ? [] : rowsOf(first.data, second.data, formerIds, nameOf);
  const rows = completed.filter(hasDuration);
  const leftOut = completed.length - rows.length;
  const columns: readonly Column<Row>[] = [
    { heading: texts.element, cell: ({ name }) => name },
    ...(['completed', 'medianMs', 'p95Ms'] as const).map((figure) => ({
      heading: texts.figures[figure],
      cell: (row: Row) => changeText(row, figure),
      isNumber: true,
    })),
  ];
  return (
    <section className="duration-table" aria-label={texts.durations}>
      <Title order={2} size="h4">
        {texts.durations}
      </Title>
      <Group align="flex-end">
        <PeriodSelect chosen={chosen} />
      </Group>
      <List
        query={first.isSuccess ? second : first}
        failure={processTexts.heat.failure}
        isEmpty={() => first.isSuccess && rows.length === 0}
        empty={leftOut === 0 ? texts.noDurations : texts.withoutDuration(leftOut)}
      >
        {() =>
          first.isSuccess && (
            <>
              <DataGrid
                label={texts.durationsOf(before, after)}
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                isCompact
              />
              {leftOut > 0 && (
                <Text size="xs" c="dimmed">
                  {texts.withoutDuration(leftOut)}
                </Text>
              )}
            </>
          )
        }
      </List>
    </section>
  );
}

/** Completed in one of the versions: the process first, then elements. */
function rowsOf(
  was: StatisticsView,
  is: StatisticsView,
  formerIds: ReadonlyMap<string, string>,
  nameOf: (id: string) => string,
): readonly Row[] {
  const newIds = new Map([...formerIds].map(([id, former]) => [former, id]));
  const befores = new Map(was.elements.map((element) => [newIds.get(element.activityId) ?? element.activityId, element]));
  const afters = new Map(is.elements.map((element) => [element.activityId, element]));
  const elements = [...new Set([...befores.keys(), ...afters.keys()])].map((id) => ({
    id,
    name: nameOf(id),
    before: befores.get(id),
    after: afters.get(id),
  }));
  return [{ id: '', name: texts.wholeProcess, before: was.whole, after: is.whole }, ...elements.toSorted(byDifference)].filter(
    ({ before, after }) => (before?.completed ?? 0) + (after?.completed ?? 0) > 0,
  );
}

/** The process always has one. Elements that run in one step have none. */
function hasDuration({ id, before, after }: Row): boolean {
  return id === '' || before?.medianMs != null || after?.medianMs != null;
}

function byDifference(a: Row, b: Row): number {
  const of = ({ before, after }: Row) => Math.abs((after?.medianMs ?? 0) - (before?.medianMs ?? 0));
  return of(b) - of(a);
}

/** `2 min → 3 min (+1 min)`; without difference if a value is missing. */
function changeText({ before, after }: Row, figure: keyof Figures): string {
  const [was, is] = [before?.[figure] ?? null, after?.[figure] ?? null];
  const measure = figure === 'completed' ? 'count' : 'median';
  const textOf = (value: number | null) => (value === 0 && measure === 'median' ? spanText(value) : figureText(value, measure));
  const sides = `${textOf(was)} → ${textOf(is)}`;
  if (was === null || is === null || (was === is && textOf(is) === spanText(0))) return sides;
  const difference = is - was;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return `${sides} (${sign}${figureText(Math.abs(difference), measure)})`;
}
