import { SyntaxProblem } from '../syntax-problem.ts';
import { GroupCloses } from './group-closes.ts';
import type { TextPart } from './template.ts';
import { readTextWithGroups, type TextStyle, textStyleAt } from './text-with-groups.ts';

/** `text`: value of a string; `newline`: a line ended before the token. */
export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'operator' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly newline: boolean;
  /** Value of a number. */
  readonly value?: number;
  /** `7.0`, `1e3`, `7D`. */
  readonly isDouble?: boolean;
  /** Parts of a string with groups, whose `text` is empty. */
  readonly parts?: readonly TextPart[];
  /** Invalid groups are literal text. */
  readonly isPlainToo?: boolean;
}

const OPERATORS = [
  ...['===', '!==', '??=', '..<', '<=>', '==~'],
  ...['==', '!=', '<=', '>=', '&&', '||', '??', '?.', '?[', '+=', '-=', '*=', '/=', '%=', '++', '--', '..', '${', '#{'],
  ...['**', '=~', '~=', '<<', '->', '::', '*.', '.&'],
  ...['+', '-', '*', '/', '%', '<', '>', '!', '&', '|', '?', ':', '.', ',', ';', '(', ')', '[', ']', '{', '}', '='],
];
const OPERATORS_BY_FIRST: ReadonlyMap<string, readonly string[]> = new Map(
  OPERATORS.map((operator) => [operator[0] as string, OPERATORS.filter((other) => other[0] === operator[0])]),
);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['\\', '\\'],
  ['"', '"'],
  ["'", "'"],
  ['0', '\0'],
  ['$', '$'],
  ['`', '`'],
]);
const LETTER = /\p{L}/u;
const NAME_PART = /[\p{L}\p{Nd}_$]/u;
const DECIMAL = /(?:0|[1-9]\d*|0\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const HEX = /0[xX][0-9a-fA-F]+/y;
const INTEGER_SUFFIX = /[lLuU]{1,2}/y;
const DOUBLE_SUFFIX = /[dDfFmM]/y;

/**
 * Adds an `end` token. `hasGroups`: strings may contain groups, as in scripts. Throws {@link SyntaxProblem}
 * (docs/contributing/spec/expressions.md#lenient-grammar).
 */
export function tokenize(source: string, hasGroups = false): Token[] {
  const tokens: Token[] = [];
  const closes = new GroupCloses(source);
  let offset = 0;
  for (;;) {
    const gap = skipBlanks(source, offset);
    const style = hasGroups ? textStyleAt(source, gap.offset) : undefined;
    const token = style === undefined ? readToken(source, gap.offset, gap.newline) : readText(source, gap, style, closes);
    tokens.push(token);
    if (token.kind === 'end') return tokens;
    offset = token.end;
  }
}

/** Strings of a script, in order. Throws like {@link tokenize}. */
export function doubleQuotedIn(source: string): readonly Token[] {
  return tokenize(source, true).filter((token) => token.kind === 'string' && source[token.start] === '"');
}

/** Blanks and comments before a token: its offset, and whether a line ended. */
interface Gap {
  readonly offset: number;
  readonly newline: boolean;
}

function skipBlanks(source: string, from: number): Gap {
  let offset = from;
  let newline = false;
  for (;;) {
    const char = source[offset];
    if (char === '\n' || char === '\r') newline = true;
    if (char !== undefined && /\s|\uFEFF/.test(char)) offset++;
    else if (source.startsWith('//', offset)) offset = endOfLine(source, offset);
    else if (source.startsWith('/*', offset)) {
      const end = source.indexOf('*/', offset + 2);
      if (end < 0) throw new SyntaxProblem('comment is not closed', offset);
      if (/[\n\r]/.test(source.slice(offset, end))) newline = true;
      offset = end + 2;
    } else return { offset, newline };
  }
}

function endOfLine(source: string, from: number): number {
  let offset = from;
  while (offset < source.length && source[offset] !== '\n' && source[offset] !== '\r') offset++;
  return offset;
}

function readToken(source: string, start: number, newline: boolean): Token {
  const char = codePointAt(source, start);
  if (char === '') return { kind: 'end', text: 'end of text', start, end: start, newline };
  if (char === '"' || char === "'") return readString(source, start, newline);
  if (char >= '0' && char <= '9') return readNumber(source, start, newline);
  const operator = operatorAt(source, start);
  if (operator !== undefined) return { kind: 'operator', text: operator, start, end: start + operator.length, newline };
  if (char === '_' || char === '$' || LETTER.test(char)) return readName(source, start, newline);
  throw new SyntaxProblem(`unexpected '${char}'`, start);
}

function operatorAt(source: string, start: number): string | undefined {
  return OPERATORS_BY_FIRST.get(source[start] as string)?.find((operator) => source.startsWith(operator, start));
}

function readName(source: string, start: number, newline: boolean): Token {
  let end = start;
  for (;;) {
    const char = codePointAt(source, end);
    if (char === '' || !NAME_PART.test(char) || source.startsWith('${', end)) break;
    end += char.length;
  }
  return { kind: 'name', text: source.slice(start, end), start, end, newline };
}

function readNumber(source: string, start: number, newline: boolean): Token {
  const hex = matchAt(HEX, source, start);
  const digits = hex ?? matchAt(DECIMAL, source, start) ?? '';
  let end = start + digits.length;
  const doubleSuffix = hex === undefined ? matchAt(DOUBLE_SUFFIX, source, end) : undefined;
  end += (doubleSuffix ?? matchAt(INTEGER_SUFFIX, source, end) ?? '').length;
  const after = codePointAt(source, end);
  if (after !== '' && NAME_PART.test(after)) throw new SyntaxProblem(`unexpected '${after}' in a number`, end);
  const value = Number(digits);
  if (!Number.isFinite(value)) throw new SyntaxProblem('number is too large', start);
  const isDouble = hex === undefined && (doubleSuffix !== undefined || /[.eE]/.test(digits));
  return { kind: 'number', text: source.slice(start, end), start, end, newline, value, isDouble };
}

function readString(source: string, start: number, newline: boolean): Token {
  const quote = source[start];
  let text = '';
  let offset = start + 1;
  for (;;) {
    const char = source[offset];
    if (char === undefined || char === '\n' || char === '\r') throw new SyntaxProblem('string is not closed', start);
    if (char === quote) return { kind: 'string', text, start, end: offset + 1, newline };
    if (char === '\\') {
      const escaped = readEscape(source, offset);
      text += escaped.text;
      offset = escaped.end;
    } else {
      text += char;
      offset++;
    }
  }
}

function readText(source: string, { offset: start, newline }: Gap, style: TextStyle, closes: GroupCloses): Token {
  const { parts, end } = readTextWithGroups(source, start, style, readEscape, closes);
  const [only] = parts;
  if (only === undefined) return { kind: 'string', text: '', start, end, newline };
  if (parts.length === 1 && only.kind === 'text') return { kind: 'string', text: only.text, start, end, newline };
  return { kind: 'string', text: '', start, end, newline, parts, isPlainToo: style.isPlainToo };
}

function readEscape(source: string, start: number): { text: string; end: number } {
  const char = source[start + 1];
  if (char === 'u') {
    const digits = source.slice(start + 2, start + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new SyntaxProblem('\\u needs four hexadecimal digits', start);
    return { text: String.fromCharCode(Number.parseInt(digits, 16)), end: start + 6 };
  }
  const text = char === undefined ? undefined : ESCAPES.get(char);
  if (text === undefined) throw new SyntaxProblem(`unknown escape '\\${char ?? ''}'`, start);
  return { text, end: start + 2 };
}

function matchAt(pattern: RegExp, source: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(source)?.[0];
}

function codePointAt(source: string, offset: number): string {
  const code = source.codePointAt(offset);
  return code === undefined ? '' : String.fromCodePoint(code);
}
