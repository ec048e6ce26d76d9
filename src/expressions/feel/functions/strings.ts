import { type FeelNumber, toDouble } from '../values/numbers.ts';
import type { FeelRun } from '../values/run.ts';
import { define } from './define.ts';
import { patternOf } from './patterns.ts';

/** String functions, counted in code points (DMN 1.3, 10.3.4.3). */
export const STRINGS = [
  define('substring', 'string: string, start position: number, length?: number', ([text, start, length]) =>
    substring(text, start, length),
  ),
  define('string length', 'string: string', ([text]) => lengthOf(text)),
  define('upper case', 'string: string', ([text], run) => inCase(text, run, (all) => all.toUpperCase())),
  define('lower case', 'string: string', ([text], run) => inCase(text, run, (all) => all.toLowerCase())),
  define('substring before', 'string: string, match: string', ([text, match]: readonly [string, string, ...unknown[]]) =>
    text.slice(0, Math.max(0, text.indexOf(match))),
  ),
  define('substring after', 'string: string, match: string', ([text, match]: readonly [string, string, ...unknown[]]) =>
    text.includes(match) ? text.slice(text.indexOf(match) + match.length) : '',
  ),
  define('contains', 'string: string, match: string', ([text, match]: readonly [string, string, ...unknown[]]) =>
    text.includes(match),
  ),
  define('starts with', 'string: string, match: string', ([text, match]: readonly [string, string, ...unknown[]]) =>
    text.startsWith(match),
  ),
  define('ends with', 'string: string, match: string', ([text, match]: readonly [string, string, ...unknown[]]) =>
    text.endsWith(match),
  ),
  define('matches', 'input: string, pattern: string, flags?: string', ([text, pattern, flags]) => matches(text, pattern, flags)),
  define(
    'replace',
    'input: string, pattern: string, replacement: string, flags?: string',
    ([text, pattern, replacement, flags], run) => replaced(text, pattern, { replacement, flags, run }),
  ),
  define('split', 'string: string, delimiter: string', ([text, delimiter], run) => splitBy(text, delimiter, run)),
  define(
    'string join',
    'list: list, delimiter?: string | list: list, delimiter: string, prefix: string, suffix: string',
    ([list, ...around], run) => joined(list, around, run),
  ),
  define('extract', 'string: string, pattern: string', ([text, pattern], run) => extracted(text, pattern, run)),
  define('trim', 'string: string', ([text]: readonly [string, ...unknown[]]) => text.trim()),
  define('is blank', 'string: string', ([text]: readonly [string, ...unknown[]]) => text.trim() === ''),
  define('to base64', 'value: string', ([text], run) => base64Of(text, run)),
];

const SURROGATE = /[\uD800-\uDFFF]/;

function lengthOf(text: string): number {
  return SURROGATE.test(text) ? placeOf(text, Number.POSITIVE_INFINITY).count : text.length;
}

/** Index after `most` code points, and their number. No array: it takes many times the memory of the text. */
function placeOf(text: string, most: number): { readonly at: number; readonly count: number } {
  let [at, count] = [0, 0];
  for (; count < most && at < text.length; count += 1) at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
  return { at, count };
}

/** Checks before and after: some letters become three. */
function inCase(text: string, run: FeelRun, change: (text: string) => string): string {
  run.text(text.length);
  const changed = change(text);
  run.text(changed.length);
  return changed;
}

function base64Of(text: string, run: FeelRun): string {
  run.text(Math.ceil(Buffer.byteLength(text) / 3) * 4);
  return Buffer.from(text, 'utf8').toString('base64');
}

/** Null for a position outside the text. */
function substring(text: string, start: FeelNumber, length: FeelNumber | undefined): string | null {
  const hasPairs = SURROGATE.test(text);
  const count = lengthOf(text);
  const place = Math.trunc(toDouble(start));
  const size = length === undefined ? count : Math.trunc(toDouble(length));
  if (place === 0 || Math.abs(place) > count || size < 1) return null;
  const from = place > 0 ? place - 1 : count + place;
  const to = Math.min(count, from + size);
  return hasPairs ? text.slice(placeOf(text, from).at, placeOf(text, to).at) : text.slice(from, to);
}

