import { Anchor } from '@mantine/core';
import type { ElementFiguresView } from '../../../wire/workflows.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { processTexts } from '../../texts/process.ts';
import { figureText, sorted } from './heat.ts';

const texts = processTexts.heat;

const MOST_BOTTLENECKS = 3;

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

/** Elements with the most total time, with their share. */
export function Bottlenecks(props: {
  readonly elements: readonly ElementFiguresView[];
  readonly names: ReadonlyMap<string, ElementOutline>;
  readonly onSelect: (elementId: string) => void;
}) {
  const { elements, names, onSelect } = props;
  const total = elements.reduce((sum, { totalMs }) => sum + totalMs, 0);
  const worst = sorted(elements, '-total').filter(({ totalMs }) => percentOf(totalMs, total) > 0);
  if (worst.length === 0) return null;
  return (
    <section className="bottlenecks" aria-label={texts.bottlenecks}>
      <strong>{texts.bottlenecks}</strong>
      <ol>
        {worst.slice(0, MOST_BOTTLENECKS).map(({ activityId, totalMs, p95Ms, waitingMs, workingMs }) => (
          <li key={activityId}>
            <Anchor component="button" type="button" size="sm" onClick={() => onSelect(activityId)}>
              {names.get(activityId)?.name || activityId}
            </Anchor>{' '}
            {texts.share(
              percentOf(totalMs, total),
              waitingMs === null || workingMs === null ? undefined : percentOf(waitingMs, waitingMs + workingMs),
              p95Ms === null ? undefined : figureText(p95Ms, 'p95'),
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function repeatedText({ repeated, repeatedMedianMs }: ElementFiguresView): string {
  return repeated === 0 ? '0' : texts.repeated(repeated, figureText(repeatedMedianMs, 'median'));
}

/** Default order: total time, longest first. */
export function HeatTable(props: {
  readonly elements: readonly ElementFiguresView[];
  readonly names: ReadonlyMap<string, ElementOutline>;
  readonly selected: string | null;
  readonly onSelect: (elementId: string) => void;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  const { elements, names, selected, onSelect, sort, onSort } = props;
  const { columns: headings } = texts;
  const columns: readonly Column<ElementFiguresView>[] = [
    {
      heading: headings.element,
      cell: ({ activityId }) => (
        <Anchor component="button" type="button" size="sm" className="heat-element" onClick={() => onSelect(activityId)}>
          {names.get(activityId)?.name || activityId}
        </Anchor>
      ),
    },
    {
      heading: headings.total,
      sort: 'total',
      cell: (row) => figureText(row.completed === 0 ? null : row.totalMs, 'total'),
      isNumber: true,
    },
    { heading: headings.waiting, sort: 'waiting', cell: (row) => figureText(row.waitingMs, 'waiting'), isNumber: true },
    { heading: headings.working, sort: 'working', cell: (row) => figureText(row.workingMs, 'working'), isNumber: true },
    { heading: headings.median, sort: 'median', cell: (row) => figureText(row.medianMs, 'median'), isNumber: true },
    { heading: headings.p95, sort: 'p95', cell: (row) => figureText(row.p95Ms, 'p95'), isNumber: true },
    { heading: headings.completed, sort: 'completed', cell: (row) => row.completed, isNumber: true },
    { heading: headings.repeated, sort: 'repeated', cell: repeatedText, isNumber: true },
    { heading: headings.failed, sort: 'failed', cell: (row) => row.failed, isNumber: true },
    { heading: headings.active, sort: 'active', cell: (row) => row.active, isNumber: true },
    { heading: headings.cancelled, cell: (row) => row.cancelled, isNumber: true, priority: 3 },
  ];
  return (
    <DataGrid
      label={texts.table}
      columns={columns}
      rows={sorted(elements, sort)}
      rowKey={({ activityId }) => activityId}
      sort={sort}
      onSort={onSort}
      isCompact
      isSelected={({ activityId }) => activityId === selected}
    />
  );
}
