import type { Statement } from './statement.ts';

/** Control characters: an array literal contains them unescaped, but JSON escapes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches control characters
const CONTROLS = /([\u0000-\u001f]+)/;

/**
 * Text form of an array of texts, numbers and nulls; undefined if an item has another type. The driver escapes each element with regular expressions:
 * 1 MB of quotation marks takes 0.2 s there, and milliseconds here.
 */
export function arrayLiteral(items: readonly unknown[]): string | undefined {
  const elements: string[] = [];
  for (const item of items) {
    if (item === null || item === undefined) elements.push('NULL');
    else if (typeof item === 'string') elements.push(quoted(item));
    else if (typeof item === 'number') elements.push(String(item));
    else return undefined;
  }
  return `{${elements.join(',')}}`;
}

/** Escapes quotation marks and backslashes as JSON does; an unpaired surrogate becomes U+FFFD, as always in UTF-8. */
function quoted(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!CONTROLS.test(wellFormed)) return JSON.stringify(wellFormed);
  const parts = wellFormed.split(CONTROLS);
  return `"${parts.map((part, index) => (index % 2 === 1 ? part : JSON.stringify(part).slice(1, -1))).join('')}"`;
}

/** `oid`: its `pg_type.oid`. */
export interface ArrayElement {
  readonly oid: number;
  /** Unit: bytes. Undefined if the item has another type. */
  size(item: unknown): number | undefined;
  /** Call `size` for the item before. False if the item has another type. */
  write(bytes: Buffer, item: unknown, at: number): boolean;
}

const INT_MIN = -2_147_483_648;
const INT_MAX = 2_147_483_647;
const TWO_32 = 4_294_967_296;

/** The time scale of Postgres starts in the year 2000. */
const EPOCH_MS = 946_684_800_000;

/** Latest time, in the year 2243. The microseconds of earlier ones are exact as a number. */
const MAX_MS = 8_640_000_000_000;

/** Bytes of the length field of an element. The length -1 means null. */
const LENGTH_SIZE = 4;
const HEADER_SIZE = 12;
const DIMENSION_SIZE = 8;

const texts = (oid: number): ArrayElement => ({
  oid,
  size: (item) => (typeof item === 'string' ? Buffer.byteLength(item) : undefined),
  write: (bytes, item, at) => bytes.write(item as string, at) >= 0,
});
const BOOLS: ArrayElement = {
  oid: 16,
  size: (item) => (typeof item === 'boolean' ? 1 : undefined),
  write: (bytes, item, at) => bytes.writeUInt8(item === true ? 1 : 0, at) > 0,
};
const INTS: ArrayElement = {
  oid: 23,
  size: (item) => (Number.isInteger(item) && (item as number) >= INT_MIN && (item as number) <= INT_MAX ? 4 : undefined),
  write: (bytes, item, at) => bytes.writeInt32BE(item as number, at) > 0,
};
const BIGINTS: ArrayElement = {
  oid: 20,
  size: (item) => (Number.isSafeInteger(item) ? 8 : undefined),
  write: (bytes, item, at) => writeInt64(bytes, item as number, at),
};
const TIMES: ArrayElement = {
  oid: 1184,
  size: (item) => (item instanceof Date && Math.abs(item.getTime()) < MAX_MS ? 8 : undefined),
  write: (bytes, item, at) => writeInt64(bytes, ((item as Date).getTime() - EPOCH_MS) * 1000, at),
};
const UUIDS: ArrayElement = {
  oid: 2950,
  size: (item) => (typeof item === 'string' && item.length === 36 ? 16 : undefined),
  write: (bytes, item, at) => writeUuid(bytes, item as string, at),
};

const TYPES: ReadonlyMap<string, ArrayElement> = new Map([
  ['bigint', BIGINTS],
  ['bool', BOOLS],
  ['boolean', BOOLS],
  ['char', texts(1042)],
  ['int', INTS],
  ['json', texts(114)],
  ['text', texts(25)],
  ['timestamptz', TIMES],
  ['uuid', UUIDS],
]);

/** Parameter with its type: `$2::uuid[]`. */
const PARAMETER = /\$(\d+)::(\w+)\[\]/g;

/** Array types by statement name. Not limited, because the code has only some hundred names. */
const known = new Map<string, readonly (ArrayElement | undefined)[]>();

/**
 * Array types of the parameters, by position. Undefined: not an array, or sent as text. Does not cache unnamed statements, because each may have another
 * text.
 */
export function arrayTypesOf({ name, text }: Statement): readonly (ArrayElement | undefined)[] {
  if (name === '') return typesIn(text);
  const types = known.get(name) ?? typesIn(text);
  known.set(name, types);
  return types;
}

function typesIn(text: string): readonly (ArrayElement | undefined)[] {
  const found: (ArrayElement | undefined)[] = [];
  for (const [, position, name] of text.matchAll(PARAMETER)) found[Number(position) - 1] = TYPES.get(name ?? '');
  return found;
}

/**
 * Writes one dimension, without escaping. Undefined if an item has another type: the caller then sends text, so that the server reports the error. An unpaired
 * surrogate becomes U+FFFD.
 */
export function binaryArray({ oid, size, write }: ArrayElement, items: readonly unknown[]): Buffer | undefined {
  let length = items.length === 0 ? HEADER_SIZE : HEADER_SIZE + DIMENSION_SIZE;
  let hasNulls = 0;
  const sizes: number[] = [];
  for (const item of items) {
    const itemSize = item === null || item === undefined ? -1 : size(item);
    if (itemSize === undefined) return undefined;
    if (itemSize === -1) hasNulls = 1;
    sizes.push(itemSize);
    length += LENGTH_SIZE + Math.max(0, itemSize);
  }
  const bytes = Buffer.allocUnsafe(length);
  let at = bytes.writeInt32BE(items.length === 0 ? 0 : 1, 0);
  at = bytes.writeInt32BE(hasNulls, at);
  at = bytes.writeInt32BE(oid, at);
  if (items.length === 0) return bytes;
  at = bytes.writeInt32BE(items.length, at);
  at = bytes.writeInt32BE(1, at); // index of the first element
  for (const [index, itemSize] of sizes.entries()) {
    at = bytes.writeInt32BE(itemSize, at);
    if (itemSize === -1) continue;
    if (!write(bytes, items[index], at)) return undefined;
    at += itemSize;
  }
  return bytes;
}

function writeInt64(bytes: Buffer, value: number, at: number): boolean {
  const high = Math.floor(value / TWO_32);
  return bytes.writeUInt32BE(value - high * TWO_32, bytes.writeInt32BE(high, at)) > 0;
}

/** Values of hexadecimal digits by character code; -1: not a digit. */
const DIGITS = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}
const DASH = 45;

function writeUuid(bytes: Buffer, text: string, at: number): boolean {
  let to = at;
  for (let from = 0; from < 36; from += 2) {
    if (from === 8 || from === 13 || from === 18 || from === 23) {
      if (text.charCodeAt(from) !== DASH) return false;
      from += 1;
    }
    const high = DIGITS[text.charCodeAt(from)] ?? -1;
    const low = DIGITS[text.charCodeAt(from + 1)] ?? -1;
    if (high < 0 || low < 0) return false;
    bytes[to++] = high * 16 + low;
  }
  return true;
}
