import type { TextLanguage } from '../../engine/model/model-texts.ts';
import type { Cursor } from './cursor.ts';
import { parsePath } from './parse-operand.ts';
import { classWidth, typeAhead } from './parse-types.ts';
import type { BinaryOperator, ChainItem, Expr } from './syntax.ts';

type Operator = BinaryOperator | '||' | '&&';
interface OperatorAhead {
  readonly level: number;
  readonly operator: Operator;
  /** Number of tokens. */
  readonly width: number;
}
const TIGHTEST = 8;
const SYMBOLS: ReadonlyMap<string, OperatorAhead> = operators([
  [1, { '||': '||', '|': '||' }],
  [2, { '&&': '&&', '&': '&&' }],
  [5, { '==': '==', '===': '==', '!=': '!=', '!==': '!=' }],
  [6, { '<': '<', '<=': '<=', '>': '>', '>=': '>=' }],
  [7, { '+': '+', '-': '-' }],
  [8, { '*': '*', '/': '/', '%': '%' }],
]);
/** Operators that bind tighter than `&&`, in Java, Groovy and MVEL. */
const SINGLE_SIGNS: ReadonlyMap<string, OperatorAhead> = operators([
  [3, { '|': '||' }],
  [4, { '&': '&&' }],
]);
/** Signs that are no operators there, or compare by identity. */
const NOT_IN_JUEL = ['|', '&', '===', '!=='];
const BY_IDENTITY = ['===', '!=='];
const WORDS: ReadonlyMap<string, OperatorAhead> = operators([
  [1, { or: '||' }],
  [2, { and: '&&' }],
  [5, { eq: '==', ne: '!=' }],
  [6, { lt: '<', le: '<=', gt: '>', ge: '>=' }],
  [8, { div: '/', mod: '%' }],
]);

const LANGUAGES: Readonly<Record<TextLanguage, string>> = {
  juel: 'JUEL',
  ownJuel: 'JUEL',
  groovy: 'Groovy',
  mvel: 'MVEL',
  java: 'Java',
};

function operators(levels: readonly (readonly [number, Readonly<Record<string, Operator>>])[]): Map<string, OperatorAhead> {
  const found = new Map<string, OperatorAhead>();
  for (const [level, spellings] of levels) {
    for (const [spelling, operator] of Object.entries(spellings)) found.set(spelling, { level, operator, width: 1 });
  }
  return found;
}

/** `expr` of the grammar (docs/contributing/spec/expressions.md#lenient-grammar). `??` has higher precedence than `?:`, as in C# and JavaScript. */
export function parseExpression(cursor: Cursor): Expr {
  return cursor.nested(() => {
    const test = parseCoalesce(cursor);
    if (!cursor.isOperator('?')) return test;
    const { end } = cursor.next();
    if (cursor.language === 'groovy' && cursor.isOperator(':') && cursor.peek().start === end) {
      cursor.next();
      return { kind: 'elvis', first: test, otherwise: parseExpression(cursor) };
    }
    const whenTrue = parseExpression(cursor);
    cursor.expect(':');
    return { kind: 'conditional', test, whenTrue, otherwise: parseExpression(cursor) };
  });
}

function parseCoalesce(cursor: Cursor): Expr {
  const operands = [parseLevel(cursor, 1)];
  while (cursor.accept('??')) operands.push(parseLevel(cursor, 1));
  return operands.length === 1 ? (operands[0] as Expr) : { kind: 'coalesce', operands };
}

function parseLevel(cursor: Cursor, level: number): Expr {
  if (level > TIGHTEST) return parseUnary(cursor);
  const first = parseLevel(cursor, level + 1);
  const items: { operator: Operator; right?: Expr }[] = [];
  let isOfBits = false;
  for (;;) {
    const ahead = operatorAhead(cursor);
    if (ahead?.level !== level) break;
    isOfBits ||= cursor.isOperator('|') || cursor.isOperator('&');
    cursor.skip(ahead.width);
    if (ahead.operator === 'isNull' || ahead.operator === 'isNotNull') items.push({ operator: ahead.operator });
    else items.push({ operator: ahead.operator, right: parseLevel(cursor, level + 1) });
  }
  if (items.length === 0) return first;
  if (level > 4) return { kind: 'chain', first, rest: items as ChainItem[] };
  const operands = [first, ...items.map((item) => item.right as Expr)];
  return { kind: 'logic', operator: items[0]?.operator === '||' ? '||' : '&&', operands, ...(isOfBits ? { isOfBits } : {}) };
}

