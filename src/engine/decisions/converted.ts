import type { StructuredType } from '../model-decisions.ts';
import type { DecisionLanguage, DecisionValue } from './language.ts';

type Converted = Extract<StructuredType, { kind: 'converted' }>;

const WHOLE = /^[+-]?\d+$/;
const DOUBLE = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
/** An ISO date, optionally with time and offset. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Range of a Java `integer`. */
const [MIN_INTEGER, MAX_INTEGER] = [-(2 ** 31), 2 ** 31 - 1];

/** Converts a value like the type transformers of Camunda 7; undefined: unchanged (docs/contributing/spec/decisions.md#types-of-camunda-7). */
export function convertedFor(
  { type, whole }: Converted,
  value: DecisionValue,
  language: DecisionLanguage,
): DecisionValue | undefined {
  switch (type) {
    case 'dateTime':
      return localTime(value, language);
    case 'date':
      // type of an output: a date without time is not converted
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

/** True if Camunda 7 accepts the number as `integer` or `long`. */
export function isWholeNumber(value: DecisionValue, whole: 'integer' | 'long', language: DecisionLanguage): boolean {
  const json = language.toJson(value);
  const number = json.ok && typeof json.value === 'number' ? json.value : Number.NaN;
  if (!Number.isInteger(number)) return false;
  return whole === 'long' || (number >= MIN_INTEGER && number <= MAX_INTEGER);
}

function numberIn(text: string, isWhole: boolean, language: DecisionLanguage): DecisionValue | undefined {
  if (isWhole) return WHOLE.test(text) ? language.read(text, 'number') : undefined;
  return DOUBLE.test(text.trim()) ? language.read(text.trim(), 'number') : undefined;
}

function textIn(value: DecisionValue, language: DecisionLanguage): string | undefined {
  const kind = language.kindOf(value);
  if (kind === 'boolean') return String(value);
  const json = kind === 'number' ? language.toJson(value) : undefined;
  return json?.ok === true ? String(json.value) : undefined;
}

/** Returns local date and time in UTC. A text with offset is converted; a date without time is its midnight. */
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
