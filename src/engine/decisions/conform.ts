import type { BasicType, CellTest, DecisionType, StructuredType } from '../model/model-decisions.ts';
import { NUMBER_TEXT } from '../values/exact-numbers.ts';
import { shownValue } from '../values/value-size.ts';
import type { DecisionLanguage, DecisionValue, Made, ValueKind } from './decided.ts';
import { passesFixed } from './fixed-tests.ts';
import { about, type DecisionScope, type Making, made, notMade } from './making.ts';

/** @param scope contains the value as `?` */
export function passes(cell: CellTest, value: DecisionValue, scope: DecisionScope, making: Making): Made<boolean> {
  if (cell.kind === 'any') return made(true);
  if (cell.kind === 'fixed') return made(passesFixed(making.language.plainOf(value), cell.tests, cell.isNegated));
  const result = making.evaluate(cell.text, scope);
  if (!result.ok) return result;
  return result.value === true ? PASSES : FAILS;
}

const PASSES = made(true);
const FAILS = made(false);

type Converted = Extract<StructuredType, { kind: 'converted' }>;

const WHOLE = /^[+-]?\d+$/;

/** An ISO date, optionally with time and offset. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Range of a Java `integer`. */
const [MIN_INTEGER, MAX_INTEGER] = [-(2 ** 31), 2 ** 31 - 1];

/** Converts like the type transformers of Camunda 7; undefined: unchanged (docs/contributing/spec/decisions.md#types-of-camunda-7). */
function convertedFor({ type, whole }: Converted, value: DecisionValue, language: DecisionLanguage): DecisionValue | undefined {
  switch (type) {
    case 'dateTime':
      return localTime(value, language);
    case 'date':
      // of an output: a date without time is not converted
      return localTime(value, language, true);
    case 'number':
      return typeof value === 'string' ? numberIn(value, whole !== undefined, language) : undefined;
    case 'boolean':
      return typeof value === 'string' && /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : undefined;
    case 'string':
      return textIn(value, language);
    default:
      return undefined;
  }
}

/** True if Camunda 7 accepts it as `integer` or `long`. */
function isWholeNumber(value: DecisionValue, whole: 'integer' | 'long', language: DecisionLanguage): boolean {
  const json = language.toJson(value);
  const number = json.ok && typeof json.value === 'number' ? json.value : Number.NaN;
  if (!Number.isInteger(number)) return false;
  return whole === 'long' || (number >= MIN_INTEGER && number <= MAX_INTEGER);
}

function numberIn(text: string, isWhole: boolean, language: DecisionLanguage): DecisionValue | undefined {
  if (isWhole) return WHOLE.test(text) ? language.read(text, 'number') : undefined;
  return NUMBER_TEXT.test(text.trim()) ? language.read(text.trim(), 'number') : undefined;
}

function textIn(value: DecisionValue, language: DecisionLanguage): string | undefined {
  const kind = language.kindOf(value);
  if (kind === 'boolean') return String(value);
  const json = kind === 'number' ? language.toJson(value) : undefined;
  return json?.ok === true ? String(json.value) : undefined;
}

/** Time in UTC. Offsets are converted; a date without time is its midnight. */
function localTime(value: DecisionValue, language: DecisionLanguage, needsTime = false): DecisionValue | undefined {
  const kind = language.kindOf(value);
  const json = kind === 'string' || kind === 'dateTime' || kind === 'date' ? language.toJson(value) : undefined;
  if (json?.ok !== true || typeof json.value !== 'string') return undefined;
  const [, date, written, offset] = MOMENT.exec(json.value) ?? [];
  if (date === undefined || (needsTime && written === undefined)) return undefined;
  const time = written ?? '00:00:00';
  const seconds = time.length === 5 ? `${time}:00` : time;
  if (offset === undefined) return language.read(`${date}T${seconds}`, 'dateTime');
  const withColon = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  return language.readInUtc(`${date}T${seconds}${withColon}`);
}

/** Type names in messages. */
const WORDS: Readonly<Record<BasicType | StructuredType['kind'], string>> = {
  any: 'Any',
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  dateTime: 'date and time',
  dayTimeDuration: 'days and time duration',
  yearMonthDuration: 'years and months duration',
  list: 'list',
  context: 'context',
  function: 'function',
  range: 'range',
  allowed: 'allowed',
  converted: 'converted',
};

/** Stored as strings in variables. */
const TEMPORAL: ReadonlySet<string> = new Set<ValueKind>(['date', 'time', 'dateTime', 'dayTimeDuration', 'yearMonthDuration']);

/**
 * Null belongs to every type. A list of one item and the item convert to each other, a date to its midnight, and outside standard mode an ISO text to a
 * date, time or duration. Other mismatches fail, or are null in standard mode (docs/contributing/spec/decisions.md#types).
 */
