import { visibleText } from '../../platform/redact.ts';
import { openCoverage, openWorld } from '../../testing/index.ts';
import { UnreadableTest } from '../../testing/test-cases/members.ts';
import { findTestFiles, runTestFiles, type TestResult } from '../../testing/test-cases/run-test-files.ts';
import { WrongArguments } from '../arguments.ts';
import type { ReporterName, TestCall } from '../program-declarations.ts';

/** `one`: after a test case. `all`: at the end. */
interface Reporter {
  one(result: TestResult): string;
  all(results: readonly TestResult[]): string;
}

const REPORTS: Readonly<Record<ReporterName, () => Reporter>> = {
  list: listReporter,
  json: () => ({
    one: () => '',
    all: (results) => `${JSON.stringify(results, undefined, 2)}\n`,
  }),
  junit: () => ({ one: () => '', all: junitText }),
};

/** One line per test case, below its file. */
function listReporter(): Reporter {
  let path: string | undefined;
  return {
    one({ path: own, name, durationMs, error }) {
      const head = path === own ? '' : `${visibleText(own)}\n`;
      path = own;
      const mark = error === undefined ? 'ok  ' : 'FAIL';
      const why =
        error === undefined
          ? ''
          : error
              .split('\n')
              .map((line) => `         ${visibleText(line)}\n`)
              .join('');
      return `${head}  ${mark} ${visibleText(name)} (${Math.round(durationMs)} ms)\n${why}`;
    },
    all(results) {
      const failed = results.filter(({ error }) => error !== undefined).length;
      return `\n${results.length - failed} passed, ${failed} failed\n`;
    },
  };
}

function junitText(results: readonly TestResult[]): string {
  const suites = new Map<string, TestResult[]>();
  for (const result of results) suites.set(result.path, [...(suites.get(result.path) ?? []), result]);
  const texts = [...suites].map(([path, own]) => {
    const failures = own.filter(({ error }) => error !== undefined).length;
    const cases = own.map((result) => caseText(path, result)).join('');
    return `  <testsuite name="${xml(path)}" tests="${own.length}" failures="${failures}">\n${cases}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${texts.join('')}</testsuites>\n`;
}

function caseText(path: string, { name, durationMs, error }: TestResult): string {
  const head = `    <testcase classname="${xml(path)}" name="${xml(name)}" time="${(durationMs / 1000).toFixed(3)}"`;
  if (error === undefined) return `${head} />\n`;
  return `${head}>\n      <failure message="${xml(error.split('\n')[0] ?? '')}">${xml(error)}</failure>\n    </testcase>\n`;
}

/** Replaces characters that XML does not allow by question marks. */
function xml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
  const storable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '?');
  return storable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Runs in memory. @returns true if all pass. Rejects with WrongArguments if a file is invalid or no test case exists */
export async function runTest({ operands, options }: TestCall): Promise<boolean> {
  const paths = operands.length === 0 ? ['.'] : operands;
  try {
    return await runThem(paths, options);
  } catch (error) {
    if (error instanceof UnreadableTest) throw new WrongArguments(error.message);
    throw error;
  }
}

async function runThem(paths: readonly string[], { models = [], coverage: folder, reporter = 'list' }: TestCall['options']) {
  const files = await findTestFiles(paths);
  if (files.length === 0)
    throw new WrongArguments(`no test file in ${paths.join(', ')}: a test file is JSON with a member testCases`);
  const coverage = folder === undefined ? undefined : openCoverage();
  const report = REPORTS[reporter as ReporterName]();
  const print = (text: string) => void process.stdout.write(text);
  const tools = {
    openWorld,
    models,
    onResult: (result) => print(report.one(result)),
    ...(coverage && { coverage }),
  } satisfies Parameters<typeof runTestFiles>[1];
  const results = await runTestFiles(files, tools);
  print(report.all(results));
  if (folder !== undefined && coverage !== undefined) {
    await coverage.write(folder).catch((error: Error) => {
      throw new WrongArguments(`--coverage: ${error.message}`);
    });
    if (reporter === 'list') print(`\n${coverage.text()}`);
  }
  return results.every(({ error }) => error === undefined);
}
