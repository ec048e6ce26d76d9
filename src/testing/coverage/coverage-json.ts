import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessCoverage } from '../api.ts';
import { type CountedProcess, coveragePage } from './coverage-page.ts';

/** Lines and branches in LCOV terms, from elements and flows: `found` and `hit`, and each with its line and count. */
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

/** The report of all processes, by file (docs/contributing/spec/process-tests.md#coverage). */
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

/** Writes the counts, for programs and for people. */
export async function writeCoverage(
  folder: string,
  processes: readonly ProcessCoverage[],
  counted: readonly CountedProcess[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'coverage.json'), `${JSON.stringify(coverageJson(processes, counted), undefined, 2)}\n`);
  await writeFile(join(folder, 'index.html'), coveragePage(processes, counted));
}
