import type { CellTest, DecisionTable, DecisionText, DecisionType, FixedValue } from '../../engine/model.ts';
import { quote } from '../finding.ts';
import type { DecisionWarningRule, TablePlace } from './decision-finding.ts';

/** JavaScript types. Other values are function calls. */
const LITERALS: ReadonlyMap<DecisionType, string> = new Map([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);
const WORDS: ReadonlyMap<DecisionType, string> = new Map<DecisionType, string>([
  ['string', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time', 'time'],
  ['dateTime', 'date and time'],
  ['dayTimeDuration', 'days and time duration'],
  ['yearMonthDuration', 'years and months duration'],
]);

/** Warns about literals that do not match the type of their column. */
export function checkCells(table: DecisionTable, named: TableNames, warn: (warning: TableWarning) => void): void {
  for (const [at, { entries, results }] of table.rules.entries()) {
    for (const [column, entry] of entries.entries()) {
      const type = basicOf(table.inputs[column]?.type ?? 'any');
      const stray = strayIn(entry, type);
      if (stray === undefined) continue;
      const text = `${named.rule(at)}, ${named.input(column)}: ${stray} is compared with ${wordOf(type)}, which it never is`;
      warn({ rule: 'dmn-cell-type', text, row: at + 1, input: column + 1 });
    }
    for (const [column, result] of results.entries()) {
      const output = table.outputs[column];
      const value = result === null ? undefined : literalOf(result);
      if (output === undefined || value === undefined || isOf(value, basicOf(output.type))) continue;
      // dates and times may be strings
      if (typeof value === 'string' && !LITERALS.has(basicOf(output.type))) continue;
      const text = `${named.rule(at)}, output ${column + 1} '${quote(output.name)}': ${shown(value)} is not a ${wordOf(basicOf(output.type))}`;
      warn({ rule: 'dmn-output-type', text, row: at + 1, output: column + 1 });
    }
  }
}

/** Decides by the type of the column or, if untyped, its cells. */
export function hasStringValues(type: DecisionType, cells: readonly (CellTest | DecisionText | null | undefined)[]): boolean {
  const basic = basicOf(type);
  if (basic !== 'any' || typeof type === 'object') return basic === 'string';
  return cells.some((cell) => {
    if (cell?.kind === 'fixed') return valuesIn(cell).some((value) => typeof value === 'string');
    return cell?.kind === 'expression' && cell.dialect === 'literal';
  });
}

/** Type without allowed values; `any` for lists and structures. */
function basicOf(type: DecisionType): DecisionType {
  if (typeof type !== 'object') return type;
  return type.kind === 'allowed' || type.kind === 'converted' ? basicOf(type.type) : 'any';
}

function wordOf(type: DecisionType): string {
  return WORDS.get(type) ?? 'Any';
}

function strayIn(cell: CellTest, type: DecisionType): string | undefined {
  if (cell.kind !== 'fixed') return undefined;
  const stray = valuesIn(cell).find((value) => !isOf(value, type));
  return stray === undefined ? undefined : shown(stray);
}

function valuesIn({ tests }: Extract<CellTest, { kind: 'fixed' }>): readonly FixedValue[] {
  return tests.flatMap((test) => ('operator' in test ? [test.value] : [test.low.value, test.high.value]));
}

function isOf(value: FixedValue, type: DecisionType): boolean {
  return value === null || type === 'any' || typeof value === LITERALS.get(type);
}

function shown(value: FixedValue): string {
  return typeof value === 'string' ? `"${quote(value)}"` : String(value);
}

/** A single literal. */
function literalOf({ kind, dialect, source }: DecisionText): FixedValue | undefined {
  if (kind !== 'expression') return undefined;
  if (dialect === 'literal') return source;
  if (dialect !== 'feel') return undefined;
  if (source === 'true' || source === 'false') return source === 'true';
  return /^-?\d+(?:\.\d+)?$/.test(source) ? Number(source) : undefined;
}

/** Warning without the place of the table. */
export interface TableWarning extends TablePlace {
  readonly rule: DecisionWarningRule;
  readonly text: string;
}

/** Names for messages: number from 1, and id. */
export interface TableNames {
  rule(at: number): string;
  input(at: number): string;
}
