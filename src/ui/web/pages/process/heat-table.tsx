import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { ElementFiguresView } from '../../../wire/workflows.ts';
import { type Column, DataGrid } from '../../components/data-grid.tsx';
import type { ElementOutline } from '../../components/diagram/element-outline.ts';
import { processTexts } from '../../texts/process.ts';
import { ageText, figureOf, figureText, isUnmeasured, type Measure, openLinks, sorted, timeOf, visitsText } from './heat.ts';

const texts = processTexts.heat;

const MOST_BOTTLENECKS = 3;

function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole);
}

/** Elements with the most time, of completed activities and of those that wait now, with their share. `path`: of the list of instances. */
export function Bottlenecks(props: {
  readonly elements: readonly ElementFiguresView[];
  readonly names: ReadonlyMap<string, ElementOutline>;
  readonly path: string;
  readonly onSelect: (elementId: string) => void;
}) {
  const { elements, names, path, onSelect } = props;
  const total = elements.reduce((sum, element) => sum + timeOf(element), 0);
  const worst = sorted(elements, '-total').filter((element) => percentOf(timeOf(element), total) > 0);
  if (worst.length === 0) return null;
  return (
    <section className="bottlenecks" aria-label={texts.bottlenecks}>
      <strong>{texts.bottlenecks}</strong>
      <ol>
        {worst.slice(0, MOST_BOTTLENECKS).map((element) => {
          const { activityId, waitingMs, workingMs, openMedianMs } = element;
          const median = openMedianMs === null ? undefined : ageText(openMedianMs);
          return (
            <li key={activityId}>
              <Anchor component="button" type="button" size="sm" onClick={() => onSelect(activityId)}>
                {names.get(activityId)?.name || activityId}
              </Anchor>{' '}
              {texts.share(
                percentOf(timeOf(element), total),
                waitingMs === null || workingMs === null || waitingMs + workingMs === 0
                  ? undefined
                  : percentOf(waitingMs, waitingMs + workingMs),
                visitsText(element),
              )}
              {openLinks(element, path).map(({ kind, text, to }) => (
                <span key={kind}>
                  {'; '}
                  <Anchor component={Link} to={to} size="sm">
                    {kind === 'waiting' && median !== undefined ? texts.open.median(text, median) : text}
                  </Anchor>
                </span>
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function repeatedText({ repeated, repeatedMedianMs }: ElementFiguresView): string {
  return repeated === 0 ? '0' : texts.repeated(repeated, figureText(repeatedMedianMs, 'median'));
}

function Duration({ row, measure }: { readonly row: ElementFiguresView; readonly measure: Measure }) {
  const text = figureText(figureOf(row, measure), measure);
  return isUnmeasured(row) ? <span title={texts.unmeasured}>{text}</span> : text;
}

function Open({ row, path }: { readonly row: ElementFiguresView; readonly path: string }) {
  const links = openLinks(row, path);
  if (links.length === 0) return 0;
  return links.map(({ kind, text, to }) => (
    <Anchor key={kind} component={Link} to={to} size="sm" className="heat-open">
      {text}
    </Anchor>
  ));
}

/** Default order: total time, longest first. */
export function HeatTable(props: {
  readonly elements: readonly ElementFiguresView[];
  readonly names: ReadonlyMap<string, ElementOutline>;
  readonly selected: string | null;
  readonly onSelect: (elementId: string) => void;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** of the list of instances */
  readonly path: string;
}) {
  const { elements, names, selected, onSelect, sort, onSort, path } = props;
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
    { heading: headings.total, sort: 'total', cell: (row) => <Duration row={row} measure="total" />, isNumber: true },
    { heading: headings.waiting, sort: 'waiting', cell: (row) => <Duration row={row} measure="waiting" />, isNumber: true },
    { heading: headings.working, sort: 'working', cell: (row) => <Duration row={row} measure="working" />, isNumber: true },
    { heading: headings.median, sort: 'median', cell: (row) => <Duration row={row} measure="median" />, isNumber: true },
    { heading: headings.p95, sort: 'p95', cell: (row) => <Duration row={row} measure="p95" />, isNumber: true },
    { heading: headings.completed, sort: 'completed', cell: (row) => row.completed, isNumber: true },
    { heading: headings.repeated, sort: 'repeated', cell: repeatedText, isNumber: true },
    { heading: headings.failed, sort: 'failed', cell: (row) => row.failed, isNumber: true },
    {
      heading: headings.failedTime,
      sort: 'failedTime',
      cell: ({ failedMs }) => (failedMs === 0 ? '—' : figureText(failedMs, 'total')),
      isNumber: true,
    },
    { heading: headings.active, sort: 'active', cell: (row) => <Open row={row} path={path} />, isNumber: true },
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
