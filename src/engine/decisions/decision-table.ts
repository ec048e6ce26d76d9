import type { DecisionTable, DecisionText, FixedValue, TableInput, TableOutput, TableRule } from '../model/model-decisions.ts';
import type { Json } from '../values.ts';
import { conform, passes, shownIn } from './conform.ts';
import type { DecisionValue, DecisionValues, Made } from './decided.ts';
import { passesFixed } from './fixed-tests.ts';
import { type Hit, type TableValue, valueOfHits, valueOfRow } from './hit-policy.ts';
import { about, type DecisionScope, type Making, made, notMade, within } from './making.ts';
import { candidatesIn } from './rule-index.ts';

/** Value of an input column, and the scope of its cells. */
class Column {
  readonly input: TableInput;
  readonly value: DecisionValue;
  readonly plain: FixedValue | undefined;
  readonly #around: DecisionScope;
  #scope: DecisionScope | undefined;

  constructor(input: TableInput, value: DecisionValue, around: DecisionScope, { language }: Making) {
    this.input = input;
    this.value = value;
    this.plain = language.plainOf(value);
    this.#around = around;
  }

  /** Created when first needed: most cells compare with constants. */
  get scope(): DecisionScope {
    if (this.#scope !== undefined) return this.#scope;
    const own: Record<string, DecisionValue> = { '?': this.value };
    for (const name of this.input.variables) own[name] = this.value;
    this.#scope = within(this.#around, own);
    return this.#scope;
  }
}

const MATCHES = made(true);
const MATCHES_NOT = made(false);

/**
 * Evaluates inputs, then rules with the outputs of each match, then the hit policy, or the default outputs without a match. Reports to `onTable`
 * (docs/contributing/spec/decisions.md#tables).
 */
export function evaluateTable(table: DecisionTable, making: Making, scope: DecisionScope): Made<TableValue> {
  const columns: Column[] = [];
  for (const input of table.inputs) {
    const column = columnOf(input, making, scope);
    if (!column.ok) return about(`input '${input.name}'`, column);
    columns.push(column.value);
  }
  const hits: Hit[] = [];
  const { rules, outputs, hitPolicy } = table;
  const candidates = candidatesIn(table, (column) => columns[column]?.plain);
  const count = candidates?.length ?? rules.length;
  for (let next = 0; next < count; next++) {
    const at = candidates === undefined ? next : (candidates[next] as number);
    const rule = rules[at] as TableRule;
    const matches = rowMatches(rule, columns, making);
    if (!matches.ok) return about(`rule ${at + 1}`, matches);
    if (!matches.value) continue;
    const row = rowOf(rule.results, outputs, making, scope);
    if (!row.ok) return about(`rule ${at + 1}`, row);
    hits.push({ number: at + 1, row: row.value });
    // later rules cannot change the result
    if (hitPolicy === 'FIRST') break;
  }
  reportTable(table, columns, hits, making);
  return hits.length === 0 ? valueWithoutHit(table, making, scope) : valueOfHits(table, hits, making, scope);
}

function reportTable(table: DecisionTable, columns: readonly Column[], hits: readonly Hit[], making: Making): void {
  const { language, world } = making;
  if (world.onTable === undefined) return;
  const shown = (value: DecisionValue): Json => {
    const json = language.toJson(value);
    return json.ok ? json.value : language.kindOf(value);
  };
  world.onTable({
    inputs: columns.map(({ input: { name }, value }) => ({ name, value: shown(value) })),
    rules: hits.map(({ number, row }) => {
      const id = table.rules[number - 1]?.id;
      const outputs = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]));
      return { number, ...(id === undefined ? {} : { id }), outputs };
    }),
    ...(world.reportsCells === true && { cells: testedCells(table, columns, making) }),
  });
}

/** Limits of a report: cells, and evaluated expressions among them. */
const MAX_CELLS = 10_000;
const MAX_EVALUATED = 500;

