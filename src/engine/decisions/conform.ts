import type { DecisionType } from '../model-decisions.ts';
import type { ExpressionModel } from '../model-texts.ts';
import { shownValue } from '../shown-value.ts';
import type { Json } from '../values.ts';
import { type Made, type Making, made, notMade } from './making.ts';

/** What messages call a type. */
const WORDS: Readonly<Record<DecisionType, string>> = {
  any: 'Any',
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'date and time',
  dayTimeDuration: 'days and time duration',
  yearMonthDuration: 'years and months duration',
};

/** Times and durations are texts in variables; FEEL says whether one can be read. */
const READERS: Partial<Record<DecisionType, ExpressionModel>> = {
  date: readerOf('date'),
  time: readerOf('time'),
  dateTime: readerOf('date and time'),
  dayTimeDuration: readerOf('duration'),
  yearMonthDuration: readerOf('duration'),
};

function readerOf(name: string): ExpressionModel {
  const source = `${name}(value)`;
  return Object.freeze({ kind: 'expression', slot: 'type', dialect: 'feel', text: source, source });
}

/**
 * The value as one of that type. Null belongs to every type, and a list of one is its item where a single value is asked for; what is of another type is no
 * value at all (docs/spec/decisions.md#types).
 */
export function conform(given: Json, type: DecisionType, making: Making): Made {
  if (type === 'any' || given === null) return made(given);
  const value = Array.isArray(given) && given.length === 1 ? (given[0] as Json) : given;
  const reader = READERS[type];
  if (reader === undefined) return typeof value === type ? made(value) : wrong(given, type);
  if (typeof value !== 'string') return wrong(given, type);
  const read = making.evaluate(reader, { values: { value }, isClosed: true });
  if (!read.ok) return read;
  return read.value === null ? wrong(given, type) : made(read.value);
}

function wrong(given: Json, type: DecisionType): Made {
  return notMade(`${shownValue(given)} is not of type ${WORDS[type]}`);
}
