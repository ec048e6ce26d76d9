import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDiagram } from '../bpmn/diagram.ts';
import type { EngineEvent } from '../engine/events.ts';
import { compensationEventsOf } from '../engine/model/model-shape.ts';
import type { ProcessModel } from '../engine/model.ts';
import type { Coverage, ProcessCoverage } from './api.ts';
import { diagramSvg, escaped } from './diagram-svg.ts';

/** Elements that were not reached; the rest is counted. */
const MOST_NAMED = 12;

/** A row per process, and below it the elements that were not covered. */
function coverageText(processes: readonly ProcessCoverage[]): string {
  const rows = processes.map(({ key, elements, flows, share }) => [key, shareText(elements), shareText(flows), percent(share)]);
  const table = [['process', 'elements', 'flows', 'covered'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => (row[column] ?? '').length)));
  const lines: string[] = [];
  for (const [at, row] of table.entries()) {
    lines.push(
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '),
    );
    const process = processes[at - 1];
    if (process === undefined) continue;
    lines.push(...missing('elements', process.elements), ...missing('flows', process.flows));
  }
  return `${lines.join('\n')}\n`;
}

/** `87 %`: rounded down, so that 100 % means complete. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}

function shareText(counts: Readonly<Record<string, number>>): string {
  const all = Object.values(counts);
  return `${all.filter((count) => count > 0).length}/${all.length}`;
}

function missing(what: string, counts: Readonly<Record<string, number>>): string[] {
  const names = Object.keys(counts).filter((id) => counts[id] === 0);
  if (names.length === 0) return [];
  const rest = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return [`  ${what} not reached: ${names.slice(0, MOST_NAMED).join(', ')}${rest}`];
}

const STYLE = `
:root { color-scheme: light dark; --good: #1a7f37; --bad: #cf222e; --faint: #8c959f; --page: #fff; --ink: #1f2328; }
@media (prefers-color-scheme: dark) { :root { --good: #3fb950; --bad: #f85149; --page: #0d1117; --ink: #e6edf3; } }
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; background: var(--page); color: var(--ink); }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem 1rem .2rem 0; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0 3rem; overflow: auto; border: 1px solid var(--faint); border-radius: 6px; }
svg { display: block; } svg g { stroke: var(--faint); fill: none; }
svg g.reached { stroke: var(--good); } svg g.missed { stroke: var(--bad); stroke-dasharray: 5 3; }
svg g > rect, svg g > circle, svg g > polygon { fill: var(--page); stroke-width: 1.5; }
svg g.reached > rect, svg g.reached > circle, svg g.reached > polygon { stroke-width: 2; }
svg .thick { stroke-width: 4 !important; } svg .dashed { stroke-dasharray: 6 4; }
svg g.edge polyline { stroke-width: 1.5; } svg .arrow { fill: currentColor; stroke: none; color: var(--faint); }
svg g.reached .arrow { color: var(--good); } svg g.missed .arrow { color: var(--bad); stroke-dasharray: none; }
svg text { fill: var(--ink); stroke: none; font: 11px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
svg text.sign { font-size: 16px; } svg text.kind { text-anchor: start; font-size: 9px; fill: var(--faint); }
svg g > rect.badge { fill: var(--good); stroke: none; } svg g.missed > rect.badge { fill: var(--bad); } svg text.count { fill: #fff; font-size: 10px; }
`;

/** HTML with a row and a diagram per process, without scripts and other files. */
function coveragePage(processes: readonly ProcessCoverage[], counted: readonly CountedProcess[]): string {
  const rows = processes.map((process, at) => rowOf(process, at)).join('');
  const parts = processes.map((process, at) => partOf(process, counted[at] as CountedProcess, at)).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage of processes</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Coverage of processes</h1>
<table><thead><tr><th>Process</th><th>File</th><th>Elements</th><th>Flows</th><th>Covered</th></tr></thead><tbody>${rows}</tbody></table>
${parts}</body>
</html>
`;
}

function rowOf({ key, file, elements, flows, share }: ProcessCoverage, at: number): string {
  const cells = [elements, flows].map((counts) => `<td class="number">${shareOf(counts)}</td>`).join('');
  const name = `<td><a href="#process-${at}">${escaped(key)}</a></td><td>${escaped(file)}</td>`;
  return `<tr>${name}${cells}<td class="number">${percent(share)}</td></tr>`;
}

function partOf({ key, name, elements, flows }: ProcessCoverage, { text }: CountedProcess, at: number): string {
  const diagram = readDiagram(text);
  const counts = new Map([...Object.entries(elements), ...Object.entries(flows)]);
  const drawing = diagram === undefined ? '' : `<figure>${diagramSvg(diagram, (id) => counts.get(id))}</figure>`;
  const without = diagram === undefined ? '<p>The file has no diagram.</p>' : '';
  const missed = [...counts].filter(([, count]) => count === 0).map(([id]) => `<code>${escaped(id)}</code>`);
  const list = missed.length === 0 ? '<p>Everything was reached.</p>' : `<p>Not reached: ${missed.join(', ')}</p>`;
  return `<h2 id="process-${at}">${escaped(name ?? key)}</h2>\n${list}${without}${drawing}\n`;
}

function shareOf(counts: Readonly<Record<string, number>>): string {
  const all = Object.values(counts);
  return `${all.filter((count) => count > 0).length} of ${all.length}`;
}

export interface CountedProcess {
  readonly model: ProcessModel;
  readonly file: string;
  /** text of its file */
  readonly text: string;
  readonly elements: Map<string, number>;
  readonly flows: Map<string, number>;
}

/** coverage.json. `found`, `hit`: elements or flows, and those with a token, named as in LCOV. */
interface CoverageReport {
  readonly version: 1;
  readonly files: readonly FileCoverage[];
}
interface FileCoverage {
  readonly path: string;
  readonly processes: readonly {
    readonly key: string;
    readonly elements: Counts<{ readonly id: string; readonly type: string; readonly line: number; readonly count: number }>;
    readonly flows: Counts<{ readonly id: string; readonly source: string; readonly target: string; readonly count: number }>;
  }[];
}
interface Counts<Row> {
  readonly found: number;
  readonly hit: number;
  readonly details: readonly Row[];
}

/** Report by file (docs/contributing/spec/process-tests.md#coverage). */
function coverageJson(processes: readonly ProcessCoverage[], counted: readonly CountedProcess[]): CoverageReport {
  const files = new Map<string, FileCoverage['processes'][number][]>();
  for (const [at, { key, file, elements, flows }] of processes.entries()) {
    const { model } = counted[at] as CountedProcess;
    const elementRows = [...model.elements.values()].map(({ id, type, place }) => ({
      id,
      type,
      line: place.line,
      count: elements[id] ?? 0,
    }));
    const flowRows = [...model.flows.values()].map(({ id, source, target }) => ({ id, source, target, count: flows[id] ?? 0 }));
    const rows = files.get(file) ?? [];
    rows.push({ key, elements: countsOf(elementRows), flows: countsOf(flowRows) });
    files.set(file, rows);
  }
  return { version: 1, files: [...files].map(([path, rows]) => ({ path, processes: rows })) };
}

function countsOf<Row extends { readonly count: number }>(details: readonly Row[]): Counts<Row> {
  return { found: details.length, hit: details.filter(({ count }) => count > 0).length, details };
}

/** JSON and HTML. Creates the folder and replaces the two files. */
async function writeCoverage(
  folder: string,
  processes: readonly ProcessCoverage[],
  counted: readonly CountedProcess[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'coverage.json'), `${JSON.stringify(coverageJson(processes, counted), undefined, 2)}\n`);
  await writeFile(join(folder, 'index.html'), coveragePage(processes, counted));
}

/** How often each element was entered, and each flow taken, in all worlds that share it. */
export class CoverageCount implements Coverage {
  /** processes by file and key: two files may have a process of the same key */
  private readonly counted = new Map<string, CountedProcess>();
  private readonly ofModel = new WeakMap<object, CountedProcess>();

  /** A known process keeps its counts. */
  know(model: ProcessModel, file: string, text: string): void {
    const id = `${file}\0${model.key}`;
    const known = this.counted.get(id) ?? freshCount(model, file, text);
    this.counted.set(id, known);
    this.ofModel.set(model.elements, known);
  }

  /** A loop counts once, not per iteration. Ignores a model that was not added with `know`. */
  count(model: ProcessModel, events: readonly EngineEvent[]): void {
    const counts = this.ofModel.get(model.elements);
    if (counts === undefined) return;
    for (const event of events) {
      if (event.type === 'ElementActivated' && event.index === undefined) this.enter(counts, event.element);
      else if (event.type === 'FlowTaken') add(counts.flows, event.flow);
    }
  }

  get processes(): readonly ProcessCoverage[] {
    return [...this.counted.values()].map(({ model, file, elements, flows }) => {
      const all = [...elements.values(), ...flows.values()];
      const share = all.length === 0 ? 1 : all.filter((count) => count > 0).length / all.length;
      const counts = { elements: recordOf(elements), flows: recordOf(flows) };
      return { key: model.key, name: model.name ?? null, file, ...counts, share };
    });
  }

  text(): string {
    return coverageText(this.processes);
  }

  write(folder: string): Promise<void> {
    return writeCoverage(folder, this.processes, [...this.counted.values()]);
  }

  /** A compensation boundary event counts with its handler: no token enters the event. */
  private enter({ model, elements }: CountedProcess, element: string): void {
    add(elements, element);
    for (const id of compensationEventsOf(model, element)) add(elements, id);
  }
}

function freshCount(model: ProcessModel, file: string, text: string): CountedProcess {
  const zero = (ids: Iterable<string>) => new Map([...ids].map((id) => [id, 0]));
  return { model, file, text, elements: zero(model.elements.keys()), flows: zero(model.flows.keys()) };
}

function add(counts: Map<string, number>, id: string): void {
  const count = counts.get(id);
  if (count !== undefined) counts.set(id, count + 1);
}

/** An id may be the name of a member of every object. */
function recordOf(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(counts));
}