function operatorAhead(cursor: Cursor): OperatorAhead | undefined {
  const token = cursor.peek();
  if (token.kind === 'operator') return symbolAhead(cursor, token.text);
  if (token.kind !== 'name') return undefined;
  if (token.text === 'is') return isNullAhead(cursor);
  const word = WORDS.get(token.text);
  return word !== undefined && startsOperand(cursor, 1) ? word : undefined;
}

function symbolAhead(cursor: Cursor, text: string): OperatorAhead | undefined {
  const { language } = cursor;
  if (text === '>' && cursor.isOperator('>', 1) && cursor.peek(1).start === cursor.peek().end)
    throw cursor.problem("operator '>>' is not supported");
  if (language === undefined || language === 'ownJuel') return SYMBOLS.get(text);
  if ((language === 'juel' ? NOT_IN_JUEL : BY_IDENTITY).includes(text))
    throw cursor.problem(`operator '${text}' is not supported in ${LANGUAGES[language]}`);
  return SINGLE_SIGNS.get(text) ?? SYMBOLS.get(text);
}

function isNullAhead(cursor: Cursor): OperatorAhead | undefined {
  if (cursor.isName('null', 1)) return { level: 6, operator: 'isNull', width: 2 };
  if (cursor.isName('not', 1) && cursor.isName('null', 2)) return { level: 6, operator: 'isNotNull', width: 3 };
  return undefined;
}

/** The word before it is then an operator. */
function startsOperand(cursor: Cursor, ahead: number): boolean {
  const token = cursor.peek(ahead);
  if (token.kind === 'operator') return ['(', '[', '!', '-', '+', '${', '#{'].includes(token.text);
  return token.kind !== 'end';
}

function parseUnary(cursor: Cursor): Expr {
  const operator = unaryOperator(cursor);
  if (operator !== undefined) {
    cursor.next();
    return { kind: 'unary', operator, operand: cursor.nested(() => parseUnary(cursor)) };
  }
  const type = cursor.isOperator('(') ? typeAhead(cursor, 1, true) : undefined;
  if (type !== undefined && cursor.isOperator(')', type.width + 1) && startsOperand(cursor, type.width + 2)) {
    cursor.skip(type.width + 2);
    return { kind: 'cast', type: type.cast, nullable: type.nullable, operand: cursor.nested(() => parseUnary(cursor)) };
  }
  if (cursor.isOperator('(') && isClassCastAhead(cursor)) {
    cursor.skip(classWidth(cursor, 1) + 2);
    return { kind: 'cast', type: 'object', nullable: true, operand: cursor.nested(() => parseUnary(cursor)) };
  }
  return parsePath(cursor, parseExpression);
}

/** `(Order) order`: only an operand can follow. The value is unchanged. */
function isClassCastAhead(cursor: Cursor): boolean {
  const width = classWidth(cursor, 1);
  if (width === 0 || !cursor.isOperator(')', width + 1)) return false;
  const next = cursor.peek(width + 2);
  return (next.kind === 'name' || next.kind === 'string') && !next.newline && !isBinaryWord(cursor, width + 2);
}

function unaryOperator(cursor: Cursor): '!' | '-' | '+' | 'empty' | undefined {
  const token = cursor.peek();
  if (token.kind === 'operator' && (token.text === '!' || token.text === '-' || token.text === '+')) return token.text;
  if (token.kind !== 'name' || (token.text !== 'not' && token.text !== 'empty')) return undefined;
  // `not - 1` and `not + 1` use a variable named `not`; as operator, the word precedes a token that only starts operands
  const next = cursor.peek(1);
  const isOperator = next.kind === 'operator' ? ['(', '[', '!', '${', '#{'].includes(next.text) : next.kind !== 'end';
  if (!isOperator || isBinaryWord(cursor, 1)) return undefined;
  return token.text === 'not' ? '!' : 'empty';
}

/** `empty and x` reads a variable named `empty`. */
function isBinaryWord(cursor: Cursor, ahead: number): boolean {
  const token = cursor.peek(ahead);
  if (token.kind !== 'name') return false;
  if (token.text === 'is') return cursor.isName('null', ahead + 1) || cursor.isName('not', ahead + 1);
  return WORDS.has(token.text) && startsOperand(cursor, ahead + 1);
}
