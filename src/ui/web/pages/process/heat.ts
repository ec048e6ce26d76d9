import type { ElementFiguresView } from '../../../wire/workflows.ts';
import type { DiagramBadge, DiagramMarks, Heat, Mark } from '../../components/diagram/marks.ts';
import { formatDuration } from '../../components/format.ts';
import { processTexts } from '../../texts/process.ts';

export const MEASURES = ['total', 'waiting', 'working', 'median', 'p95', 'spread', 'count', 'failed'] as const;
export type Measure = (typeof MEASURES)[number];

/** Factor between the limits of neighbouring colours. */
const FACTOR = 3;
const HEATS = ['heat-1', 'heat-2', 'heat-3', 'heat-4', 'heat-5'] as const;

/** Null: no data. */
export function figureOf(element: ElementFiguresView, measure: Measure): number | null {
  switch (measure) {
    case 'total':
      return element.completed === 0 ? null : element.totalMs;
    case 'waiting':
      return element.waitingMs;
    case 'working':
      return element.workingMs;
    case 'median':
      return element.medianMs;
    case 'p95':
    case 'spread':
      return element.p95Ms;
    case 'count':
      return element.completed;
    case 'failed':
      return element.failed;
  }
}

/** `—` for null. */
export function figureText(figure: number | null, measure: Measure): string {
  if (figure === null) return '—';
  return measure === 'count' || measure === 'failed' ? compact(figure) : formatDuration(0, figure);
}

/** Relative to the largest; each colour covers a factor of 3. Undefined for null and values that are not positive. */
export function heatOf(figure: number | null, largest: number): Heat | undefined {
  if (figure === null || figure <= 0 || largest <= 0) return undefined;
  const below = Math.floor(Math.log(largest / figure) / Math.log(FACTOR));
  return HEATS[Math.max(0, HEATS.length - 1 - below)];
}

/** Colours with their upper limit, lowest first. */
export function scaleOf(largest: number): readonly { readonly heat: Heat; readonly most: number }[] {
  return HEATS.map((heat, index) => ({ heat, most: largest / FACTOR ** (HEATS.length - 1 - index) }));
}

/** 0 without data. */
export function largestOf(elements: readonly ElementFiguresView[], measure: Measure): number {
  return elements.reduce((most, element) => Math.max(most, figureOf(element, measure) ?? 0), 0);
}

/** `0.6 s · 2.1 s`; `—` without data. */
function spreadText({ medianMs, p95Ms }: ElementFiguresView): string {
  return medianMs === null ? '—' : `${figureText(medianMs, 'median')} · ${figureText(p95Ms, 'p95')}`;
}

/** Both durations in words, for measures that do not show them. Empty without data. */
function durationsOf({ medianMs, p95Ms }: ElementFiguresView): string {
  if (medianMs === null) return '';
  const { median, p95 } = processTexts.heat.columns;
  return `, ${median} ${figureText(medianMs, 'median')}, ${p95} ${figureText(p95Ms, 'p95')}`;
}

/** Colour and badge per element. `measureText`: for screen readers. */
export function heatMarks(elements: readonly ElementFiguresView[], measure: Measure, measureText: string): DiagramMarks {
  const largest = largestOf(elements, measure);
  const marks = new Map<string, Mark>();
  const badges = new Map<string, readonly DiagramBadge[]>();
  for (const element of elements) {
    const figure = figureOf(element, measure);
    const heat = heatOf(figure, largest);
    if (heat === undefined) continue;
    const text = measure === 'spread' ? spreadText(element) : figureText(figure, measure);
    marks.set(element.activityId, heat);
    badges.set(element.activityId, [
      { kind: 'figure', text, label: `${measureText}: ${text}${measure === 'spread' ? '' : durationsOf(element)}` },
    ]);
  }
  return { marks, badges, flows: new Set() };
}

export const SORTS = ['total', 'waiting', 'working', 'median', 'p95', 'completed', 'repeated', 'failed', 'active'] as const;

/** Order such as `-total`. Elements without data have the lowest value. Equal values: by total time, longest first. */
export function sorted(elements: readonly ElementFiguresView[], sort: string): readonly ElementFiguresView[] {
  const name = SORTS.find((known) => known === sort.replace(/^-/, '')) ?? 'total';
  const sign = sort === '' || sort.startsWith('-') ? -1 : 1;
  const value = (element: ElementFiguresView) => {
    if (name === 'completed' || name === 'active' || name === 'repeated') return element[name];
    return figureOf(element, name) ?? -1;
  };
  return elements.toSorted((a, b) => sign * (value(a) - value(b)) || b.totalMs - a.totalMs);
}

function compact(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
