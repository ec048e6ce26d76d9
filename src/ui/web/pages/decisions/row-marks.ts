import { hasCode } from '../../api/client.ts';
import type { EvaluationRow } from '../../api/decision-evaluations.ts';
import type { Evaluated } from '../../api/decisions.ts';

/** Where a decision has failed. */
interface FaultPlace {
  readonly decisionId: string | undefined;
  readonly rule: number | undefined;
  /** label of an input column, or the text of its expression */
  readonly input: string | undefined;
}

/** The part of a decision that the text of a failed evaluation names (docs/contributing/spec/decisions.md#evaluate). */
export interface EvaluationFault extends FaultPlace {
  readonly text: string;
}

/** A sentence before the reason. */
const BEFORE_REASON = /^[^:]*: /;
const PLACE = /^decision '(.+?)'(?:: rule (\d+))?(?:(?:,|:) input '(.+?)'(?= with |: ))?/;

/** Reads the place from a refusal; one about something else has none. */
export function evaluationFault(error: Error): EvaluationFault {
  const text = error.message;
  return { text, ...faultPlace(hasCode(error, 'decision-failed') ? text.replace(BEFORE_REASON, '') : '') };
}

/** Reads the place from the reason alone. */
function faultPlace(reason: string): FaultPlace {
  const [, decisionId, rule, input] = PLACE.exec(reason) ?? [];
  return { decisionId, rule: rule === undefined ? undefined : Number(rule), input };
}

/** Marks of an evaluation on the rows of a table, by their numbers from 1. */
export interface RowMarks {
  readonly hits: readonly number[];
  readonly fault: number | undefined;
  /** of the first rows: true for an input cell that holds, null if that is not known; undefined: of none */
  readonly cells?: readonly (readonly (boolean | null)[])[] | undefined;
}

/** The rows of a decision that an evaluation of the test bench speaks of; none when something was entered since. */
export function marksOfBench(
  bench: { readonly made: Evaluated | undefined; readonly fault: EvaluationFault | undefined; readonly isStale: boolean },
  id: string,
): RowMarks {
  const { made, fault, isStale } = bench;
  const decision = isStale || fault !== undefined ? undefined : made?.Decisions.find(({ DecisionKey }) => DecisionKey === id);
  const hits = (decision?.Tables[0]?.Rules ?? []).map(({ Number: number }) => number);
  const cells = decision?.Tables[0]?.Cells;
  return { hits, fault: !isStale && fault?.decisionId === id ? fault.rule : undefined, cells };
}

/** The rows of a decision that a kept evaluation speaks of. */
export function marksOfKept({ decisions, failure }: EvaluationRow, id: string): RowMarks {
  const decision = decisions.find(({ decisionKey }) => decisionKey === id);
  const place = failure === null ? undefined : faultPlace(failure);
  return {
    hits: (decision?.tables[0]?.rules ?? []).map(({ number }) => number),
    fault: place?.decisionId === id ? place.rule : undefined,
  };
}