/** Tests also cells that the evaluation skips. Null: failed, or not evaluated. */
function testedCells(
  { rules }: DecisionTable,
  columns: readonly Column[],
  making: Making,
): readonly (readonly (boolean | null)[])[] {
  let evaluated = 0;
  const shown = rules.slice(0, Math.floor(MAX_CELLS / Math.max(1, columns.length)));
  return shown.map(({ entries }) =>
    columns.map((column, at) => {
      const entry = entries[at];
      if (entry === undefined || entry.kind === 'any') return true;
      if (entry.kind === 'text') evaluated += 1;
      if (evaluated > MAX_EVALUATED && entry.kind === 'text') return null;
      const holds = passes(entry, column.value, column.scope, making);
      return holds.ok ? holds.value : null;
    }),
  );
}

function columnOf(input: TableInput, making: Making, scope: DecisionScope): Made<Column> {
  const result = making.evaluate(input.text, scope);
  if (!result.ok) return result;
  const typed = conform(result.value, input.type, making);
  if (!typed.ok) return typed;
  const { value } = typed;
  const column = new Column(input, value, scope, making);
  if (input.allowed === undefined || making.language.kindOf(value) === 'null') return made(column);
  const allowed = passes(input.allowed, column.value, column.scope, making);
  if (!allowed.ok) return about('input values', allowed);
  return allowed.value ? made(column) : notMade(`${shownIn(making.language, value)} is none of the input values`);
}

function rowMatches({ entries }: TableRule, columns: readonly Column[], making: Making): Made<boolean> {
  for (let at = 0; at < columns.length; at++) {
    const entry = entries[at];
    const column = columns[at];
    if (entry === undefined || column === undefined || entry.kind === 'any') continue;
    if (entry.kind === 'fixed') {
      if (!passesFixed(column.plain, entry.tests, entry.isNegated)) return MATCHES_NOT;
      continue;
    }
    const holds = passes(entry, column.value, column.scope, making);
    if (!holds.ok) return about(`input '${column.input.name}' with ${shownIn(making.language, column.value)}`, holds);
    if (!holds.value) return MATCHES_NOT;
  }
  return MATCHES;
}

function rowOf(
  results: readonly (DecisionText | null)[],
  outputs: readonly TableOutput[],
  making: Making,
  scope: DecisionScope,
): Made<DecisionValues> {
  const row: Record<string, DecisionValue> = emptyRow(outputs);
  for (let at = 0; at < outputs.length; at++) {
    const output = outputs[at] as TableOutput;
    const value = outputValue(results[at] ?? null, output, making, scope);
    if (!value.ok) return about(`output '${output.name}'`, value);
    row[output.name] = value.value;
  }
  return made(row);
}

/** Faster with a prototype; only `__proto__` needs one without. */
function emptyRow(outputs: readonly TableOutput[]): Record<string, DecisionValue> {
  for (const { name } of outputs) if (name === '__proto__') return Object.create(null);
  return {};
}

function outputValue(text: DecisionText | null, output: TableOutput, making: Making, scope: DecisionScope): Made {
  if (text === null) return made(null);
  const result = making.evaluate(text, scope);
  if (!result.ok) return result;
  const typed = conform(result.value, output.type, making);
  if (!typed.ok || output.allowed === undefined || making.language.kindOf(typed.value) === 'null') return typed;
  const allowed = passes(output.allowed, typed.value, within(scope, { '?': typed.value }), making);
  if (!allowed.ok) return about('output values', allowed);
  return allowed.value ? typed : notMade(`${shownIn(making.language, typed.value)} is none of the output values`);
}

/** Default outputs as one row, else the result of the hit policy. */
function valueWithoutHit(table: DecisionTable, making: Making, scope: DecisionScope): Made<TableValue> {
  const { outputs, hitPolicy, aggregation } = table;
  if (outputs.every(({ otherwise }) => otherwise === undefined)) return valueOfHits(table, [], making, scope);
  const row = rowOf(
    outputs.map(({ otherwise }) => otherwise ?? null),
    outputs,
    making,
    scope,
  );
  if (!row.ok) return about('default output', row);
  const value = valueOfRow(row.value, outputs, making);
  const isList = ['COLLECT', 'RULE ORDER', 'OUTPUT ORDER'].includes(hitPolicy) && aggregation === undefined;
  return made({ value: isList ? [value] : value, rows: [row.value] });
}
