import { unaryTest } from '@bpmn-io/feelin';
import type { DecisionModel } from '../../src/engine/model.ts';
import type { Json } from '../../src/engine/values.ts';
import { decisionFile, decisionTable } from '../../test/support/models/decisions.ts';
import { camundaRate } from './peers/camunda-dmn/peer.ts';
import { rateOf, shownRate } from './rates.ts';
import { shipped } from './shipped.ts';

const ROWS = 20;
/** Value of the rule that matches. */
const MATCH = '18';
const COUNTRIES = ['DE', 'AT', 'CH', 'FR'];

/** A table of {@link ROWS} rules with two inputs; the variables match its last but one. */
interface Table {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly cellsOf: (row: number) => readonly [string, string];
  readonly variables: Readonly<Record<string, Json>>;
}

const country = (row: number) => `"${COUNTRIES[row % COUNTRIES.length]}"`;

const TABLES: readonly Table[] = [
  {
    name: 'numbers and texts',
    inputs: ['amount', 'country'],
    cellsOf: (row) => [`[${row * 100}..${row * 100 + 99}]`, country(row)],
    variables: { amount: 1850, country: 'CH' },
  },
  {
    name: 'expressions',
    inputs: ['amount * rate', 'country'],
    cellsOf: (row) => [`[base + ${row * 100}..base + ${row * 100 + 99}]`, `${country(row)}, upper case(other)`],
    variables: { amount: 1850, rate: 1.5, base: 950, country: 'CH', other: 'it' },
  },
];

const EXECUTION = { instanceId: 'i', businessId: null, activityId: 'a', now: 0, newGuid: () => '' };

/** Scenario `decisions`: evaluations per second of a table by one thread, the same by Camunda's engine, and how often feelin tests the cells that lead there. */
export async function decisions({ seconds }: { readonly seconds: number }): Promise<void> {
  const each = seconds / (TABLES.length * 3);
  let missing = '';
  for (const table of TABLES) {
    const own = rateOf(await makerOf(table), each * 1000);
    const other = rateOf(testerOf(table), each * 1000);
    const { variables } = table;
    const camunda = await camundaRate({ file: fileOf(table), id: 'fee', variables, expected: MATCH, seconds: each });
    const shown = typeof camunda === 'number' ? shownRate(camunda) : '–'.padStart(14);
    if (typeof camunda !== 'number') missing = camunda.missing;
    process.stdout.write(`${shownRate(own)}  feelin ${shownRate(other)}  Camunda 7 ${shown}  ${ROWS} rows of ${table.name}\n`);
  }
  if (missing !== '') process.stdout.write(`Camunda 7: left out, ${missing}\n`);
}

function fileOf({ inputs, cellsOf }: Table): string {
  const rules = Array.from({ length: ROWS }, (_, row) => [...cellsOf(row), String(row)]);
  return decisionFile(decisionTable('fee', { hitPolicy: 'FIRST', inputs, outputs: [['fee', 'number']], rules }));
}

/** Makes the decision as a task does. */
async function makerOf(table: Table): Promise<() => unknown> {
  const { libraryOf } = await shipped<typeof import('../../src/bpmn/decisions/decision-library.ts')>(
    'bpmn/decisions/decision-library',
  );
  const { createEvaluator } = await shipped<typeof import('../../src/expressions/evaluator.ts')>('expressions/evaluator');
  const { variableReaderOf } =
    await shipped<typeof import('../../src/expressions/evaluation-context.ts')>('expressions/evaluation-context');
  const library = libraryOf({ 'fee.dmn': fileOf(table) });
  if (library.diagnostics.length > 0) throw new Error(library.diagnostics.join('\n'));
  const models: Record<string, DecisionModel> = Object.fromEntries([...library.decisions].map(([id, { model }]) => [id, model]));
  const evaluator = createEvaluator({ timeoutMs: 5000, memoryMb: 32, maxOutputBytes: 1_000_000 });
  const reader = variableReaderOf(table.variables);
  const round = () => evaluator.decide({ decisions: models, ids: ['fee'] }, reader, EXECUTION);
  const made = round();
  if (!made.ok || !JSON.stringify(made.value).includes(MATCH))
    throw new Error(`not the rule that matches: ${JSON.stringify(made)}`);
  return round;
}

/** Tests cell after cell until a rule matches. Inputs are values already. */
function testerOf({ inputs, cellsOf, variables }: Table): () => unknown {
  const values = inputs.map((input) => (input === 'country' ? variables['country'] : input === 'amount' ? 1850 : 2775));
  const rules = Array.from({ length: ROWS }, (_, row) => cellsOf(row));
  const isMatch = (cell: string, at: number) => unaryTest(cell, { ...variables, '?': values[at] }).value === true;
  return () => rules.findIndex((cells) => cells.every(isMatch));
}
