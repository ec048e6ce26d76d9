import { Decimal as AnyDecimal } from 'decimal.js';

/** Decimal128: 34 digits after each operation, rounded half to even (docs/contributing/spec/expressions.md#feel). */
const Decimal34 = AnyDecimal.clone({
  precision: 34,
  rounding: AnyDecimal.ROUND_HALF_EVEN,
  maxE: 6144,
  minE: -6176,
  toExpNeg: -6176,
  toExpPos: 6145,
  defaults: true,
});

export type Decimal = AnyDecimal;

/** A double if its shortest text is exactly the number, else a decimal. Unique, so doubles can be compared directly. */
export type FeelNumber = number | Decimal;

export function isNumber(value: unknown): value is FeelNumber {
  return typeof value === 'number' || value instanceof Decimal34;
}

export function decimalOf(value: FeelNumber | string): Decimal {
  return value instanceof Decimal34 ? value : new Decimal34(value);
}

/** Kept by every double. */
const SURE_DIGITS = 15;
/** Safe range of doubles. */
const SURE_EXPONENT = 290;

/** Returns null if not finite. */
export function normalized(value: Decimal): FeelNumber | null {
  if (!value.isFinite()) return null;
  const number = value.toNumber();
  if (value.precision() <= SURE_DIGITS && Math.abs(value.e) < SURE_EXPONENT) return number + 0;
  return Number.isFinite(number) && new Decimal34(number).equals(value) ? number : value;
}

/** Parses a valid number. */
export function numberOf(text: string): FeelNumber | null {
  const number = Number(text);
  return Number.isSafeInteger(number) && text.length <= SURE_DIGITS ? number : normalized(new Decimal34(text));
}

const SCALE = 10_000;

/** `value * 10000` if exact: at most four decimals. */
function scaled(value: number): number | undefined {
  const whole = Math.round(value * SCALE);
  return Math.abs(whole) <= 1e14 && whole / SCALE === value ? whole : undefined;
}

/** Null outside the range of FEEL numbers. */
export function add(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  if (typeof a === 'number' && typeof b === 'number') {
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
      const sum = a + b;
      if (Number.isSafeInteger(sum)) return sum;
    } else {
      const [one, other] = [scaled(a), scaled(b)];
      if (one !== undefined && other !== undefined) return (one + other) / SCALE;
    }
  }
  return normalized(decimalOf(a).plus(b));
}

export function subtract(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  return add(a, negate(b));
}

export function negate(value: FeelNumber): FeelNumber {
  return typeof value === 'number' ? 0 - value : value.negated();
}

export function multiply(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  if (typeof a === 'number' && typeof b === 'number') {
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
      const product = a * b;
      if (Number.isSafeInteger(product)) return product + 0;
    } else {
      const [one, other] = [scaled(a), scaled(b)];
      const product = one === undefined || other === undefined ? Number.NaN : one * other;
      if (Math.abs(product) <= 1e15) return product / (SCALE * SCALE) + 0;
    }
  }
  return normalized(decimalOf(a).times(b));
}

/** Null for division by zero. */
export function divide(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  if (b === 0) return null;
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    const quotient = a / b;
    if (Number.isSafeInteger(quotient)) return quotient + 0;
  }
  return normalized(decimalOf(a).dividedBy(b));
}

/** Returns null if not a number. */
export function power(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  return normalized(decimalOf(a).pow(b));
}

/** Sort comparator. */
export function compareNumbers(a: FeelNumber, b: FeelNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return decimalOf(a).comparedTo(b);
}

export function isWhole(value: FeelNumber): boolean {
  return typeof value === 'number' ? Number.isInteger(value) : value.isInteger();
}

/** Used for positions and counts. */
export function toDouble(value: FeelNumber): number {
  return typeof value === 'number' ? value : value.toNumber();
}

/** Truncated; undefined beyond safe integers. */
export function toInteger(value: FeelNumber): number | undefined {
  const whole = Math.trunc(toDouble(value));
  return Number.isSafeInteger(whole) ? whole + 0 : undefined;
}

/** Has no exponent. */
export function numberText(value: FeelNumber): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return decimalOf(value).toFixed();
}
