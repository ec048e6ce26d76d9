import { accepted, holdsUnstorableText, type ParsedText, refused, repeated } from '../../requests/request-texts.ts';
import type { RequestVariables } from '../body/members.ts';
import { findInexactNumber } from '../body/variables.ts';
import { camundaTime } from './endpoint.ts';

/** Variable as Camunda writes it. */
export interface TypedValue {
  readonly type: string;
  readonly value: unknown;
  readonly valueInfo: Readonly<Record<string, unknown>>;
}

/** File as stored in a variable: Sluice has no type for files. */
export interface StoredFile {
  readonly fileName: string;
  readonly mimeType: string | null;
  readonly encoding: string | null;
  readonly base64: string;
}

export const INT_MOST = 2_147_483_647;
/** Stored form of the type Date: with milliseconds and offset. */
const STORED_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;
const CAMUNDA_DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?)(?:([+-]\d\d):?(\d\d)|Z)?$/;
const NO_INFO = {};

/** Adds the types of Camunda. `names` undefined: all. */
export function typedVariables(variables: RequestVariables, names?: readonly string[]): Readonly<Record<string, TypedValue>> {
  const all = Object.entries(variables);
  const chosen = names === undefined ? all : all.filter(([name]) => names.includes(name));
  return Object.fromEntries(chosen.map(([name, value]) => [name, typedValue(value)]));
}

/** A text in the form of STORED_DATE is a Date, a stored file is a File without content, other objects and lists are Json. */
export function typedValue(value: unknown): TypedValue {
  if (value === null || value === undefined) return { type: 'Null', value: null, valueInfo: NO_INFO };
  if (typeof value === 'boolean') return { type: 'Boolean', value, valueInfo: NO_INFO };
  if (typeof value === 'number') return { type: typeOfNumber(value), value, valueInfo: NO_INFO };
  if (typeof value === 'string') {
    const isDate = STORED_DATE.test(value) && !Number.isNaN(Date.parse(value));
    return { type: isDate ? 'Date' : 'String', value: isDate ? camundaTime(value) : value, valueInfo: NO_INFO };
  }
  const file = storedFile(value);
  if (file === undefined) return { type: 'Json', value: JSON.stringify(value), valueInfo: NO_INFO };
  const { fileName: filename, mimeType, encoding } = file;
  return { type: 'File', value: null, valueInfo: { filename, ...(mimeType && { mimeType }), ...(encoding && { encoding }) } };
}

function typeOfNumber(value: number): string {
  if (!Number.isSafeInteger(value)) return 'Double';
  return Math.abs(value) <= INT_MOST ? 'Integer' : 'Long';
}

/** Returns undefined if not a stored file. */
export function storedFile(value: unknown): StoredFile | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { fileName, base64 } = value as Partial<StoredFile>;
  return typeof fileName === 'string' && typeof base64 === 'string' ? (value as StoredFile) : undefined;
}

/** Variables, or the first fault. */
export function readVariables(given: Readonly<Record<string, unknown>>): ParsedText<RequestVariables> {
  const read: Record<string, unknown> = Object.create(null);
  for (const [name, typed] of Object.entries(given)) {
    const value = readValue(typed);
    if (!value.ok) return refused(`Cannot set variable '${repeated(name)}': ${value.detail}`);
    read[name] = value.value;
  }
  return accepted({ ...read } as RequestVariables);
}

/** A value without type is unchanged. */
export function readValue(typed: unknown): ParsedText<unknown> {
  if (typeof typed !== 'object' || typed === null || Array.isArray(typed))
    return refused('an object with value and type is needed');
  const { value = null, type, valueInfo } = typed as Partial<TypedValue>;
  if (value === null || type === undefined || type === null) return accepted(value);
  if (typeof type !== 'string') return refused('type must be a text');
  const read = READERS.get(type.toLowerCase());
  if (read === undefined) return refused(`Unsupported value type '${repeated(type)}'`);
  return read(value, (valueInfo ?? NO_INFO) as TypedValue['valueInfo']);
}

type Reader = (value: unknown, info: TypedValue['valueInfo']) => ParsedText<unknown>;

const readText: Reader = (value) => (typeof value === 'object' ? refused('the value must be a text') : accepted(String(value)));

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    string: readText,
    char: readText,
    xml: readText,
    bytes: readText,
    null: () => accepted(null),
    boolean: (value) =>
      value === true || value === false || value === 'true' || value === 'false'
        ? accepted(value === true || value === 'true')
        : refused('the value must be true or false'),
    short: readWhole,
    integer: readWhole,
    long: readWhole,
    double: readNumber,
    float: readNumber,
    number: readNumber,
    date: readDate,
    json: readJson,
    object: (value, { serializationDataFormat: format = 'application/json' }) =>
      format === 'application/json'
        ? readJson(value)
        : refused(`the format ${repeated(JSON.stringify(format))} cannot be read. Use application/json`),
    file: readFile,
  }),
);

function readNumber(value: unknown): ParsedText<unknown> {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? accepted(number) : refused('the value must be a number');
}

function readWhole(value: unknown): ParsedText<unknown> {
  const read = readNumber(value);
  if (!read.ok || !Number.isInteger(read.value)) return refused('the value must be a whole number');
  return Number.isSafeInteger(read.value) ? read : refused('the number cannot be stored exactly. Send it as a String');
}

function readDate(value: unknown): ParsedText<unknown> {
  const [, time, hours, minutes] = (typeof value === 'string' && CAMUNDA_DATE.exec(value)) || [];
  const text = `${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
  if (time === undefined || Number.isNaN(Date.parse(text)))
    return refused('the value must be a date such as 2015-10-06T16:34:42.000+0200');
  return accepted(`${time.length === 19 ? `${time}.000` : time}${hours === undefined ? '+00:00' : `${hours}:${minutes}`}`);
}

function readJson(value: unknown): ParsedText<unknown> {
  if (typeof value !== 'string') return accepted(value);
  let read: unknown;
  try {
    read = JSON.parse(value);
  } catch {
    return refused('the value is not JSON');
  }
  if (holdsUnstorableText(read)) return refused('the value contains a character that cannot be stored');
  // from the text: parsing loses digits
  const literal = findInexactNumber(`{"value":${value}}`, 'value');
  return literal === undefined
    ? accepted(read)
    : refused(`the number ${repeated(literal)} cannot be stored exactly. Send it as a string`);
}

function readFile(value: unknown, info: TypedValue['valueInfo']): ParsedText<unknown> {
  const { filename, fileName = filename, mimetype, mimeType = mimetype, encoding } = info;
  if (typeof value !== 'string' || typeof fileName !== 'string')
    return refused('a file needs a value in base64 and valueInfo.filename');
  const textOrNull = (text: unknown) => (typeof text === 'string' ? text : null);
  return accepted({
    fileName,
    mimeType: textOrNull(mimeType),
    encoding: textOrNull(encoding),
    base64: value,
  } satisfies StoredFile);
}
