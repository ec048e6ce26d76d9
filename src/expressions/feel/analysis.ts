import { CalledFunctions, type UnknownFunction } from './called-functions.ts';
import { isTooLong, MAX_NESTING, MAX_SOURCE_BYTES } from './limits.ts';
import type { KnownNames } from './syntax/cursor.ts';
import { childrenOf, type FeelNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';
import { SyntaxProblem } from './syntax-problem.ts';

export interface FeelAnalysis {
  /** Possible variables, in order of appearance. */
  readonly names: readonly string[];
  /** Variable names with blanks or hyphens, which only the list of variables can confirm. */
  readonly mayHaveLongNames: boolean;
  /** The cost is bounded by source and variables: no loops, regular expressions, or functions in filters. */
  readonly isCheap: boolean;
  /** Draws GUIDs from the sequence of the command. */
  readonly needsRandom: boolean;
  /** Calls that return null. */
  readonly unknownFunctions: readonly UnknownFunction[];
}

/** Limit outside the sandbox, in UTF-16 units. */
export const MAX_CHEAP_LENGTH = 2000;
/** Keep parsing short: tokens of a source, entries of a context. */
const MAX_TOKENS = 10_000;
const MAX_CONTEXT_ENTRIES = 500;
const CHEAP_FUNCTIONS = new Set([
  ...['number', 'string', 'date', 'time', 'date and time', 'duration', 'years and months duration', 'not', 'now', 'today'],
  ...['substring', 'string length', 'upper case', 'lower case', 'substring before', 'substring after', 'contains'],
  ...['starts with', 'ends with', 'list contains', 'count', 'min', 'max', 'sum', 'all', 'any', 'is defined'],
  ...['decimal', 'floor', 'ceiling', 'round up', 'round down', 'abs', 'modulo', 'sqrt', 'odd', 'even'],
  ...['get value', 'get entries', 'context put', 'append', 'day of week', 'month of year', 'day of year', 'week of year'],
  ...['get or else', 'assert', 'is blank', 'trim', 'to base64', 'uuid', 'random number', 'is empty', 'string join'],
  ...['to json', 'from json', 'last day of month', 'cycle', 'fromAi'],
]);
/** Loops, and functions, which are called later. */
const COSTLY_NODES: ReadonlySet<FeelNode['kind']> = new Set(['for', 'some', 'every', 'function']);
const DRAWS = /\b(?:uuid|random\s+number)\s*\(/;

/** Exceeds the parse limits; not tried in other languages. */
export class TooMuchFeel extends SyntaxProblem {}

interface AnalysisState {
  readonly names: Set<string>;
  readonly functions: CalledFunctions;
  hasWords: boolean;
  isCheap: boolean;
}

/** Names with spaces, and functions. */
export interface Surroundings extends KnownNames {
  readonly functions?: ReadonlySet<string>;
}

/** True if it may draw GUIDs from the sequence of the command. */
export function needsRandom(source: string): boolean {
  return DRAWS.test(source);
}

/** Analyzes a source without leading `=`. Throws {@link SyntaxProblem} if invalid, also for unary tests (docs/contributing/spec/expressions.md#feel). */
export function analyseFeel(source: string, around: Surroundings = { variables: [] }): FeelAnalysis {
  checkSize(source);
  const state: AnalysisState = {
    names: new Set(),
    functions: new CalledFunctions(),
    hasWords: false,
    isCheap: source.length <= MAX_CHEAP_LENGTH,
  };
  visit(state, FeelParser.expression(source, around), false);
  return {
    names: [...state.names],
    mayHaveLongNames: state.hasWords || /[\p{L}\p{N}_]\s*[-'+*/.][\s]*[\p{L}_]/u.test(source),
    isCheap: state.isCheap,
    needsRandom: needsRandom(source),
    unknownFunctions: state.functions.unknown(around.functions ?? NO_FUNCTIONS),
  };
}

const NO_FUNCTIONS: ReadonlySet<string> = new Set();

/** Checks before parsing. Throws SyntaxProblem. */
export function checkSize(source: string): void {
  if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
  checkNesting(source);
  checkExtent(source);
}

/** @param isRepeated evaluated per list item */
function visit(state: AnalysisState, node: FeelNode, isRepeated: boolean): void {
  state.functions.visit(node);
  if (COSTLY_NODES.has(node.kind)) state.isCheap = false;
  if (node.kind === 'name') noteName(state, node.name, node.isQuoted);
  if (node.kind === 'call') {
    const isCheap = node.callee.kind === 'name' && CHEAP_FUNCTIONS.has(node.callee.name) && node.names === undefined;
    if (!isCheap || isRepeated) state.isCheap = false;
    if (node.callee.kind !== 'name') visit(state, node.callee, isRepeated);
    for (const arg of node.args) visit(state, arg, isRepeated);
    return;
  }
  if (node.kind === 'filter' && node.test.kind !== 'literal') {
    if (isRepeated) state.isCheap = false;
    visit(state, node.list, isRepeated);
    visit(state, node.test, true);
    return;
  }
  for (const child of childrenOf(node)) visit(state, child, isRepeated);
}

/** Several words may be one variable, or several. */
function noteName(state: AnalysisState, name: string, isQuoted: boolean): void {
  const words = isQuoted ? [name] : name.split(' ');
  if (words.length > 1) state.hasWords = true;
  for (const word of words) state.names.add(word);
}

/** Brackets outside strings, up to {@link MAX_NESTING}. */
function checkNesting(source: string): void {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at] as string;
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if ('([{'.includes(char)) {
      if (++depth > MAX_NESTING) throw new SyntaxProblem(`nesting is deeper than ${MAX_NESTING}`, at);
    } else if (')]}'.includes(char)) depth--;
  }
}

/** String, word or number, or special character. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[\p{L}\p{N}_]+|[^\s]/gsu;

/** {@link MAX_TOKENS}, and {@link MAX_CONTEXT_ENTRIES} per context. */
function checkExtent(source: string): void {
  /** Commas by open bracket; null for brackets other than of contexts. */
  const commas: (number | null)[] = [];
  let count = 0;
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    if (++count > MAX_TOKENS) throw new TooMuchFeel(`text has more than ${MAX_TOKENS} words and signs`, index);
    if (token === '{') commas.push(0);
    else if (token === '[' || token === '(') commas.push(null);
    else if (token === '}' || token === ']' || token === ')') commas.pop();
    const innermost = commas.at(-1);
    if (token !== ',' || typeof innermost !== 'number') continue;
    if (innermost + 1 >= MAX_CONTEXT_ENTRIES)
      throw new TooMuchFeel(`context has more than ${MAX_CONTEXT_ENTRIES} entries`, index);
    commas[commas.length - 1] = innermost + 1;
  }
}
