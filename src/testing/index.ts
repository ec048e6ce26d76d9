import { createEvaluator } from '../expressions/evaluator.ts';
import type { Coverage, TestFile, World, WorldOptions } from './api.ts';
import { CoverageCount } from './coverage.ts';
import { readFiles, settingsOf } from './read-files.ts';
import { CannotBeDone } from './refusals.ts';
import { Stubs } from './stubs.ts';
import { readTestFile } from './test-cases/read-test-cases.ts';
import { TestWorld } from './test-world.ts';

export { isTaskFailure, TaskFailure } from '../plugins/plugin.ts';
export type * from './api.ts';

const FIRST_TIME = '2026-01-01T00:00:00Z';
const PATIENCE = 10_000;
/** Long enough for a slow machine: only endless scripts fail. */
const SCRIPT_MS = 10_000;

/**
 * Deploys these files. A world does not have to be closed.
 * @throws if a file cannot be read or a deploy would reject it; the message names file and element
 */
export async function openWorld(options: WorldOptions): Promise<World> {
  const { files, now = FIRST_TIME, settings = {}, coverage, patience = PATIENCE } = options;
  const evaluator = createEvaluator({ timeoutMs: SCRIPT_MS, memoryMb: 64, maxOutputBytes: 1_048_576 });
  const begun = now instanceof Date ? now.getTime() : Date.parse(now);
  if (Number.isNaN(begun)) throw new CannotBeDone(`'${String(now)}' is not a point in time; write it as 2026-01-31T08:00:00Z`);
  const world = new TestWorld({
    files: await readFiles(files),
    now: begun,
    settings: settingsOf(settings),
    stubs: new Stubs(evaluator),
    coverage: coverage instanceof CoverageCount ? coverage : undefined,
    patience,
  });
  await world.deploy();
  return world;
}

/** Empty; worlds may share it. */
export function openCoverage(): Coverage {
  return new CoverageCount();
}

/**
 * Used with a runner of JavaScript: `for (const test of testCases) it(test.name, …)`.
 * @throws if the file cannot be read; the message names the place
 */
export function readTestCases(path: string): Promise<TestFile> {
  return readTestFile(path);
}