function matches(text: string, pattern: string, flags: string | undefined): boolean | null {
  const regex = patternOf(pattern, flags);
  if (regex === null) return null;
  regex.lastIndex = 0;
  return regex.test(text);
}

/** XPath rejects patterns that match the empty string. */
function findsNothing(regex: RegExp): boolean {
  regex.lastIndex = 0;
  return regex.test('');
}

interface Replacement {
  readonly replacement: string;
  readonly flags: string | undefined;
  readonly run: FeelRun;
}

function replaced(text: string, pattern: string, { replacement, flags, run }: Replacement): string | null {
  const regex = patternOf(pattern, flags);
  if (regex === null || findsNothing(regex)) return null;
  const isLiteral = flags?.includes('q') === true;
  if (!isLiteral && !/^(?:[^\\$]|\\[\\$]|\$\d)*$/.test(replacement)) return null;
  const parts = isLiteral ? [replacement] : [...replacement.matchAll(PART)].map(([part]) => part);
  const made = new TextWriter(run);
  let from = 0;
  regex.lastIndex = 0;
  for (const match of text.matchAll(regex)) {
    made.add(text.slice(from, match.index));
    for (const part of parts) made.add(isLiteral ? part : written(part, match));
    from = match.index + match[0].length;
  }
  made.add(text.slice(from));
  return made.text();
}

/** Joins in chunks: repeated concatenation takes many times the memory of the text. */
class TextWriter {
  readonly #run: FeelRun;
  readonly #pieces: string[] = [];
  #parts: string[] = [];
  #length = 0;

  constructor(run: FeelRun) {
    this.#run = run;
  }

  add(part: string): void {
    this.#length += part.length;
    this.#run.text(this.#length, part.length);
    if (this.#parts.push(part) === MAX_PARTS) this.#join();
  }

  text(): string {
    this.#join();
    return this.#pieces.join('');
  }

  #join(): void {
    this.#pieces.push(this.#parts.join(''));
    this.#parts = [];
  }
}

const MAX_PARTS = 1000;

/** Part of a replacement: escaped character, group reference or text. */
const PART = /\\[\\$]|\$\d+|[^\\$]+/g;

/** `$1` is the first group; takes as many digits as form a valid group number. */
function written(part: string, groups: readonly (string | undefined)[]): string {
  if (part.startsWith('\\')) return part.slice(1);
  if (!part.startsWith('$')) return part;
  const digits = part.slice(1);
  let count = digits.length;
  while (count > 1 && Number(digits.slice(0, count)) >= groups.length) count -= 1;
  return (groups[Number(digits.slice(0, count))] ?? '') + digits.slice(count);
}

function splitBy(text: string, delimiter: string, run: FeelRun): string[] | null {
  const regex = patternOf(delimiter);
  if (regex === null) return null;
  const parts: string[] = [];
  let from = 0;
  regex.lastIndex = 0;
  for (const match of text.matchAll(regex)) {
    // an empty match splits only between characters
    if (match[0] === '' && (match.index === 0 || match.index === text.length)) continue;
    run.list(parts.length + 1, 1);
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  run.list(parts.length + 1, 1);
  parts.push(text.slice(from));
  return parts;
}

/** Skips nulls; null for other values. */
function joined(list: readonly unknown[], around: readonly (string | undefined)[], run: FeelRun): string | null {
  const texts: string[] = [];
  for (const item of list) {
    if (typeof item === 'string') texts.push(item);
    else if (item !== null && item !== undefined) return null;
  }
  const [delimiter = '', prefix = '', suffix = ''] = around;
  let length = prefix.length + suffix.length + delimiter.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  run.text(length);
  return prefix + texts.join(delimiter) + suffix;
}

function extracted(text: string, pattern: string, run: FeelRun): string[] | null {
  const regex = patternOf(pattern);
  if (regex === null) return null;
  regex.lastIndex = 0;
  const found: string[] = [];
  for (const [match] of text.matchAll(regex)) {
    run.list(found.length + 1, 1);
    found.push(match);
  }
  return found;
}
