import type { DecisionLanguage, DecisionValue, DecisionValues } from '../../engine/decisions/language.ts';
import { CallFailed, type Made, made, notMade } from '../../engine/decisions/making.ts';
import type { ExecutionInfo, VariableReader } from '../../engine/evaluator.ts';
import type { BasicType, ExpressionModel } from '../../engine/model.ts';
import type { Json } from '../../engine/values.ts';
import { CompiledCache } from '../compiled-cache.ts';
import { analyseFeel, type FeelAnalysis } from '../feel/analysis.ts';
import { evaluateNative } from '../feel/native.ts';
import { referencedVariables } from '../feel/referenced-variables.ts';
import { plainCopy, toJson } from '../feel/values.ts';
import { isForbiddenName } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { callByName, functionOf, isSame, itemsOf, kindOf, membersOf, plainOf } from './feel-values.ts';

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

const analyses = new CompiledCache<FeelAnalysis>(2000, 4 * 1024 * 1024);

export function analysisOf(source: string): FeelAnalysis {
  return analyses.get(source, () => analyseFeel(source));
}

/** FEEL as the language of decisions. @param guid of the next text that draws from the command's sequence */
export function feelLanguage(guid: () => string, beforeText?: BeforeText): DecisionLanguage {
  return {
    evaluate: (text, values, variables, execution) => evaluate(text, values, variables, { execution, guid, beforeText }),
    kindOf,
    isSame,
    fromJson: (value) => plainCopy(value),
    read,
    toJson: asJson,
    plainOf,
    itemsOf,
    membersOf,
    context: (members) => ({ ...members }),
    functionOf,
    call: (called, given) => guarded(() => callByName(called, given)),
    aggregate: (aggregation, values) => aggregated(aggregation, values),
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
  return (
    guarded(() => {
      const analysis = analysisOf(source);
      const read = readBy(source, analysis, values, variables);
      beforeText?.(source, read, analysis);
      return evaluateNative(source, read, analysis.needsChance ? { now, guid: guid() } : { now });
    }) ?? made(null)
  );
}

/** The values and variables that a text may read; a large scope would slow down its parser. */
function readBy(
  source: string,
  analysis: FeelAnalysis,
  values: DecisionValues,
  variables: VariableReader | undefined,
): Record<string, DecisionValue> {
  const own = new Map<string, DecisionValue>();
  const get = (name: string): unknown => (Object.hasOwn(values, name) ? values[name] : variables?.get(name));
  const reader = { get, all: () => ({ ...variables?.all(), ...values }) } as VariableReader;
  for (const name of functionNames(source, analysis, values)) own.set(name, values[name]);
  for (const [name, value] of Object.entries(referencedVariables(analysis, reader, source))) {
    own.set(name, Object.hasOwn(values, name) ? value : plainCopy(value));
  }
  return Object.fromEntries([...own].filter(([name]) => !isForbiddenName(name)));
}

/** Functions are called by names that are not among those that a text reads. */
function functionNames(source: string, { unknownFunctions }: FeelAnalysis, values: DecisionValues): readonly string[] {
  if (unknownFunctions.length === 0) return [];
  const squeezed = source.replace(/\s+/g, ' ');
  return Object.keys(values).filter((name) => squeezed.includes(name));
}

/** A value, undefined for none, or why there is none: what a function of ours has failed of, or the library could not do. */
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
  if (reader === undefined) return undefined;
  const value = guarded(() => evaluateNative(reader, { value: text }, { now: 0 }));
  return value?.ok === true && value.value !== null ? value.value : undefined;
}

function asJson(value: DecisionValue): Made<Json> {
  try {
    return made(toJson(value));
  } catch (error) {
    if (error instanceof RangeError) return notMade('value is nested too deep');
    return notMade(error instanceof Error ? error.message : 'it is no value');
  }
}

function aggregated(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue {
  const result = guarded(() => evaluateNative(`${aggregation.toLowerCase()}(values)`, { values }, { now: 0 }));
  return result?.ok === true ? result.value : null;
}
