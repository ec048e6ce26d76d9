import { parseExpression } from '@bpmn-io/feelin';
import { isTooLong, MAX_NESTING, MAX_SOURCE_BYTES } from '../limits.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import { addedFunctionNames, needsChance } from './added-functions.ts';
import { CalledFunctions, type UnknownFunction } from './called-functions.ts';

/** The library's name of the grammar in which names may stand between backticks. */
export const DIALECT = 'camunda';

/** What is known about a FEEL source without evaluating it. */
export interface FeelAnalysis {
  /** names the source may read from variables, in order of appearance */
  readonly names: readonly string[];
  /** the source may hold variable names with blanks or hyphens, which only the list of variables can tell */
  readonly mayHoldOddNames: boolean;
  /** evaluation is bounded by the sizes of source and variables: no loop, no regular expression, no range, no filter */
  readonly isCheap: boolean;
  /** it calls a function that draws from the command's sequence of GUIDs */
  readonly needsChance: boolean;
  /** functions it calls that nobody has: they give null */
  readonly unknownFunctions: readonly UnknownFunction[];
}

/** Longest source evaluated without the sandbox, in UTF-16 units. */
export const MAX_CHEAP_LENGTH = 2000;
/**
 * The library's parser takes time with the square of what stands side by side, most of all of the names of one context: 64 KiB of them would
 * hold up the whole process for a minute. Unit: words and signs of one source, entries of one context.
 */
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
const COSTLY_NODES = new Set(['ForExpression', 'QuantifiedExpression', 'FunctionDefinition', 'Interval', 'NamedParameters']);

/** FEEL that is too much to be parsed; no other language is tried for it. */
export class TooMuchFeel extends SyntaxProblem {}

interface Walk {
  readonly source: string;
  readonly names: Set<string>;
  readonly functions: CalledFunctions;
  readonly ancestors: string[];
  hasWords: boolean;
  isCheap: boolean;
}
type Tree = ReturnType<typeof parseExpression>;
type NodeRef = Parameters<NonNullable<Parameters<Tree['iterate']>[0]['enter']>>[0];

/**
 * Analyses a FEEL expression (without the leading `=`). Throws {@link SyntaxProblem} when it is none; unary tests are none
 * (docs/spec/expressions.md#feel).
 */
export function analyseFeel(source: string): FeelAnalysis {
  if (isTooLong(source)) throw new SyntaxProblem(`text is longer than ${MAX_SOURCE_BYTES} bytes`, 0);
  checkNesting(source);
  checkExtent(source);
  const functions = new CalledFunctions(source);
  const isCheap = source.length <= MAX_CHEAP_LENGTH;
  const walk: Walk = { source, names: new Set(), functions, ancestors: [], hasWords: false, isCheap };
  // names of several words are names only where they are known
  const known = Object.fromEntries([...addedFunctionNames(source)].map((name) => [name, null]));
  parseExpression(source, known, DIALECT).iterate({
    enter: (node) => enter(walk, node),
    leave: () => {
      walk.ancestors.pop();
    },
  });
  const mayHoldOddNames = walk.hasWords || /[\p{L}\p{N}_]\s*[-'][\s]*[\p{L}_]/u.test(source);
  return {
    names: [...walk.names],
    mayHoldOddNames,
    isCheap: walk.isCheap,
    needsChance: needsChance(source),
    unknownFunctions: functions.unknown(),
  };
}

function enter(walk: Walk, node: NodeRef): boolean {
  const { name, from, to } = node;
  if (node.type.isError) throw errorAt(walk.source, from, to);
  refuseUnaryTest(walk, node);
  walk.ancestors.push(name);
  if (COSTLY_NODES.has(name)) walk.isCheap = false;
  if (name === 'FilterExpression' && !isPlainIndex(node)) walk.isCheap = false;
  if (name === 'FunctionInvocation' && !CHEAP_FUNCTIONS.has(calledName(walk, node))) walk.isCheap = false;
  if (name === 'VariableName') noteName(walk, node);
  // the value that unary tests are about
  if (name === '?') walk.names.add(name);
  walk.functions.see(node.node);
  return true;
}

/** `x == 5` and `x = > 5` parse as a test inside a comparison: a habit from other languages, never meant as FEEL. */
function refuseUnaryTest(walk: Walk, node: NodeRef): void {
  if (node.name !== 'SimplePositiveUnaryTest' || node.node.firstChild?.name !== 'CompareOp') return;
  if (!walk.ancestors.includes('PositiveUnaryTest')) throw errorAt(walk.source, node.from, node.from + 1);
}

function isPlainIndex(node: NodeRef): boolean {
  const key = node.node.firstChild?.nextSibling?.nextSibling;
  return key?.name === 'NumericLiteral';
}

function calledName(walk: Walk, node: NodeRef): string {
  const head = node.node.firstChild;
  return head === null ? '' : walk.source.slice(head.from, head.to).replace(/\s+/g, ' ');
}

function noteName(walk: Walk, node: NodeRef): void {
  const text = walk.source.slice(node.from, node.to);
  const parent = node.node.parent;
  const isCalled =
    parent?.name === 'FunctionInvocation' && parent.firstChild?.from === node.from && parent.firstChild.to === node.to;
  const isMember = parent?.name === 'PathExpression' && parent.firstChild?.from !== node.from;
  if (isCalled || isMember) return;
  if (text.startsWith('`')) {
    walk.names.add(text.slice(1, -1));
    return;
  }
  const words = text.split(/\s+/);
  if (words[0] === 'not' && words.length > 1) throw errorAt(walk.source, node.from + text.indexOf(words[1] as string), node.to);
  if (words.length > 1) walk.hasWords = true;
  for (const word of words) walk.names.add(word);
}

/** The problem at a place where the grammar expects something else. */
export function errorAt(source: string, from: number, to: number): SyntaxProblem {
  const found = source.slice(from, Math.max(to, from)).trim();
  if (found === '')
    return new SyntaxProblem(from >= source.trimEnd().length ? 'unexpected end of text' : 'expression is incomplete', from);
  return new SyntaxProblem(`unexpected '${found.slice(0, 40)}'`, from);
}

/** Brackets outside strings nest at most {@link MAX_NESTING} deep. */
export function checkNesting(source: string): void {
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
export function checkExtent(source: string): void {
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
