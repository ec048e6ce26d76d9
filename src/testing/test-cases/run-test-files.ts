import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Coverage, TestCase, TestFile, World, WorldOptions } from '../api.ts';
import { CannotBeDone } from '../refusals.ts';
import { UnreadableTest } from './members.ts';
import { holdsTestCases, readTestFile } from './read-test-cases.ts';

/** `error`: absent if it has not failed. */
export interface TestResult {
  readonly path: string;
  readonly name: string;
  readonly durationMs: number;
  readonly error?: string;
}

export interface RunTools {
  openWorld(options: WorldOptions): Promise<World>;
  readonly coverage?: Coverage;
  /** models to deploy for test files without `files`; empty: the folder of the test file */
  readonly models: readonly string[];
  onResult(result: TestResult): void;
}

const SKIPPED = /^(?:\..*|node_modules)$/;
/** Bytes; a larger file is not a test. */
const MAX_SIZE = 4_194_304;

/** One test case after the other, each in its own world. A file that cannot be read is one failed result. */
export async function runTestFiles(paths: readonly string[], tools: RunTools): Promise<readonly TestResult[]> {
  const results: TestResult[] = [];
  const add = (result: TestResult) => {
    results.push(result);
    tools.onResult(result);
  };
  for (const path of paths) {
    const began = performance.now();
    let file: TestFile;
    try {
      file = await readTestFile(path);
    } catch (error) {
      if (!(error instanceof UnreadableTest)) throw error;
      add({ path, name: 'the file can be read', durationMs: performance.now() - began, error: error.message });
      continue;
    }
    for (const test of file.testCases) add(await runTestCase(file, test, tools));
  }
  return results;
}

async function runTestCase(file: TestFile, test: TestCase, { openWorld, coverage, models }: RunTools): Promise<TestResult> {
  const began = performance.now();
  const { path, files, now, settings } = file;
  const folder = dirname(path);
  const named = files === undefined ? models : files.map((name) => resolve(folder, name));
  const common = { path, name: test.name };
  try {
    const options = { ...(coverage && { coverage }), ...(now !== undefined && { now }), ...(settings && { settings }) };
    await test.run(await openWorld({ files: named.length > 0 ? named : [folder], ...options }));
    return { ...common, durationMs: performance.now() - began };
  } catch (error) {
    return { ...common, durationMs: performance.now() - began, error: textOf(error) };
  }
}

/** Message of a failed test, stack of any other error. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isOwn = error instanceof CannotBeDone || error.name === 'AssertionError' || error instanceof UnreadableTest;
  return isOwn ? error.message : (error.stack ?? error.message);
}

/** Files of folders, and the named ones, in order. @throws UnreadableTest for missing ones */
export async function findTestFiles(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const stats = await stat(path).catch((error: Error) => {
      throw new UnreadableTest(`${path}: ${error.message}`);
    });
    if (stats.isDirectory()) found.push(...(await testFilesIn(path)));
    else found.push(path);
  }
  return [...new Set(found)];
}

async function testFilesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED.test(entry.name)) found.push(...(await testFilesIn(path)));
    else if (entry.isFile() && entry.name.endsWith('.json') && (await isTestFile(path))) found.push(path);
  }
  return found;
}

/** Ignores other JSON files; a broken test file is read, so that its fault is reported. */
async function isTestFile(path: string): Promise<boolean> {
  if (/\.test\.json$/i.test(path)) return true;
  if ((await stat(path)).size > MAX_SIZE) return false;
  try {
    return holdsTestCases(JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, '')));
  } catch {
    return false;
  }
}
