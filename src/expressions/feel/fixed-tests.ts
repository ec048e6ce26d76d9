import type { Comparison } from './values/range.ts';
import { isInexact } from './values/whole-numbers.ts';

export type LiteralValue = null | string | number | boolean;

interface Bound {
  readonly value: LiteralValue;
  readonly isIncluded: boolean;
}

/** Comparison, or interval between two literals. */
export type LiteralTest =
  | { readonly operator: Comparison; readonly value: LiteralValue }
  | { readonly low: Bound; readonly high: Bound };

/** Tests that compare with literals only. */
export interface FixedTests {
  readonly kind: 'fixed';
  readonly tests: readonly LiteralTest[];
  readonly isNegated: boolean;
}

/** Literal without escapes and exponents: the same in every language. */
const LITERAL = String.raw`-?\d+(?:\.\d+)?|"[^"\\\n\r]*"|true|false|null`;
/** Excludes null, which nothing compares with. */
const END = String.raw`-?\d+(?:\.\d+)?|"[^"\\\n\r]*"`;
const COMPARISON = String.raw`(?:(<=|>=|!=|<|>|=)\s*)?(${LITERAL})`;
const INTERVAL = String.raw`([[\](])\s*(${END})\s*\.\.\s*(${END})\s*([\])[])`;
/** Test with its separator. */
const TEST = new RegExp(String.raw`\s*(?:${COMPARISON}|${INTERVAL})\s*(,|$)`, 'y');
const NEGATED = /^not\s*\(([\s\S]*)\)$/;
const ALONE = new RegExp(`^(?:${LITERAL})$`);

export function isLiteral(text: string): boolean {
  return ALONE.test(text);
}

/** Reads without the parser; undefined unless all compare with literals. Covers most cells. Linear in the text. */
export function readFixedTests(source: string): FixedTests | undefined {
  const inside = NEGATED.exec(source)?.[1];
  const text = inside ?? source;
  const tests: LiteralTest[] = [];
  TEST.lastIndex = 0;
  for (;;) {
    const match = TEST.exec(text);
    // a number not exact as double needs decimal comparison
    if (match === null || [match[2], match[4], match[5]].some((literal) => literal !== undefined && isInexact(literal)))
      return undefined;
    tests.push(testOf(match));
    if (match[7] === '') return { kind: 'fixed', tests, isNegated: inside !== undefined };
  }
}

function testOf([, operator, literal, open, low = '', high = '', close]: RegExpExecArray): LiteralTest {
  if (literal !== undefined) return { operator: (operator ?? '=') as '=', value: valueOfLiteral(literal) };
  return {
    low: { value: valueOfLiteral(low), isIncluded: open === '[' },
    high: { value: valueOfLiteral(high), isIncluded: close === ']' },
  };
}

function valueOfLiteral(literal: string): LiteralValue {
  // JSON.parse rejects tabs and leading zeros
  if (literal.startsWith('"')) return literal.slice(1, -1);
  return literal === 'true' || literal === 'false' || literal === 'null'
    ? (JSON.parse(literal) as LiteralValue)
    : Number(literal);
}
