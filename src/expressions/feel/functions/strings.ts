import { type FeelNumber, toDouble } from '../values/numbers.ts';
import { define } from './define.ts';
import { patternOf } from './patterns.ts';

/** Functions of texts, which count by code point (DMN 1.3, 10.3.4.3). */
export const STRINGS = [
  define('substring', 'string: string, start position: number, length?: number', ([text, start, length]) =>
    substring(text, start, length),
  ),
  define('string length', 'string: string', ([text]) => lengthOf(text)),
  define('upper case', 'string: string', ([text]: readonly [string, ...unknown[]]) => text.toUpperCase()),
  define('lower case', 'string: string', ([text]: readonly [string, ...unknown[]]) => text.toLowerCase()),
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
    ([text, pattern, replacement, flags]) => replaced(text, pattern, replacement, flags),
  ),
  define('split', 'string: string, delimiter: string', ([text, delimiter]) => splitBy(text, delimiter)),
  define(
    'string join',
    'list: list, delimiter?: string | list: list, delimiter: string, prefix: string, suffix: string',
    ([list, ...around]) => joined(list, around),
  ),
  define('extract', 'string: string, pattern: string', ([text, pattern]) => extracted(text, pattern)),
  define('trim', 'string: string', ([text]: readonly [string, ...unknown[]]) => text.trim()),
  define('is blank', 'string: string', ([text]: readonly [string, ...unknown[]]) => text.trim() === ''),
  define('to base64', 'value: string', ([text]: readonly [string, ...unknown[]]) => Buffer.from(text, 'utf8').toString('base64')),
];

const SURROGATE = /[\uD800-\uDFFF]/;

function lengthOf(text: string): number {
  return SURROGATE.test(text) ? [...text].length : text.length;
}

/** Null where the place is outside of the text. */
function substring(text: string, start: FeelNumber, length: FeelNumber | undefined): string | null {
  const signs = SURROGATE.test(text) ? [...text] : undefined;
  const count = signs?.length ?? text.length;
  const place = Math.trunc(toDouble(start));
  const size = length === undefined ? count : Math.trunc(toDouble(length));
  if (place === 0 || Math.abs(place) > count || size < 1) return null;
  const from = place > 0 ? place - 1 : count + place;
  const to = Math.min(count, from + size);
  return signs === undefined ? text.slice(from, to) : signs.slice(from, to).join('');
}

function matches(text: string, pattern: string, flags: string | undefined): boolean | null {
  const regex = patternOf(pattern, flags);
  if (regex === null) return null;
  regex.lastIndex = 0;
  return regex.test(text);
}

/** A pattern that finds nothing at all is an error of XPath. */
function findsNothing(regex: RegExp): boolean {
  regex.lastIndex = 0;
  return regex.test('');
}

function replaced(text: string, pattern: string, replacement: string, flags: string | undefined): string | null {
  const regex = patternOf(pattern, flags);
  if (regex === null || findsNothing(regex)) return null;
  const isLiteral = flags?.includes('q') === true;
  if (!isLiteral && !/^(?:[^\\$]|\\[\\$]|\$\d)*$/.test(replacement)) return null;
  regex.lastIndex = 0;
  return text.replace(regex, (found: string, ...rest: unknown[]) => {
    if (isLiteral) return replacement;
    const groups = rest.slice(
      0,
      rest.findIndex((part) => typeof part === 'number'),
    ) as (string | undefined)[];
    return written(replacement, [found, ...groups]);
  });
}

/** `$1` is the first group; as many digits count as there are groups. */
function written(replacement: string, groups: readonly (string | undefined)[]): string {
  return replacement.replace(/\\([\\$])|\$(\d+)/g, (_whole, sign: string | undefined, digits: string) => {
    if (sign !== undefined) return sign;
    let count = digits.length;
    while (count > 1 && Number(digits.slice(0, count)) >= groups.length) count -= 1;
    return (groups[Number(digits.slice(0, count))] ?? '') + digits.slice(count);
  });
}

function splitBy(text: string, delimiter: string): string[] | null {
  const regex = patternOf(delimiter);
  if (regex === null) return null;
  const parts: string[] = [];
  let from = 0;
  regex.lastIndex = 0;
  for (const match of text.matchAll(regex)) {
    // what is nothing divides between two signs only
    if (match[0] === '' && (match.index === 0 || match.index === text.length)) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)];
}

/** The texts of a list in one, nulls left out; null when the list holds anything else. */
function joined(list: readonly unknown[], around: readonly (string | undefined)[]): string | null {
  const texts = list.filter((item) => item !== null && item !== undefined);
  if (texts.some((text) => typeof text !== 'string')) return null;
  const [delimiter = '', prefix = '', suffix = ''] = around;
  return prefix + texts.join(delimiter) + suffix;
}

function extracted(text: string, pattern: string): string[] | null {
  const regex = patternOf(pattern);
  if (regex === null) return null;
  regex.lastIndex = 0;
  return Array.from(text.matchAll(regex), (match) => match[0]);
}
