import { parseArgs } from 'node:util';
import { attack } from './attack.ts';
import { CORPORA } from './corpora/corpora.ts';
import { faultsOf, HEADING, rowOf } from './table.ts';

/** `npm run hostile -- [--seed S] [--only xml,json] [--count N]`. lab/README.md explains it. */
const { values: given } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, only: { type: 'string' }, count: { type: 'string' } },
});
const say = (text: string) => void process.stdout.write(`${text}\n`);
const MOST_FAULTS = 100;

const wanted = given.only?.split(',') ?? CORPORA.map(({ name }) => name);
const unknown = wanted.filter((name) => !CORPORA.some((corpus) => corpus.name === name));
if (unknown.length > 0 || ![given.seed, given.count ?? '1'].every((text) => /^\d{1,9}$/.test(text))) {
  process.stderr.write(`--only takes ${CORPORA.map(({ name }) => name).join(', ')}; --seed and --count take whole numbers\n`);
  process.exit(2);
}

const begun = performance.now();
say(HEADING);
const result = await attack({
  corpora: CORPORA.filter(({ name }) => wanted.includes(name)),
  seed: Number(given.seed),
  ...(given.count !== undefined && { count: Number(given.count) }),
  onCorpus: (corpus) => say(`${rowOf(corpus)}  ${corpus.slowest}`),
});
const faults = faultsOf(result);
const inputs = result.corpora.reduce((sum, corpus) => sum + corpus.inputs, 0);
const seconds = Math.round((performance.now() - begun) / 1000);
say(
  `${inputs} inputs in ${seconds} s, seed ${given.seed}: ${faults.length} faults; longest delay of the service's loop ${Math.round(result.serviceLoopMs)} ms`,
);
for (const fault of faults.slice(0, MOST_FAULTS)) say(fault);
process.exit(faults.length === 0 ? 0 : 1); // the database server of the tests ends with this process
