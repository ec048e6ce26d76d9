import { parseArgs } from 'node:util';
import { modelsIn } from './archives.ts';
import { type FileResult, measure } from './measure.ts';
import { type Silences, silencesIn, Trials } from './silence.ts';

/** `npm run corpus -- <folder, archive or file>… [--list WHAT] [--trials N]`: runs third-party models. lab/README.md explains the output. */

const say = (text: string) => void process.stdout.write(`${text}\n`);
const { values: given, positionals: places } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' }, trials: { type: 'string', default: '12' } },
});
const trialsForEachName = Number(given.trials);
if (places.length === 0 || !Number.isInteger(trialsForEachName) || trialsForEachName < 0) {
  say('usage: npm run corpus -- <folder, archive or file>… [--list refused|failed|stuck|endless|silent] [--trials N]');
  process.exit(2);
}

for (const place of places) {
  const counts = new Map<string, number>();
  const silent = new Map<string, number>();
  const trials = new Trials(trialsForEachName);
  let filesWithSilences = 0;
  const files = modelsIn(place);
  for (const { name, text } of files) {
    const result = measure(text);
    for (const what of outcomesOf(result)) counts.set(what, (counts.get(what) ?? 0) + 1);
    tell(name, result);
    if (result.kind !== 'accepted') continue;
    const silences = silencesIn(text, trials);
    if (silences.size > 0) filesWithSilences += 1;
    note(silences, silent);
    if (given.list === 'silent') for (const part of silences.keys()) say(`${name}: ${part}`);
  }
  const shown = ['no model', 'refused', 'accepted', 'completed', 'cancelled', 'failed', 'stuck', 'endless', 'not started'];
  say(`${place}: ${files.length} files`);
  for (const what of shown) if (counts.has(what)) say(`${String(counts.get(what)).padStart(8)} ${what}`);
  say(`${String(filesWithSilences).padStart(8)} with something that changes nothing and that no warning names`);
  for (const [part, count] of [...silent].sort(([, a], [, b]) => b - a)) say(`${String(count).padStart(12)} ${part}`);
}

function outcomesOf(result: FileResult): string[] {
  return result.kind === 'accepted' ? ['accepted', ...result.processes.map(({ outcome }) => outcome)] : [result.kind];
}

function tell(name: string, result: FileResult): void {
  if (result.kind !== 'accepted') {
    if (given.list === result.kind) say(`${name}: ${result.why}`);
    return;
  }
  for (const { key, outcome, why } of result.processes) if (given.list === outcome) say(`${name}: ${key}: ${why}`);
}

function note(silences: Silences, into: Map<string, number>): void {
  for (const [part, count] of silences) into.set(part, (into.get(part) ?? 0) + count);
}
