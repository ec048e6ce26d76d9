import { type FilterOperator, operatorAt } from './filter-operators.ts';

/** `raw`: as written; `text`: escapes resolved. */
export interface WrittenValue {
  readonly raw: string;
  readonly text: string;
}

/** Names are unresolved. `text`: the whole term, for error texts. */
export type WrittenTerm =
  | {
      readonly isWellFormed: true;
      readonly text: string;
      readonly names: readonly string[];
      readonly operator: FilterOperator;
      readonly values: readonly WrittenValue[];
    }
  | { readonly isWellFormed: false; readonly text: string };

const ESCAPABLE = ',|\\*';

/**
 * Yields terms from left to right, without empty ones (docs/contributing/spec/http/lists.md#filters). Parses on request, so that the caller can stop at the
 * first error.
 */
export function* readTerms(filters: string): Generator<WrittenTerm> {
  let start = 0;
  while (start <= filters.length) {
    const end = endOfTerm(filters, start);
    const text = trimSpaces(filters.slice(start, end));
    if (text !== '') yield readTerm(text);
    start = end + 1;
  }
}

/** The comma, or the length of the text. Escapes are valid only after the operator, so it searches in two steps. */
function endOfTerm(filters: string, start: number): number {
  let at = start;
  while (at < filters.length && filters.charAt(at) !== ',') {
    const operator = operatorAt(filters, at);
    if (operator !== undefined) return endOfValues(filters, at + operator.text.length);
    at++;
  }
  return at;
}

function endOfValues(filters: string, start: number): number {
  let at = start;
  while (at < filters.length && filters.charAt(at) !== ',') at += escapedLength(filters, at) || 1;
  return at;
}

/** Includes the backslash. 0 if no escape starts there. */
function escapedLength(text: string, at: number): number {
  if (text.charAt(at) !== '\\' || at + 1 >= text.length) return 0;
  if (ESCAPABLE.includes(text.charAt(at + 1))) return 2;
  const operator = operatorAt(text, at + 1);
  return operator === undefined ? 0 : 1 + operator.text.length;
}

function readTerm(text: string): WrittenTerm {
  for (let at = 0; at < text.length; at++) {
    const operator = operatorAt(text, at);
    if (operator === undefined) continue;
    const names = readNames(trimSpaces(text.slice(0, at)));
    if (names === undefined) return { isWellFormed: false, text };
    const values = readValues(trimSpaces(text.slice(at + operator.text.length)));
    return { isWellFormed: true, text, names, operator, values };
  }
  return { isWellFormed: false, text };
}

/** Returns undefined if a name is empty or a bracket is unbalanced. */
function readNames(text: string): readonly string[] | undefined {
  const isBracketed = text.startsWith('(') && text.endsWith(')');
  const names = (isBracketed ? text.slice(1, -1) : text).split('|').map(trimSpaces);
  return names.some((name) => name === '' || /[()]/.test(name)) ? undefined : names;
}

function readValues(text: string): readonly WrittenValue[] {
  const values: WrittenValue[] = [];
  let start = 0;
  let value = '';
  for (let at = 0; at < text.length; ) {
    const length = escapedLength(text, at);
    if (length > 0) {
      value += text.slice(at + 1, at + length);
      at += length;
      continue;
    }
    if (text.charAt(at) === '|') {
      values.push({ raw: text.slice(start, at), text: value });
      start = at + 1;
      value = '';
    } else value += text.charAt(at);
    at++;
  }
  values.push({ raw: text.slice(start), text: value });
  return values;
}

/** Removes U+0020 only, at both ends. */
export function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charAt(start) === ' ') start++;
  while (end > start && text.charAt(end - 1) === ' ') end--;
  return text.slice(start, end);
}
