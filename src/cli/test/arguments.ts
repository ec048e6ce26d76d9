import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const REPORTERS = ['list', 'json', 'junit'] as const;
export type ReporterName = (typeof REPORTERS)[number];

const OPTIONS = {
  models: { type: 'string', multiple: true },
  coverage: { type: 'string' },
  reporter: { type: 'string' },
} as const;

/** Which test files somebody wants to run, and with what. */
export interface TestRequest {
  readonly paths: readonly string[];
  readonly models: readonly string[];
  /** folder that the coverage is written to; undefined: none is measured */
  readonly coverage: string | undefined;
  readonly reporter: ReporterName;
}

export const TEST_USAGE = `Usage: sluice test [<folder or file>…]

Runs test cases in JSON (docs/how-to/test-a-process.md) in memory: no database, no server. Without a folder: the present one.

  --models <path>        folder or file with the models, when they do not lie beside the tests; may be given again
  --coverage <folder>    writes index.html and coverage.json there, and prints what was not reached
  --reporter <name>      list (default), json, junit

Ends with 0 when every test holds, with 1 when one does not, with 2 when there is none or an argument is wrong.
`;

/** Reads the arguments behind the verb. @throws WrongArguments */
export function readTestArguments(args: readonly string[]): TestRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const given = values.reporter ?? 'list';
  const reporter = REPORTERS.find((name) => name === given);
  if (reporter === undefined) throw new WrongArguments(`--reporter '${given}' is not ${REPORTERS.join(', ')}`);
  const paths = positionals.length === 0 ? ['.'] : positionals;
  return { paths, models: values.models ?? [], coverage: values.coverage, reporter };
}
