import { visibleText } from '../../platform/log-text.ts';
import type { TestResult } from '../../testing/test-cases/run-test-files.ts';
import type { ReporterName } from './declaration.ts';

/** Prints the result of test cases: of each when it ends, and of all at the end. */
export interface Reporter {
  one(result: TestResult): string;
  all(results: readonly TestResult[]): string;
}

export const REPORTS: Readonly<Record<ReporterName, () => Reporter>> = {
  list: listReporter,
  json: () => ({
    one: () => '',
    all: (results) => `${JSON.stringify(results, undefined, 2)}\n`,
  }),
  junit: () => ({ one: () => '', all: junitText }),
};

/** A line for each, below the name of its file. */
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

/** What XML cannot hold becomes a question mark. */
function xml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
  const storable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '?');
  return storable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
