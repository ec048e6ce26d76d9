import { Decimal as AnyDecimal } from 'decimal.js';

/** The numbers of DMN are those of decimal128: 34 digits after each operation, halves to the even neighbour (docs/contributing/spec/expressions.md#feel). */
const Decimal34 = AnyDecimal.clone({
  precision: 34,
  rounding: AnyDecimal.ROUND_HALF_EVEN,
  maxE: 6144,
  minE: -6176,
  toExpNeg: -6176,
  toExpPos: 6145,
  defaults: true,
});

/** A decimal number of at most 34 digits. */
export type Decimal = AnyDecimal;

/**
 * A number of FEEL: a double whenever the shortest text of the double is exactly the number, else a decimal. So every number has one form, and two
 * doubles are compared as doubles.
 */
export type FeelNumber = number | Decimal;

/** Whether a value is a number. */
export function isNumber(value: unknown): value is FeelNumber {
  return typeof value === 'number' || value instanceof Decimal34;
}

/** The number as a decimal. */
export function decimalOf(value: FeelNumber | string): Decimal {
  return value instanceof Decimal34 ? value : new Decimal34(value);
}

/** Digits that every double keeps. */
const SURE_DIGITS = 15;
/** Exponents far from where doubles lose digits. */
const SURE_EXPONENT = 290;

/** A decimal in the form of {@link FeelNumber}; null for what is not finite. */
export function lean(value: Decimal): FeelNumber | null {
  if (!value.isFinite()) return null;
  const number = value.toNumber();
  if (value.precision() <= SURE_DIGITS && Math.abs(value.e) < SURE_EXPONENT) return number + 0;
  return Number.isFinite(number) && new Decimal34(number).equals(value) ? number : value;
}

/** Reads the text of a number, which must be one. */
export function numberOf(text: string): FeelNumber | null {
  const number = Number(text);
  return Number.isSafeInteger(number) && text.length <= SURE_DIGITS ? number : lean(new Decimal34(text));
}

const SCALE = 10_000;

/** A double with at most four decimals, times ten thousand; undefined for others. Exact. */
function scaled(value: number): number | undefined {
  const whole = Math.round(value * SCALE);
  return Math.abs(whole) <= 1e14 && whole / SCALE === value ? whole : undefined;
}

/** `a + b`, null beyond the numbers of FEEL. */
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
  return lean(decimalOf(a).plus(b));
}

/** `a - b`. */
export function subtract(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  return add(a, negate(b));
}

/** `-a`. */
export function negate(value: FeelNumber): FeelNumber {
  return typeof value === 'number' ? 0 - value : value.negated();
}

/** `a * b`. */
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
  return lean(decimalOf(a).times(b));
}

/** `a / b`, null by zero. */
export function divide(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  if (b === 0) return null;
  if (typeof a === 'number' && typeof b === 'number' && Number.isSafeInteger(a) && Number.isSafeInteger(b)) {
    const quotient = a / b;
    if (Number.isSafeInteger(quotient)) return quotient + 0;
  }
  return lean(decimalOf(a).dividedBy(b));
}

/** `a ** b`, null where it is no number. */
export function power(a: FeelNumber, b: FeelNumber): FeelNumber | null {
  return lean(decimalOf(a).pow(b));
}

/** Negative, 0 or positive, as the first is before, equal to or behind the second. */
export function compareNumbers(a: FeelNumber, b: FeelNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return decimalOf(a).comparedTo(b);
}

/** Whether it has no fraction. */
export function isWhole(value: FeelNumber): boolean {
  return typeof value === 'number' ? Number.isInteger(value) : value.isInteger();
}

/** As a double, where a place or a count is asked for. */
export function toDouble(value: FeelNumber): number {
  return typeof value === 'number' ? value : value.toNumber();
}

/** The whole number beneath its fraction, as a double within the safe integers; undefined beyond them. */
export function toInteger(value: FeelNumber): number | undefined {
  const whole = Math.trunc(toDouble(value));
  return Number.isSafeInteger(whole) ? whole + 0 : undefined;
}

/** The number in plain digits. */
export function numberText(value: FeelNumber): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return decimalOf(value).toFixed();
}
