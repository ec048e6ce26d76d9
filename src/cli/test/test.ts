import { openCoverage, openWorld } from '../../testing/index.ts';
import { UnreadableTest } from '../../testing/test-cases/members.ts';
import { findTestFiles, runTestFiles } from '../../testing/test-cases/run-test-files.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import type { ReporterName, TestCall } from './declaration.ts';
import { REPORTS } from './reporters.ts';

/** `sluice test`: runs test cases in memory. @returns whether all pass. Throws WrongArguments, also if there is no case */
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
  const say = (text: string) => void process.stdout.write(text);
  const tools = {
    openWorld,
    models,
    onResult: (result) => say(report.one(result)),
    ...(coverage && { coverage }),
  } satisfies Parameters<typeof runTestFiles>[1];
  const results = await runTestFiles(files, tools);
  say(report.all(results));
  if (folder !== undefined && coverage !== undefined) {
    await coverage.write(folder).catch((error: Error) => {
      throw new WrongArguments(`--coverage: ${error.message}`);
    });
    if (reporter === 'list') say(`\n${coverage.text()}`);
  }
  return results.every(({ error }) => error === undefined);
}
