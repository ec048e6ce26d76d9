import { hasCode } from '../../api/client.ts';

/** Where a decision has failed. */
export interface FaultPlace {
  readonly decisionId: string | undefined;
  readonly rule: number | undefined;
  /** label of an input column, or the text of its expression */
  readonly input: string | undefined;
}

/** What the text of a failed evaluation is about (docs/contributing/spec/http/decisions.md#evaluate). */
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
export function faultPlace(reason: string): FaultPlace {
  const [, decisionId, rule, input] = PLACE.exec(reason) ?? [];
  return { decisionId, rule: rule === undefined ? undefined : Number(rule), input };
}
