import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessCoverage } from '../api.ts';
import { coverageJson, type CountedProcess } from './coverage-json.ts';
import { coveragePage } from './coverage-page.ts';

/** Writes what was counted, for programs and for people. */
export async function writeCoverage(
  folder: string,
  processes: readonly ProcessCoverage[],
  counted: readonly CountedProcess[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'coverage.json'), `${JSON.stringify(coverageJson(processes, counted), undefined, 2)}\n`);
  await writeFile(join(folder, 'index.html'), coveragePage(processes, counted));
}
