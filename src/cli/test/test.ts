import { openCoverage, openWorld } from '../../testing/index.ts';
import { UnreadableTest } from '../../testing/test-cases/members.ts';
import { findTestFiles, runTestFiles } from '../../testing/test-cases/run-test-files.ts';
import { WrongArguments } from '../wrong-arguments.ts';
import { readTestArguments, TEST_USAGE } from './arguments.ts';
import { REPORTS } from './reporters.ts';

/** `sluice test`: runs test cases in memory. Sets the exit code: 1 when one fails, 2 on wrong arguments and when there is none. */
export async function runTest(args: readonly string[]): Promise<void> {
  try {
    const { paths, models, coverage: folder, reporter: name } = readTestArguments(args);
    const files = await findTestFiles(paths);
    if (files.length === 0)
      throw new WrongArguments(`there is no test file in ${paths.join(', ')}: JSON with a member testCases`);
    const coverage = folder === undefined ? undefined : openCoverage();
    const reporter = REPORTS[name]();
    const say = (text: string) => void process.stdout.write(text);
    const tools = {
      openWorld,
      models,
      onResult: (result) => say(reporter.one(result)),
      ...(coverage && { coverage }),
    } satisfies Parameters<typeof runTestFiles>[1];
    const results = await runTestFiles(files, tools);
    say(reporter.all(results));
    if (folder !== undefined && coverage !== undefined) {
      await coverage.write(folder).catch((error: Error) => {
        throw new WrongArguments(`--coverage: ${error.message}`);
      });
      if (name === 'list') say(`\n${coverage.text()}`);
    }
    if (results.some(({ error }) => error !== undefined)) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof WrongArguments || error instanceof UnreadableTest)) throw error;
    process.stderr.write(`${error.message}\n\n${TEST_USAGE}`);
    process.exitCode = 2;
  }
}
