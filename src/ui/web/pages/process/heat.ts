import type { ElementFiguresView } from '../../../wire/workflows.ts';
import type { DiagramBadge, DiagramMarks, Heat, Mark } from '../../components/diagram/marks.ts';
import { formatDuration } from '../../components/format.ts';
import { number } from '../../texts/numbers.ts';
import { processTexts } from '../../texts/process.ts';

export const MEASURES = ['total', 'waiting', 'working', 'median', 'p95', 'spread', 'count', 'failed'] as const;
export type Measure = (typeof MEASURES)[number];

/** Factor between the limits of neighbouring colours. */
const FACTOR = 3;
const HEATS = ['heat-1', 'heat-2', 'heat-3', 'heat-4', 'heat-5'] as const;

/** All ran within a step of the engine, which has one time: there is no duration. */
export function isUnmeasured({ completed, inOneStep, active }: ElementFiguresView): boolean {
  return completed > 0 && completed === inOneStep && active === 0;
}

/** Time of the completed ones and of those that are there now. */
export function timeOf({ totalMs, openMs }: ElementFiguresView): number {
  return totalMs + openMs;
}

/** Null: no data. */
export function figureOf(element: ElementFiguresView, measure: Measure): number | null {
  switch (measure) {
    case 'total':
      return element.completed > element.inOneStep || timeOf(element) > 0 ? timeOf(element) : null;
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

/** Below, the 95th percentile is about the largest of a few values, and not shown as a statement about all visits. */
export const LEAST_VISITS = 20;

/** Durations of the completed visits in words; undefined without any. */
export function visitsText({ completed, repeated, inOneStep, medianMs, p95Ms }: ElementFiguresView): string | undefined {
  const { mostVisits, fewVisits } = processTexts.heat;
  if (completed === 0) return undefined;
  if (p95Ms !== null && completed - repeated - inOneStep >= LEAST_VISITS) return mostVisits(figureText(p95Ms, 'p95'));
  return fewVisits(completed, medianMs === null ? undefined : figureText(medianMs, 'median'));
}

/** Largest unit only: `11 min`, not `11 min 3 s`. */
export function ageText(ms: number): string {
  return formatDuration(0, ms).split(' ').slice(0, 2).join(' ');
}

/** Instances that are at an element now: without incident, then with one. */
export interface OpenLink {
  readonly kind: 'waiting' | 'incident';
  readonly count: number;
  readonly text: string;
  /** list of exactly these instances */
  readonly to: string;
}

/** `path`: of the list of instances of the version, or of all. */
export function openLinks(
  { activityId, active, inIncident, openOldestMs }: ElementFiguresView,
  path: string,
): readonly OpenLink[] {
  const { open } = processTexts.heat;
  const to = (incident: string) => `${path}?${new URLSearchParams({ activity: activityId, entry: 'active', incident })}`;
  const waiting = active - inIncident;
  const oldest = openOldestMs === null ? undefined : ageText(openOldestMs);
  return [
    { kind: 'waiting' as const, count: waiting, text: open.waiting(waiting, oldest), to: to('none') },
    { kind: 'incident' as const, count: inIncident, text: open.inIncident(inIncident), to: to('any') },
  ].filter(({ count }) => count > 0);
}

const COUNTS: readonly Measure[] = ['count', 'failed'];

/** Colour and badges per element. `measureText`: for screen readers. `path`: of the list of instances of the version. */
export function heatMarks(
  elements: readonly ElementFiguresView[],
  measure: Measure,
  measureText: string,
  path: string,
): DiagramMarks {
  const largest = largestOf(elements, measure);
  const marks = new Map<string, Mark>();
  const badges = new Map<string, readonly DiagramBadge[]>();
  for (const element of elements) {
    const figure = figureOf(element, measure);
    const heat = heatOf(figure, largest);
    const open = openLinks(element, path).map(({ kind, count, text, to }) => {
      return { kind, text: kind === 'incident' ? number(count) : text, label: text, href: to };
    });
    if (heat === undefined) {
      if (isUnmeasured(element) && !COUNTS.includes(measure)) marks.set(element.activityId, 'unmeasured');
      if (open.length > 0) badges.set(element.activityId, open);
      continue;
    }
    const text = measure === 'spread' ? spreadText(element) : figureText(figure, measure);
    const label = `${measureText}: ${text}${measure === 'spread' ? '' : durationsOf(element)}`;
    marks.set(element.activityId, heat);
    badges.set(element.activityId, [{ kind: 'figure', text, label }, ...open]);
  }
  return { marks, badges, flows: new Set() };
}

const SORTS = [
  'total',
  'waiting',
  'working',
  'median',
  'p95',
  'completed',
  'repeated',
  'failed',
  'failedTime',
  'active',
] as const;

/** Order such as `-total`. Elements without data have the lowest value. Equal values: by total time, longest first. */
export function sorted(elements: readonly ElementFiguresView[], sort: string): readonly ElementFiguresView[] {
  const name = SORTS.find((known) => known === sort.replace(/^-/, '')) ?? 'total';
  const sign = sort === '' || sort.startsWith('-') ? -1 : 1;
  const value = (element: ElementFiguresView) => {
    if (name === 'completed' || name === 'active' || name === 'repeated') return element[name];
    if (name === 'failedTime') return element.failedMs;
    return figureOf(element, name) ?? -1;
  };
  return elements.toSorted((a, b) => sign * (value(a) - value(b)) || timeOf(b) - timeOf(a));
}

function compact(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
