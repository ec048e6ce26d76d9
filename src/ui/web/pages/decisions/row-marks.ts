import { detailOf, hasCode } from '../../api/client.ts';
import type { EvaluationRow } from '../../api/decision-evaluations.ts';
import type { Evaluated } from '../../api/decisions.ts';
import { childOf, childrenOf, textOf } from './dmn-file.ts';

/** Unknown members are undefined. */
interface FaultPlace {
  readonly decisionId: string | undefined;
  readonly rule: number | undefined;
  /** column label, or expression */
  readonly input: string | undefined;
}

/** Error with the place that its text contains (docs/contributing/spec/decisions.md#evaluate). */
export interface EvaluationFault extends FaultPlace {
  readonly text: string;
}

const BEFORE_REASON = /^[^:]*: /;
const PLACE = /^decision '(.+?)'(?:: rule (\d+))?(?:(?:,|:) input '(.+?)'(?= with |: ))?/;

/** Reads the place of an error. Only `decision-failed` has one. */
export function evaluationFault(error: Error): EvaluationFault {
  const reason = hasCode(error, 'decision-failed') ? detailOf(error).replace(BEFORE_REASON, '') : '';
  return { text: error.message, ...faultPlace(reason) };
}

function faultPlace(reason: string): FaultPlace {
  const [, decisionId, rule, input] = PLACE.exec(reason) ?? [];
  return { decisionId, rule: rule === undefined ? undefined : Number(rule), input };
}

/** `hits`: matching rows. `fault`: row that failed. Row numbers start at 1. */
export interface RowMarks {
  readonly hits: readonly number[];
  readonly fault: number | undefined;
  /** cells of the first rows: whether each input cell matches; null: unknown. Undefined: no data */
  readonly cells?: readonly (readonly (boolean | null)[])[] | undefined;
}

/** Marks from the test bench; none if the inputs have changed since. */
export function marksOfBench(
  bench: { readonly made: Evaluated | undefined; readonly fault: EvaluationFault | undefined; readonly isStale: boolean },
  id: string,
): RowMarks {
  const { made, fault, isStale } = bench;
  const decision = isStale || fault !== undefined ? undefined : made?.Decisions.find(({ DecisionKey }) => DecisionKey === id);
  // tables of called functions come before its own
  const own = decision?.Tables.at(-1);
  const hits = (own?.Rules ?? []).map(({ Number: number }) => number);
  const cells = own?.Cells;
  return { hits, fault: !isStale && fault?.decisionId === id ? fault.rule : undefined, cells };
}

/** Marks from a stored evaluation, without data on cells. */
export function marksOfKept({ decisions, failure }: EvaluationRow, id: string): RowMarks {
  const decision = decisions.find(({ decisionKey }) => decisionKey === id);
  // its own table is last, and omitted first
  const own = decision?.moreTables === undefined ? decision?.tables.at(-1) : undefined;
  const place = failure === null ? undefined : faultPlace(failure);
  return {
    hits: (own?.rules ?? []).map(({ number }) => number),
    fault: place?.decisionId === id ? place.rule : undefined,
  };
}

/** Does not name its table, so {@link marksIn} compares inputs and rules. */
export interface EvaluatedTable {
  readonly inputs: readonly string[];
  readonly rules: readonly { readonly number: number; readonly id?: string | undefined }[];
  readonly cells?: RowMarks['cells'];
}

/** Tables of the last test. [] without test, or if the inputs have changed since. */
export function tablesOfBench({ made, isStale }: { readonly made: Evaluated | undefined; readonly isStale: boolean }) {
  const tables = isStale ? [] : (made?.Decisions ?? []).flatMap(({ Tables }) => Tables);
  return tables.map(
    ({ Inputs, Rules, Cells }): EvaluatedTable => ({
      inputs: Inputs.map(({ Name }) => Name),
      rules: Rules.map(({ Number: number, Id: id }) => ({ number, id })),
      cells: Cells,
    }),
  );
}

export function tablesOfKept({ decisions }: EvaluationRow): readonly EvaluatedTable[] {
  return decisions
    .flatMap(({ tables }) => tables)
    .map(({ inputs, rules }) => ({ inputs: inputs.map(({ name }) => name), rules }));
}

/**
 * Marks of a table in other logic, such as a function. None if another table of the file has the same inputs and rules. After several calls only
 * rows, because the cells differ.
 */
export function marksIn(table: Element, evaluated: readonly EvaluatedTable[]): RowMarks {
  const others = [...table.ownerDocument.getElementsByTagNameNS('*', 'decisionTable')].filter((other) => other !== table);
  const calls = evaluated.filter((one) => isOf(one, table) && !others.some((other) => isOf(one, other)));
  const hits = calls.flatMap(({ rules }) => rules.map(({ number }) => number));
  return { hits, fault: undefined, cells: calls.length === 1 ? calls[0]?.cells : undefined };
}

function isOf({ inputs, rules, cells }: EvaluatedTable, table: Element): boolean {
  const rows = childrenOf(table, 'rule');
  return (
    inputs.join('\n') === inputNames(table).join('\n') &&
    (cells === undefined || cells.length <= rows.length) &&
    rules.every(({ number, id }) => rows[number - 1] !== undefined && (rows[number - 1]?.getAttribute('id') ?? undefined) === id)
  );
}

/** Names as the engine reports them: label, expression or number. */
function inputNames(table: Element): readonly string[] {
  return childrenOf(table, 'input').map(
    (input, at) => input.getAttribute('label') ?? (textOf(childOf(input, 'inputExpression')) || `${at + 1}`),
  );
}
