import { readDiagram } from '../../bpmn/diagram.ts';
import type { ProcessModel } from '../../engine/model.ts';
import type { ProcessCoverage } from '../api.ts';
import { percent } from './coverage-text.ts';
import { diagramSvg } from './diagram-svg.ts';
import { escaped } from './escaped.ts';

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

/** One page with a row and a diagram for each process. It loads nothing, and runs nothing. */
export function coveragePage(processes: readonly ProcessCoverage[], counted: readonly CountedProcess[]): string {
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

/** Counts of one process. */
export interface CountedProcess {
  readonly model: ProcessModel;
  readonly file: string;
  /** text of its file */
  readonly text: string;
  readonly elements: Map<string, number>;
  readonly flows: Map<string, number>;
}
