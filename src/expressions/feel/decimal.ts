import { Decimal as AnyDecimal } from 'decimal.js';

/** The numbers of DMN are those of decimal128: 34 digits after each operation, halves to the even neighbour (docs/spec/expressions.md#feel). */
const Decimal34 = AnyDecimal.clone({ precision: 34, rounding: AnyDecimal.ROUND_HALF_EVEN, defaults: true });
/** Powers beyond this are those of doubles: their decimals would be longer than anybody reads. */
const MAX_EXPONENT = 64;

/** A decimal number of at most 34 digits. */
export type Decimal = AnyDecimal;

/** The number as it is written: the shortest decimal that is read as this double. Undefined for what is not finite. */
export function decimalOf(value: number): Decimal | undefined {
  return Number.isFinite(value) ? new Decimal34(value) : undefined;
}

/** Whether a value is one of these decimals. */
export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Decimal34;
}

/** One operation. Undefined where there is no decimal: a division by zero, a power that is no small whole number. */
export function computed(operator: string, left: Decimal, right: Decimal): Decimal | undefined {
  switch (operator) {
    case '+':
      return left.plus(right);
    case '-':
      return left.minus(right);
    case '*':
      return left.times(right);
    case '/':
      return right.isZero() ? undefined : left.dividedBy(right);
    default:
      return right.isInteger() && right.abs().lessThanOrEqualTo(MAX_EXPONENT) ? finite(left.pow(right)) : undefined;
  }
}

function finite(value: Decimal): Decimal | undefined {
  return value.isFinite() ? value : undefined;
}
