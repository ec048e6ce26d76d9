/** Digits before or after the point. */
const MOST_DIGITS = 400;
const LARGEST = 10n ** BigInt(MOST_DIGITS);
/** Groovy division: additional precision, and minimum decimal places. */
const EXTRA_PRECISION = 10;
const MIN_SCALE = 10;

const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Decimal `unscaled` / 10^`scale`, like `BigDecimal` in Java. Operations return undefined for too many digits. */
export class ExactNumber {
  readonly unscaled: bigint;
  readonly scale: number;

  private constructor(unscaled: bigint, scale: number) {
    this.unscaled = unscaled;
    this.scale = scale;
  }

  /** Number from a literal, or double by its shortest text. */
  static of(written: string | number): ExactNumber | undefined {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] = WRITTEN.exec(String(written)) ?? [];
    if (whole + fraction === '' || Math.abs(Number(exponent)) > MOST_DIGITS) return undefined;
    const unscaled = BigInt(`${whole}${fraction}`);
    return bounded(sign === '-' ? -unscaled : unscaled, fraction.length - Number(exponent));
  }

  plus(other: ExactNumber): ExactNumber | undefined {
    const scale = Math.max(this.scale, other.scale);
    return bounded(this.at(scale) + other.at(scale), scale);
  }

  minus(other: ExactNumber): ExactNumber | undefined {
    const scale = Math.max(this.scale, other.scale);
    return bounded(this.at(scale) - other.at(scale), scale);
  }

  times(other: ExactNumber): ExactNumber | undefined {
    return bounded(this.unscaled * other.unscaled, this.scale + other.scale);
  }

  /** Rounds a non-terminating quotient as in Groovy. The divisor must not be zero. */
  over(other: ExactNumber): ExactNumber | undefined {
    const exact = this.exactlyOver(other);
    if (exact !== undefined) return exact;
    const precision = Math.max(digitsOf(this.unscaled), digitsOf(other.unscaled)) + EXTRA_PRECISION;
    const shift = precision + digitsOf(other.unscaled) - digitsOf(this.unscaled);
    const raised =
      shift >= 0
        ? [this.unscaled * 10n ** BigInt(shift), other.unscaled]
        : [this.unscaled, other.unscaled * 10n ** BigInt(-shift)];
    let [unscaled, scale] = [rounded(raised[0] as bigint, raised[1] as bigint), this.scale - other.scale + shift];
    const excess = digitsOf(unscaled) - precision;
    if (excess > 0) [unscaled, scale] = [rounded(unscaled, 10n ** BigInt(excess)), scale - excess];
    const wanted = Math.max(this.scale, other.scale, MIN_SCALE);
    if (scale > wanted) [unscaled, scale] = [rounded(unscaled, 10n ** BigInt(scale - wanted)), wanted];
    return bounded(unscaled, scale);
  }

  /** Remainder with the sign of this number. The divisor must not be zero. */
  modulo(other: ExactNumber): ExactNumber | undefined {
    const scale = Math.max(this.scale, other.scale);
    return bounded(this.at(scale) % other.at(scale), scale);
  }

  compare(other: ExactNumber): number {
    const scale = Math.max(this.scale, other.scale);
    const [a, b] = [this.at(scale), other.at(scale)];
    return a < b ? -1 : Number(a > b);
  }

  negated(): ExactNumber {
    return new ExactNumber(-this.unscaled, this.scale);
  }

  isZero(): boolean {
    return this.unscaled === 0n;
  }

  toNumber(): number {
    return Number(`${this.unscaled}e${-this.scale}`);
  }

  /** Writes no exponent. */
  toString(): string {
    if (this.scale <= 0) return String(this.at(0));
    const digits = String(this.unscaled < 0n ? -this.unscaled : this.unscaled).padStart(this.scale + 1, '0');
    return `${this.unscaled < 0n ? '-' : ''}${digits.slice(0, -this.scale)}.${digits.slice(-this.scale)}`;
  }

  static make(unscaled: bigint, scale: number): ExactNumber | undefined {
    const isBounded = unscaled < LARGEST && unscaled > -LARGEST && Math.abs(scale) <= MOST_DIGITS;
    return isBounded ? new ExactNumber(unscaled, scale) : undefined;
  }

  private at(scale: number): bigint {
    return this.unscaled * 10n ** BigInt(scale - this.scale);
  }

  /** Undefined for a non-terminating quotient. */
  private exactlyOver(other: ExactNumber): ExactNumber | undefined {
    if (this.unscaled === 0n) return bounded(0n, Math.max(0, this.scale - other.scale));
    let divisor = other.unscaled / greatestCommonDivisor(this.unscaled, other.unscaled);
    if (divisor < 0n) divisor = -divisor;
    let [twos, fives] = [0, 0];
    for (; divisor % 2n === 0n; divisor /= 2n) twos += 1;
    for (; divisor % 5n === 0n; divisor /= 5n) fives += 1;
    if (divisor !== 1n) return undefined;
    const shift = Math.max(twos, fives, other.scale - this.scale);
    return bounded((this.unscaled * 10n ** BigInt(shift)) / other.unscaled, this.scale - other.scale + shift);
  }
}

const bounded = ExactNumber.make;

function digitsOf(value: bigint): number {
  return String(value < 0n ? -value : value).length;
}

/** Rounds half away from zero. */
function rounded(value: bigint, divisor: bigint): bigint {
  const isNegative = value < 0n !== divisor < 0n;
  const [a, b] = [value < 0n ? -value : value, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * a + b) / (2n * b);
  return isNegative ? -quotient : quotient;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
