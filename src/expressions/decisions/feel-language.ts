import type { DecisionLanguage, DecisionValue, DecisionValues } from '../../engine/decisions/language.ts';
import { CallFailed, type Made, type MadeNot, made, notMade } from '../../engine/decisions/making.ts';
import type { ExecutionInfo, VariableReader } from '../../engine/evaluator.ts';
import type { BasicType, DecisionExpression } from '../../engine/model.ts';
import type { Json } from '../../engine/values.ts';
import { CompiledCache } from '../compiled-cache.ts';
import type { FeelAnalysis } from '../feel/analysis.ts';
import { isSame } from '../feel/values/equality.ts';
import { toJson } from '../feel/values/json.ts';
import type { Room } from '../feel/values/room.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { readText, type SourceText } from './decision-texts.ts';
import { callOf, functionOf, itemsOf, kindOf, membersOf, plainOf } from './feel-values.ts';

/** How FEEL reads the text of a type. */
const READERS: Partial<Record<BasicType, string>> = {
  number: 'number(value)',
  date: 'date(value)',
  time: 'time(value)',
  dateTime: 'date and time(value)',
  dayTimeDuration: 'duration(value)',
  yearMonthDuration: 'duration(value)',
};

/** Asked before each text is evaluated; may throw to stop. `read`: what it reads. */
export type BeforeText = (source: string, read: DecisionValues, analysis: FeelAnalysis) => void;

/**
 * FEEL as the language of decisions.
 * @param guid of the next text that draws from the command's sequence
 * @param room where the values of all texts together have to fit
 */
export function feelLanguage(guid: () => string, beforeText?: BeforeText, room?: Room): FeelLanguage {
  return new FeelLanguage(guid, beforeText, room);
}

/** See {@link feelLanguage}. */
export class FeelLanguage implements DecisionLanguage {
  readonly #guid: () => string;
  readonly #beforeText: BeforeText | undefined;
  readonly #room: Room | undefined;
  /** functions that are called between texts see the clock of these */
  #now = 0;
  declare readonly kindOf: DecisionLanguage['kindOf'];
  declare readonly isSame: DecisionLanguage['isSame'];
  declare readonly read: DecisionLanguage['read'];
  declare readonly readInUtc: DecisionLanguage['readInUtc'];
  declare readonly toJson: DecisionLanguage['toJson'];
  declare readonly plainOf: DecisionLanguage['plainOf'];
  declare readonly itemsOf: DecisionLanguage['itemsOf'];
  declare readonly membersOf: DecisionLanguage['membersOf'];
  declare readonly functionOf: DecisionLanguage['functionOf'];

  constructor(guid: () => string, beforeText: BeforeText | undefined, room: Room | undefined) {
    this.#guid = guid;
    this.#room = room;
    this.#beforeText = beforeText;
  }

  evaluate(
    text: DecisionExpression,
    values: DecisionValues,
    variables: VariableReader | undefined,
    { now }: ExecutionInfo,
  ): Made {
    this.#now = now;
    if (text.dialect === 'literal') return made(text.source);
    try {
      const reading = readText(text, values, variables);
      const { literal, source, analysis } = reading;
      if (literal !== undefined) return made(literal);
      const read = reading.valuesOf(values, variables);
      this.#beforeText?.(source, read, analysis);
      const situation = analysis.needsChance ? { now, guid: this.#guid() } : { now };
      return made(reading.compiledFor(read).evaluate(read, situation, this.#room));
    } catch (error) {
      return failureOf(error);
    }
  }

  fromJson(value: Json): DecisionValue {
    return value;
  }

  context(members: DecisionValues): DecisionValue {
    return { ...members };
  }

  call(called: DecisionValue, given: DecisionValues): Made | undefined {
    const call = callOf(called, given);
    return call && ownValue(textOf(call.source), call.values, this.#now, this.#room);
  }

  aggregate(aggregation: 'SUM' | 'MIN' | 'MAX', values: readonly DecisionValue[]): DecisionValue {
    return textValue(`${aggregation.toLowerCase()}(values)`, { values });
  }

  /** The same language with another way to evaluate texts. */
  withEvaluate(evaluate: DecisionLanguage['evaluate']): DecisionLanguage {
    return Object.assign(Object.create(this) as DecisionLanguage, {
      evaluate,
      call: (called: DecisionValue, given: DecisionValues) => this.call(called, given),
    });
  }
}

// what needs nothing of one language is the same for all of them
Object.assign(FeelLanguage.prototype, {
  kindOf,
  isSame,
  read,
  readInUtc,
  toJson: asJson,
  plainOf,
  itemsOf,
  membersOf,
  functionOf,
});

/** Why there is no value: what a function of ours has failed of, or FEEL could not do. */
function failureOf(error: unknown): MadeNot {
  if (error instanceof CallFailed) return error.failure;
  if (error instanceof RangeError) return notMade('value is nested too deep');
  if (error instanceof SyntaxProblem) return notMade(error.reason);
  if (error instanceof StopsDecision) throw error;
  return notMade(error instanceof Error ? error.message : 'FEEL evaluation failed');
}

/** Thrown by {@link BeforeText} to leave the decision to somebody else. */
export class StopsDecision extends Error {
  override readonly name: string = 'StopsDecision';
}

function read(text: string, type: BasicType): DecisionValue | undefined {
  const reader = READERS[type];
  return reader === undefined ? undefined : (textValue(reader, { value: text }) ?? undefined);
}

const EPOCH = '1970-01-01T00:00:00';
const IN_UTC = `date and time("${EPOCH}") + (date and time(value) - date and time("${EPOCH}Z"))`;

function readInUtc(text: string): DecisionValue | undefined {
  return textValue(IN_UTC, { value: text }) ?? undefined;
}

const ownTexts = new CompiledCache<SourceText>(200, 64 * 1024);

/** A text of ours, which are few: the same object each time. */
function textOf(source: string): SourceText {
  return ownTexts.get(source, () => ({ source }));
}

/** The value of a text of ours; null where it has none. */
function textValue(source: string, values: DecisionValues): DecisionValue {
  const result = ownValue(textOf(source), values, 0);
  return result.ok ? result.value : null;
}

function ownValue(text: SourceText, values: DecisionValues, now: number, room?: Room): Made {
  try {
    const reading = readText(text, values, undefined);
    const read = reading.valuesOf(values, undefined);
    return made(reading.compiledFor(read).evaluate(read, { now }, room));
  } catch (error) {
    return failureOf(error);
  }
}

function asJson(value: DecisionValue): Made<Json> {
  try {
    return made(toJson(value));
  } catch (error) {
    if (error instanceof RangeError) return notMade('value is nested too deep');
    return notMade(error instanceof Error ? error.message : 'it is not a value');
  }
}