export function conform(given: DecisionValue, type: DecisionType, making: Making): Made {
  const result = conformed(given, type, making);
  return result.ok ? result : making.orNull(result);
}

/** {@link conform}, but fails also in standard mode. */
export function conformed(given: DecisionValue, type: DecisionType, making: Making): Made {
  const { language } = making;
  const kind = language.kindOf(given);
  if (type === 'any' || kind === 'null') return made(given);
  if (typeof type === 'object' && type.kind === 'list') return conformedList(given, type, making);
  const value = unwrapped(given, making);
  if (typeof type === 'object') return conformedStructure(value, type, making);
  return basicValue(value, type, making) ?? wrong(given, type, making);
}

/** Unwraps a list of one item; recursive except in standard mode. */
function unwrapped(value: DecisionValue, making: Making): DecisionValue {
  const { language, world } = making;
  const items = language.kindOf(value) === 'list' ? language.itemsOf(value) : undefined;
  if (items?.length !== 1) return value;
  return world.isStandard === true ? items[0] : unwrapped(items[0], making);
}

function basicValue(value: DecisionValue, type: BasicType, { language, world }: Making): Made | undefined {
  const kind = language.kindOf(value);
  if (kind === type || kind === 'null') return made(value);
  // the empty duration is of both types
  if (type === 'yearMonthDuration' && kind === 'dayTimeDuration' && isEmptyDuration(language.toJson(value))) return made(value);
  if (type === 'dateTime' && kind === 'date') {
    const text = language.toJson(value);
    const read = text.ok ? language.read(`${text.value}T00:00:00Z`, type) : undefined;
    return read === undefined ? undefined : made(read);
  }
  if (!TEMPORAL.has(type) || typeof value !== 'string' || world.isStandard === true) return undefined;
  const read = language.read(value, type);
  return read === undefined ? undefined : made(read);
}

function isEmptyDuration(text: Made): boolean {
  return text.ok && text.value === 'PT0S';
}

function conformedList(given: DecisionValue, type: Extract<StructuredType, { kind: 'list' }>, making: Making): Made {
  const items = making.language.itemsOf(given);
  if (items === undefined) {
    const item = conformed(given, type.of, making);
    return item.ok ? made([item.value]) : item;
  }
  const values: DecisionValue[] = [];
  for (const [at, item] of items.entries()) {
    const value = conformed(item, type.of, making);
    if (!value.ok) return about(`item ${at + 1}`, value);
    values.push(value.value);
  }
  return made(values);
}

function conformedStructure(value: DecisionValue, type: Exclude<StructuredType, { kind: 'list' }>, making: Making): Made {
  if (type.kind === 'allowed') return allowedValue(value, type, making);
  if (type.kind === 'converted') return convertedValue(value, type, making);
  const { language } = making;
  if (type.kind !== 'context') return language.kindOf(value) === type.kind ? made(value) : wrong(value, type.kind, making);
  const members = language.membersOf(value);
  if (members === undefined) return wrong(value, 'context', making);
  const values: Record<string, DecisionValue> = { ...members };
  for (const { name, type: of } of type.members) {
    if (!Object.hasOwn(values, name)) {
      // process variables may lack members
      if (making.world.isStandard === true) return notMade(`'${name}' is missing`);
      continue;
    }
    const member = conformed(values[name], of, making);
    if (!member.ok) return about(`'${name}'`, member);
    values[name] = member.value;
  }
  return made(language.context(values));
}

function convertedValue(value: DecisionValue, to: Extract<StructuredType, { kind: 'converted' }>, making: Making): Made {
  const { whole } = to;
  const converted = convertedFor(to, value, making.language);
  const result = converted === undefined ? conformed(value, to.type, making) : made(converted);
  if (!result.ok || whole === undefined || isWholeNumber(result.value, whole, making.language)) return result;
  return notMade(`${shownIn(making.language, result.value)} is not of type ${whole}`);
}

function allowedValue(
  given: DecisionValue,
  { name, type, allowed }: Extract<StructuredType, { kind: 'allowed' }>,
  making: Making,
): Made {
  const typed = conformed(given, type, making);
  if (!typed.ok || making.language.kindOf(typed.value) === 'null') return typed;
  const holds = passes(allowed, typed.value, { values: { '?': typed.value }, isClosed: true }, making);
  if (!holds.ok) return about(`allowed values of ${name}`, holds);
  return holds.value ? typed : notMade(`${shownIn(making.language, typed.value)} is none of the allowed values of ${name}`);
}

function wrong(given: DecisionValue, type: BasicType | StructuredType['kind'], { language }: Making) {
  return notMade(`${shownIn(language, given)} is not of type ${WORDS[type]}`);
}

/** Text for messages: JSON, or the name of the type. */
export function shownIn(language: DecisionLanguage, value: DecisionValue): string {
  const json = language.toJson(value);
  return json.ok ? shownValue(json.value) : `a ${language.kindOf(value)}`;
}
