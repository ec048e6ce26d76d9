/** Digits of a result, as in decimal128, the numbers of DMN (bpmn.md 10.4). */
const PRECISION = 34;
/** Powers beyond this are those of doubles: their decimals would be longer than anybody reads. */
const MAX_EXPONENT = 64;

/** A decimal number, `digits × 10^-scale`, of at most 34 digits after each operation. */
export class Decimal {
  private readonly digits: bigint;
  private readonly scale: number;

  constructor(digits: bigint, scale: number) {
    this.digits = digits;
    this.scale = scale;
  }

  /** The number as it is written: the shortest decimal that is read as this double. Undefined for what is not finite. */
  static of(value: number): Decimal | undefined {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] =
      /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
    if (whole === '') return undefined;
    return new Decimal(BigInt(`${sign}${whole}${fraction}`), fraction.length - Number(exponent));
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return rounded(this.at(scale) + other.at(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(new Decimal(-other.digits, other.scale));
  }

  times(other: Decimal): Decimal {
    return rounded(this.digits * other.digits, this.scale + other.scale);
  }

  /** Undefined for a division by zero. */
  dividedBy(other: Decimal): Decimal | undefined {
    if (other.digits === 0n) return undefined;
    // two digits more than are kept, so that the last one is rounded and not cut; what is left over breaks a tie
    const shift = Math.max(0, PRECISION + 2 + lengthOf(other.digits) - lengthOf(this.digits));
    const dividend = this.digits * 10n ** BigInt(shift);
    const rest = dividend % other.digits === 0n ? 0n : this.digits < 0n === other.digits < 0n ? 1n : -1n;
    return rounded((dividend / other.digits) * 10n + rest, this.scale - other.scale + shift + 1);
  }

  /** Undefined where only doubles have an answer: a power that is no small whole number, one of zero that divides by it. */
  toThe(power: Decimal): Decimal | undefined {
    const exponent = power.toNumber();
    if (!Number.isInteger(exponent) || Math.abs(exponent) > MAX_EXPONENT) return undefined;
    let result = new Decimal(1n, 0);
    for (let times = Math.abs(exponent); times > 0; times -= 1) result = result.times(this);
    return exponent < 0 ? new Decimal(1n, 0).dividedBy(result) : result;
  }

  /** The nearest double. */
  toNumber(): number {
    return Number(`${this.digits}e${-this.scale}`);
  }

  private at(scale: number): bigint {
    return this.digits * 10n ** BigInt(scale - this.scale);
  }
}

/** To 34 digits, halves to the even neighbour. */
function rounded(digits: bigint, scale: number): Decimal {
  const excess = lengthOf(digits) - PRECISION;
  if (excess <= 0) return new Decimal(digits, scale);
  const unit = 10n ** BigInt(excess);
  const rest = digits % unit;
  const kept = digits / unit;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const isUp = twice > unit || (twice === unit && kept % 2n !== 0n);
  return new Decimal(isUp ? kept + (digits < 0n ? -1n : 1n) : kept, scale - excess);
}

function lengthOf(digits: bigint): number {
  return String(digits).length - (digits < 0n ? 1 : 0);
}
