import type { DecisionLanguage, DecisionValue, DecisionValues } from '../../engine/decisions/language.ts';
import { CallFailed, type Made, made, notMade } from '../../engine/decisions/making.ts';
import type { ExecutionInfo, VariableReader } from '../../engine/evaluator.ts';
import type { BasicType, ExpressionModel } from '../../engine/model.ts';
import type { Json } from '../../engine/values.ts';
import type { FeelAnalysis } from '../feel/analysis.ts';
import { isSame } from '../feel/values/equality.ts';
import { toJson } from '../feel/values/json.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { readText } from './decision-texts.ts';
import { callOf, functionOf, itemsOf, kindOf, membersOf, plainOf } from './feel-values.ts';

/** How FEEL reads the text of a type. */
const READERS: Partial<Record<BasicType, string>> = {
  date: 'date(value)',
  time: 'time(value)',
  dateTime: 'date and time(value)',
  dayTimeDuration: 'duration(value)',
  yearMonthDuration: 'duration(value)',
};

/** Asked before each text is evaluated; may throw to stop. `read`: what it reads. */
export type BeforeText = (source: string, read: DecisionValues, analysis: FeelAnalysis) => void;

/** FEEL as the language of decisions. @param guid of the next text that draws from the command's sequence */
export function feelLanguage(guid: () => string, beforeText?: BeforeText): DecisionLanguage {
  // functions that are called between texts see the clock of these
  let now = 0;
  return {
    evaluate(text, values, variables, execution) {
      now = execution.now;
      return evaluate(text, values, variables, { execution, guid, beforeText });
    },
    kindOf,
    isSame,
    fromJson: (value) => value,
    read,
    toJson: asJson,
    plainOf,
    itemsOf,
    membersOf,
    context: (members) => ({ ...members }),
    functionOf,
    call(called, given) {
      const call = callOf(called, given);
      return call && guarded(() => readText(call.source, call.values, undefined).evaluate({ now }));
    },
    aggregate: (aggregation, values) => textValue(`${aggregation.toLowerCase()}(values)`, { values }),
  };
}

interface TextSituation {
  readonly execution: ExecutionInfo;
  readonly guid: () => string;
  readonly beforeText: BeforeText | undefined;
}

function evaluate(
  { source, dialect }: ExpressionModel,
  values: DecisionValues,
  variables: VariableReader | undefined,
  { execution: { now }, guid, beforeText }: TextSituation,
): Made {
  if (dialect === 'literal') return made(source);
  const result = guarded(() => {
    const text = readText(source, values, variables);
    beforeText?.(source, text.values, text.analysis);
    return text.evaluate(text.analysis.needsChance ? { now, guid: guid() } : { now });
  });
  return result ?? made(null);
}

/** A value, undefined for none, or why there is none: what a function of ours has failed of, or FEEL could not do. */
function guarded(evaluateIt: () => DecisionValue | undefined): Made | undefined {
  try {
    const value = evaluateIt();
    return value === undefined ? undefined : made(value);
  } catch (error) {
    if (error instanceof CallFailed) return error.failure;
    if (error instanceof RangeError) return notMade('value is nested too deep');
    if (error instanceof SyntaxProblem) return notMade(error.reason);
    if (error instanceof StopsDecision) throw error;
    return notMade(error instanceof Error ? error.message : 'FEEL evaluation failed');
  }
}

/** Thrown by {@link BeforeText} to leave the decision to somebody else. */
export class StopsDecision extends Error {
  override readonly name: string = 'StopsDecision';
}

function read(text: string, type: BasicType): DecisionValue | undefined {
  const reader = READERS[type];
  return reader === undefined ? undefined : (textValue(reader, { value: text }) ?? undefined);
}

/** The value of a text of ours; null where it has none. */
function textValue(source: string, values: DecisionValues): DecisionValue {
  const result = guarded(() => readText(source, values, undefined).evaluate({ now: 0 }));
  return result?.ok === true ? result.value : null;
}

function asJson(value: DecisionValue): Made<Json> {
  try {
    return made(toJson(value));
  } catch (error) {
    if (error instanceof RangeError) return notMade('value is nested too deep');
    return notMade(error instanceof Error ? error.message : 'it is no value');
  }
}
