import { Decimal } from 'decimal.js';
import { MonthsDuration, TimeDuration } from '../values/durations.ts';
import {
  compareNumbers,
  decimalOf,
  divide,
  type FeelNumber,
  multiply,
  negate,
  normalized,
  subtract,
  toInteger,
} from '../values/numbers.ts';
import { define } from './define.ts';

const SCALED = 'n: number | n: number, scale: number';
/** Decimal128 (DMN 1.3, table 75). */
const [LEAST_SCALE, MOST_SCALE] = [-6111, 6176];

/** DMN 1.3, 10.3.4.5. */
export const NUMBERS = [
  define('decimal', 'n: number, scale: number', rounding(Decimal.ROUND_HALF_EVEN)),
  define('floor', SCALED, rounding(Decimal.ROUND_FLOOR)),
  define('ceiling', SCALED, rounding(Decimal.ROUND_CEIL)),
  define('round up', SCALED, rounding(Decimal.ROUND_UP)),
  define('round down', SCALED, rounding(Decimal.ROUND_DOWN)),
  define('round half up', SCALED, rounding(Decimal.ROUND_HALF_UP)),
  define('round half down', SCALED, rounding(Decimal.ROUND_HALF_DOWN)),
  define(
    'abs',
    'n: number | n: duration',
    ([n]) => magnitude(n),
    ([duration]) => magnitudeOf(duration),
  ),
  define('modulo', 'dividend: number, divisor: number', ([dividend, divisor]) => modulo(dividend, divisor)),
  define('sqrt', 'number: number', ([n]) => (compareNumbers(n, 0) < 0 ? null : normalized(decimalOf(n).sqrt()))),
  define('log', 'number: number', ([n]) => (compareNumbers(n, 0) <= 0 ? null : normalized(decimalOf(n).ln()))),
  define('exp', 'number: number', ([n]) => normalized(decimalOf(n).exp())),
  define('odd', 'number: number', ([n]) => isDivisible(n, 1)),
  define('even', 'number: number', ([n]) => isDivisible(n, 0)),
  define('random number', '', (_, { random }) => random?.number() ?? null),
];

function rounding(mode: Decimal.Rounding) {
  return ([n, scale]: readonly [FeelNumber, FeelNumber?, ...unknown[]]): FeelNumber | null => {
    const digits = scale === undefined ? 0 : toInteger(scale);
    if (digits === undefined || digits < LEAST_SCALE || digits > MOST_SCALE) return null;
    if (digits === 0 && typeof n === 'number' && Number.isSafeInteger(n)) return n;
    return normalized(rounded(decimalOf(n), digits, mode));
  };
}

function rounded(value: Decimal, digits: number, mode: Decimal.Rounding): Decimal {
  if (digits >= 0) return value.toDecimalPlaces(digits, mode);
  const unit = decimalOf(10).pow(-digits);
  return value.dividedBy(unit).toDecimalPlaces(0, mode).times(unit);
}

function magnitude(n: FeelNumber): FeelNumber {
  return compareNumbers(n, 0) < 0 ? negate(n) : n;
}

function magnitudeOf(duration: MonthsDuration | TimeDuration): MonthsDuration | TimeDuration {
  if (duration instanceof MonthsDuration) return new MonthsDuration(Math.abs(duration.months));
  return new TimeDuration(duration.nanos < 0n ? -duration.nanos : duration.nanos);
}

/** `dividend - divisor * floor(dividend / divisor)`. */
function modulo(dividend: FeelNumber, divisor: FeelNumber): FeelNumber | null {
  const quotient = divide(dividend, divisor);
  if (quotient === null) return null;
  const whole = normalized(decimalOf(quotient).floor());
  const product = whole === null ? null : multiply(divisor, whole);
  return product === null ? null : subtract(dividend, product);
}

function isDivisible(n: FeelNumber, rest: number): boolean | null {
  const value = decimalOf(n);
  return value.isInteger() ? value.modulo(2).abs().equals(rest) : null;
}
