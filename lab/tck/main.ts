import { dirname, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { kitFilesIn, readKitFile } from './read-kit.ts';
import { type CaseResult, runFile } from './run-case.ts';

/**
 * `npm run tck -- <folder>… [--json] [--only TEXT]`: runs the test cases of a checkout of the DMN compatibility kit.
 * docs/contributing/measurements.md#run-the-dmn-compatibility-kit explains the output.
 */

const say = (text: string) => void process.stdout.write(`${text}\n`);
const USAGE = 'usage: npm run tck -- <folder or file of test cases>… [--json] [--only text]';
const { values: given, positionals: places } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

function run(place: string): readonly CaseResult[] {
  const paths = kitFilesIn(place).filter((path) => path.includes(given.only));
  return paths.flatMap((path): readonly CaseResult[] => {
    const file = readKitFile(path);
    return typeof file === 'string' ? [{ file: path, id: '', why: file }] : runFile(file);
  });
}

const passedOf = (results: readonly CaseResult[]) => results.filter(({ why }) => why === undefined).length;

function tell(place: string, results: readonly CaseResult[]): void {
  const folders = new Map<string, CaseResult[]>();
  for (const result of results) {
    const folder = relative(place, dirname(result.file)) || '.';
    folders.set(folder, [...(folders.get(folder) ?? []), result]);
  }
  for (const [folder, found] of folders) {
    for (const { id, why } of found) say(why === undefined ? `  passed  ${id}` : `  FAILED  ${id}: ${why}`);
    say(`${folder}: ${passedOf(found)} of ${found.length}`);
  }
}

try {
  if (places.length === 0) throw new Error(USAGE);
  const results = places.flatMap((place) => {
    const found = run(place);
    if (!given.json) tell(place, found);
    return found;
  });
  if (results.length === 0) throw new Error(`no test cases in ${places.join(', ')}`);
  if (given.json) say(JSON.stringify({ passed: passedOf(results), cases: results }, null, 2));
  else say(`passed ${passedOf(results)} of ${results.length} cases`);
  process.exitCode = passedOf(results) === results.length ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
