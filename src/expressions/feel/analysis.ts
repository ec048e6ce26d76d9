import { isTooLong, MAX_NESTING, MAX_SOURCE_BYTES } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { CalledFunctions, type UnknownFunction } from './called-functions.ts';
import type { KnownNames } from './syntax/cursor.ts';
import { childrenOf, type FeelNode } from './syntax/nodes.ts';
import { FeelParser } from './syntax/parser.ts';

/** What is known about a FEEL source without evaluating it. */
export interface FeelAnalysis {
  /** names the source may read from variables, in order of appearance */
  readonly names: readonly string[];
  /** the source may hold variable names with blanks or hyphens, which only the list of variables can tell */
  readonly mayHoldOddNames: boolean;
  /** evaluation is bounded by the sizes of source and variables: no loop, no regular expression, no function in a filter */
  readonly isCheap: boolean;
  /** it calls a function that draws from the command's sequence of GUIDs */
  readonly needsChance: boolean;
  /** functions it calls that nobody has: they give null */
  readonly unknownFunctions: readonly UnknownFunction[];
}

/** Longest source evaluated without the sandbox, in UTF-16 units. */
export const MAX_CHEAP_LENGTH = 2000;
/** A longer text holds up everybody who reads the model. Unit: words and signs of one source, entries of one context. */
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
/** What goes through lists, or is called later. */
const COSTLY_NODES: ReadonlySet<FeelNode['kind']> = new Set(['for', 'some', 'every', 'function']);
const DRAWS = /\b(?:uuid|random\s+number)\s*\(/;

/** FEEL that is too much to be parsed; no other language is tried for it. */
export class TooMuchFeel extends SyntaxProblem {}

interface Walk {
  readonly names: Set<string>;
  readonly functions: CalledFunctions;
  hasWords: boolean;
  isCheap: boolean;
}

/** Names that a text has around it beside variables: those of several words, and functions. */
export interface Surroundings extends KnownNames {
  readonly functions?: ReadonlySet<string>;
}

/** Whether a text may call a function that has to draw from the command's sequence of GUIDs. */
export function needsChance(source: string): boolean {
  return DRAWS.test(source);
}

/**
 * Analyses a FEEL expression (without the leading `=`). Throws {@link SyntaxProblem} when it is none; unary tests are none
 * (docs/contributing/spec/expressions.md#feel).
 */
export function analyseFeel(source: string, around: Surroundings = { variables: [] }): FeelAnalysis {
  checkSize(source);
  const walk: Walk = {
    names: new Set(),
    functions: new CalledFunctions(),
    hasWords: false,
    isCheap: source.length <= MAX_CHEAP_LENGTH,
  };
  visit(walk, FeelParser.expression(source, around), false);
  return {
    names: [...walk.names],
    mayHoldOddNames: walk.hasWords || /[\p{L}\p{N}_]\s*[-'+*/.][\s]*[\p{L}_]/u.test(source),
    isCheap: walk.isCheap,
    needsChance: needsChance(source),
    unknownFunctions: walk.functions.unknown(around.functions ?? NO_FUNCTIONS),
  };
}

const NO_FUNCTIONS: ReadonlySet<string> = new Set();

/** Sizes that are refused before anything is read. */
export function checkSize(source: string): void {
  if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
  checkNesting(source);
  checkExtent(source);
}

/** @param isRepeated it is evaluated once for each item of a list */
function visit(walk: Walk, node: FeelNode, isRepeated: boolean): void {
  walk.functions.see(node);
  if (COSTLY_NODES.has(node.kind)) walk.isCheap = false;
  if (node.kind === 'name') noteName(walk, node.name, node.isQuoted);
  if (node.kind === 'call') {
    const isCheap = node.callee.kind === 'name' && CHEAP_FUNCTIONS.has(node.callee.name) && node.names === undefined;
    if (!isCheap || isRepeated) walk.isCheap = false;
    if (node.callee.kind !== 'name') visit(walk, node.callee, isRepeated);
    for (const arg of node.args) visit(walk, arg, isRepeated);
    return;
  }
  if (node.kind === 'filter' && node.test.kind !== 'literal') {
    if (isRepeated) walk.isCheap = false;
    visit(walk, node.list, isRepeated);
    visit(walk, node.test, true);
    return;
  }
  for (const child of childrenOf(node)) visit(walk, child, isRepeated);
}

/** A name of several words may be that of a variable, or of several. */
function noteName(walk: Walk, name: string, isQuoted: boolean): void {
  const words = isQuoted ? [name] : name.split(' ');
  if (words.length > 1) walk.hasWords = true;
  for (const word of words) walk.names.add(word);
}

/** Brackets outside strings nest at most {@link MAX_NESTING} deep. */
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

/** A string, a word or number, or one sign. */
const TOKEN = /"(?:[^"\\]|\\.)*"?|[\p{L}\p{N}_]+|[^\s]/gsu;

/** At most {@link MAX_TOKENS} words and signs, and {@link MAX_CONTEXT_ENTRIES} entries in one context. */
function checkExtent(source: string): void {
  /** commas in every open bracket; null where it is not that of a context */
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
